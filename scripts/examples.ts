/**
 * `npm run examples`, after a build: packs host-sdk as npm does, installs the examples with that package, type-checks and
 * builds each, and fails if one imports anything else of the repository or its build contains another copy of the SDK.
 * `-- vue` builds only that one. The examples have a lockfile of their own, because Next.js, Vue and RainbowKit need 500 MB,
 * which `npm ci` of the repository must not install.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from '#shared/zod.ts'
import { copyProblems, importProblems, sdkMarker } from './example-rules.ts'
import { projectFiles, report, root } from './project-files.ts'
import { packWorkspace } from './release/check-packages.ts'

const folder = join(root, 'examples')
const sdk = '@drawbridge/host-sdk'
const names = z.parse(
  z.object({ workspaces: z.array(z.string()) }),
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
).workspaces

/** Installs by the lockfile, unless the last install is newer than it. */
function install(): void {
  const lock = join(folder, 'package-lock.json')
  const installed = join(folder, 'node_modules/.package-lock.json')
  if (existsSync(installed) && statSync(installed).mtimeMs > statSync(lock).mtimeMs) return
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    stdio: 'inherit',
  })
}

const sdkFolder = (name: string) => join(folder, name, 'node_modules', sdk)

function unpackInto(name: string, tarball: string): void {
  rmSync(sdkFolder(name), { recursive: true, force: true })
  mkdirSync(sdkFolder(name), { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', sdkFolder(name), '--strip-components=1'])
}

const dependenciesSchema = z.object({
  dependencies: z.optional(z.record(z.string(), z.string())),
  devDependencies: z.optional(z.record(z.string(), z.string())),
})

/** Problems of the files of an example, before it is built. */
function sourceProblems(name: string): readonly string[] {
  const manifest = z.parse(
    dependenciesSchema,
    JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')),
  )
  const versions = { ...manifest.dependencies, ...manifest.devDependencies }
  const prefix = `examples/${name}/`
  return [
    ...Object.entries(versions).flatMap(([dependency, version]) =>
      /^\d+\.\d+\.\d+$/.test(version) ? [] : [`${dependency} has no exact version: ${version}`],
    ),
    ...projectFiles(/\.(ts|tsx|js|vue|html)$/)
      .filter(({ path }) => path.startsWith(prefix))
      .flatMap(({ path, text }) =>
        importProblems({ path: path.slice(prefix.length), text: text() }, new Set(Object.keys(versions))),
      ),
  ]
}

/** Problems of a build: it must contain the SDK of the tarball, and no other copy. */
function buildProblems(name: string): readonly string[] {
  const resolved = createRequire(join(folder, name, 'package.json')).resolve(sdk)
  const installed = [{ path: resolved, text: readFileSync(resolved, 'utf8') }]
  if (!resolved.startsWith(sdkFolder(name))) return [`${sdk} resolves to ${resolved}`]
  if (copyProblems(installed, 1).length > 0) return [`the packed SDK has not one “${sdkMarker}”`]
  // The script tag's file is on the widget's origin.
  const dist = join(folder, name, 'dist')
  if (name === 'script-tag') return []
  const scripts = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.js'),
  )
  return copyProblems(
    scripts.map((path) => ({ path, text: readFileSync(join(dist, path), 'utf8') })),
    1,
  )
}

function build(name: string): readonly string[] {
  const startedAt = Date.now()
  rmSync(join(folder, name, 'dist'), { recursive: true, force: true })
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: join(folder, name),
    encoding: 'utf8',
    // Where the local world serves them.
    env: { ...process.env, BASE_PATH: `/examples/${name}`, NEXT_TELEMETRY_DISABLED: '1' },
  })
  console.log(`${name}: ${((Date.now() - startedAt) / 1_000).toFixed(1)} s`)
  return status === 0 ? buildProblems(name) : [`does not build:\n${stdout}${stderr}`]
}

const selected = process.argv[2]
if (selected !== undefined && !names.includes(selected)) throw new Error(`There is no example ${selected}`)
const temporary = mkdtempSync(join(tmpdir(), 'drawbridge-examples-'))
process.on('exit', () => rmSync(temporary, { recursive: true, force: true }))

const tarball = packWorkspace('host-sdk', temporary, { runPrepack: false })
install()
report(
  names
    .filter((name) => selected === undefined || name === selected)
    .flatMap((name) => {
      unpackInto(name, tarball)
      return [...sourceProblems(name), ...build(name)].map((problem) => `examples/${name}: ${problem}`)
    }),
  'Examples: each builds with the packed SDK',
)
