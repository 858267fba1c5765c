/**
 * `npm run check:package`, after a build: packs host-sdk as npm does, and fails when publint, are-the-types-wrong or the
 * compiler of a consumer finds that the package cannot be used. The package is ES modules alone, so findings about `require`
 * and about resolution without `exports` are left out.
 *
 * It packs the build that is there, which may be one for localhost: the file is not kept. The release and `prepack` refuse
 * such a build (scripts/widget-url.ts).
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lintComplaints, packWorkspace, typeComplaints } from './check-packages.ts'
import { report } from './project-files.ts'
import { consumerComplaints } from './sdk-consumer.ts'

const folder = mkdtempSync(join(tmpdir(), 'drawbridge-package-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const tarball = packWorkspace('host-sdk', folder, { runPrepack: false })
const installed = join(folder, 'consumer', 'node_modules', '@drawbridge', 'host-sdk')
mkdirSync(installed, { recursive: true })
execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])

report(
  [
    ...(await lintComplaints(tarball)),
    ...(await typeComplaints(tarball)),
    ...consumerComplaints(join(folder, 'consumer')),
  ],
  'Package: host-sdk can be used as it is packed',
)
