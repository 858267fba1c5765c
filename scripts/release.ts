/**
 * `npm run release:pack`: builds and packs the published packages, and writes tarballs, bills of materials, the SDK's
 * manifest and SHA256SUMS to `dist/release`. DRAWBRIDGE_WIDGET_URL is the widget that the SDK opens; SOURCE_DATE_EPOCH
 * (seconds) is the time of the release, by default the time of the last commit. `npm run release:pack -- --check` changes
 * nothing: it packs twice, each time in a new copy of the project at another path, and fails if the two differ in bytes.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { protocolVersion } from '#shared/channel/wire.ts'
import { sdkManifestFile } from '#shared/config/sdk-manifest.ts'
import * as z from '#shared/zod.ts'
import { builtUrlProblems, widgetUrlProblem } from './build/widget-url.ts'
import { report, root } from './project-files.ts'
import { lintProblems, packWorkspace, typeProblems } from './release/check-packages.ts'
import { releaseSumsTwice } from './release/release-check.ts'
import { releaseVersion, statedVersions, versionProblems } from './release/release-version.ts'
import { bomSchema, lockSchema, packageBom } from './release/sbom.ts'
import { builtSdkFiles } from './size/built-sdk.ts'

const out = `${root}/dist/release`
const widgetUrl = process.env.DRAWBRIDGE_WIDGET_URL ?? ''

const run = (...args: readonly string[]) =>
  execFileSync('npm', ['run', '--silent', ...args], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })

function releaseTime(): string {
  const seconds =
    process.env.SOURCE_DATE_EPOCH ??
    execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' })
  return new Date(Number(seconds) * 1_000).toISOString()
}

/** True if the server can be built; otherwise its package is omitted. */
function hasServerBuild(): boolean {
  const manifest = z.object({ scripts: z.optional(z.record(z.string(), z.string())) })
  const { scripts } = z.parse(manifest, JSON.parse(readFileSync(`${root}/server/package.json`, 'utf8')))
  return scripts?.build !== undefined
}

/** Packages with a bill of materials, and how npm selects their dependencies. */
const bomSelections = {
  '@drawbridge/host-sdk': '--workspace=host-sdk',
  '@drawbridge/server': '--workspace=server',
  // The root's dependencies are built into the widget.
  drawbridge: '--workspaces=false',
} as const

function writeBoms(packages: readonly (keyof typeof bomSelections)[]): void {
  const lock = z.parse(lockSchema, JSON.parse(readFileSync(`${root}/package-lock.json`, 'utf8')))
  const time = releaseTime()
  for (const name of packages) {
    const output = execFileSync(
      'npm',
      ['sbom', '--loglevel=error', '--sbom-format=cyclonedx', '--package-lock-only', bomSelections[name]],
      { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 },
    )
    const bom = packageBom(z.parse(bomSchema, JSON.parse(output)), lock, `${name}@${releaseVersion}`, time)
    const file = `${name.replace('@', '').replace('/', '-')}-${releaseVersion}.cdx.json`
    writeFileSync(`${out}/${file}`, `${JSON.stringify(bom, null, 2)}\n`)
  }
}

/** One line per file, in the format of `sha256sum --check`. */
function writeSums(): void {
  const lines = readdirSync(out)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(`${out}/${name}`))
          .digest('hex')}  ${name}\n`,
    )
  writeFileSync(`${out}/SHA256SUMS`, lines.join(''))
}

async function pack(): Promise<readonly string[]> {
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const sdk = packWorkspace('host-sdk', out, { runPrepack: true })
  run('build:sdk-files')
  copyFileSync(`${root}/dist/sdk/v${protocolVersion}/${sdkManifestFile}`, `${out}/sdk-${sdkManifestFile}`)
  const server = hasServerBuild()
  const lint = [...(await lintProblems(sdk)), ...(await typeProblems(sdk))]
  if (server) {
    run('build:widget')
    run('build', '--workspace', 'server')
    lint.push(...(await lintProblems(packWorkspace('server', out, { runPrepack: true }))))
  } else console.error('server has no build script: the release has no package of it')
  // The server's package contains the widget.
  writeBoms(server ? ['@drawbridge/host-sdk', '@drawbridge/server', 'drawbridge'] : ['@drawbridge/host-sdk'])
  writeSums()
  return [...lint, ...builtUrlProblems(builtSdkFiles(), widgetUrl)]
}

const urlProblem = widgetUrlProblem(process.env.DRAWBRIDGE_WIDGET_URL)
const preflightProblems = [
  ...(urlProblem === undefined ? [] : [urlProblem]),
  ...versionProblems(statedVersions()),
]
if (preflightProblems.length > 0) report(preflightProblems, '')
else if (process.argv.includes('--check')) {
  const [first, second] = releaseSumsTwice(releaseTime())
  report(
    first === second ? [] : [`Two builds differ:\n${first}\n${second}`],
    `Release: two builds have the same bytes\n${first.trimEnd()}`,
  )
} else {
  report(await pack(), `Release ${releaseVersion} in dist/release`)
  if (process.exitCode === undefined && existsSync(`${out}/SHA256SUMS`))
    console.error(readFileSync(`${out}/SHA256SUMS`, 'utf8').trimEnd())
}
