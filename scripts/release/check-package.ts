/**
 * `npm run check:package`, after a build: packs host-sdk as npm does, and fails if publint, are-the-types-wrong or the
 * compiler of a consumer reports that the package cannot be used. The package contains ES modules only, so results about
 * `require` and about resolution without `exports` are ignored. It packs the existing build, which may be one for localhost:
 * the file is deleted. The release and `prepack` reject such a build (scripts/build/widget-url.ts).
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { report } from '../project-files.ts'
import { lintProblems, packWorkspace, typeProblems } from './check-packages.ts'
import { consumerProblems } from './sdk-consumer.ts'

const folder = mkdtempSync(join(tmpdir(), 'drawbridge-package-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const tarball = packWorkspace('host-sdk', folder, { runPrepack: false })
const installed = join(folder, 'consumer', 'node_modules', '@drawbridge', 'host-sdk')
mkdirSync(installed, { recursive: true })
execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])

report(
  [
    ...(await lintProblems(tarball)),
    ...(await typeProblems(tarball)),
    ...consumerProblems(join(folder, 'consumer')),
  ],
  'Package: host-sdk can be used as it is packed',
)
