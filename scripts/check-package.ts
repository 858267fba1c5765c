/**
 * `npm run check:package`, after a build: packs host-sdk as npm would, and fails when publint or are-the-types-wrong
 * finds that somebody who installs it could not use it. It is for ES modules alone, so what only concerns `require` and
 * resolution without `exports` is left out.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { report, root } from './project-files.ts'

const directory = `${root}/host-sdk`
const packed = mkdtempSync(join(tmpdir(), 'drawbridge-package-'))
process.on('exit', () => rmSync(packed, { recursive: true, force: true }))

async function lintComplaints(): Promise<readonly string[]> {
  const { messages, pkg } = await publint({ pkgDir: directory, strict: true })
  return messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code)
}

async function typeComplaints(): Promise<readonly string[]> {
  execFileSync('npm', ['pack', '--silent', '--pack-destination', packed], { cwd: directory })
  const [name] = readdirSync(packed)
  if (name === undefined) return ['npm pack made no file']
  const result = await checkPackage(
    createPackageFromTarballData(new Uint8Array(readFileSync(join(packed, name)))),
  )
  if (!result.types) return ['The package has no types']
  return result.problems.flatMap((problem) => {
    const resolution = 'resolutionKind' in problem ? problem.resolutionKind : ''
    if (resolution === 'node10' || resolution === 'node16-cjs') return []
    const entry = 'entrypoint' in problem ? problem.entrypoint : ''
    return [`${problem.kind} ${entry} ${resolution}`]
  })
}

report(
  [...(await lintComplaints()), ...(await typeComplaints())],
  'Package: host-sdk can be used as it is packed',
)
