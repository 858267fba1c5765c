import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import * as z from '#shared/zod.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const packResult = z.array(z.object({ filename: z.string() }))

/** The packages that npm installed from packed files, without the checkout. */
export type PackedInstall = {
  /** Paths of the tarballs that `npm pack` created of the server and of the SDK. */
  readonly tarballs: readonly string[]
  /** The installed `drawbridge`. */
  readonly command: string
  /** Path of a file in the `deploy` folder of the installed package. */
  readonly deployFile: (name: string) => string
  /** Creates a site that uses the packed SDK: bundles a script, and writes `index.html` and its files to `out`. */
  readonly bundleSite: (site: SiteSource) => Promise<void>
  readonly remove: () => void
}

type SiteSource = {
  readonly html: string
  /** Text of `site.js`, which `html` loads. */
  readonly script: string
  /** Path under which the site is served, such as `/account/`. */
  readonly base: string
  readonly out: string
}

/** Runs a program, and returns its standard output. @throws Error with both streams if its exit code is not 0 */
async function run(file: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    return (await promisify(execFile)(file, args, { cwd, maxBuffer: 64 << 20 })).stdout
  } catch (error) {
    const { stdout, stderr } = Object(error)
    throw new Error(`${file} ${args.join(' ')} failed:\n${stdout}\n${stderr}`, { cause: error })
  }
}

/** Packs a workspace as `npm run build` left it. @returns path of the tarball */
export async function packWorkspace(workspace: string, folder: string): Promise<string> {
  // Without the SDK's prepack script, which rejects a build for a local widget; the release check runs it.
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [packed] = z.parse(packResult, JSON.parse(await run('npm', args, join(root, workspace))))
  if (packed === undefined) throw new Error(`npm pack made no file of ${workspace}`)
  return join(folder, packed.filename)
}

const quiet = ['--no-audit', '--no-fund', '--loglevel=error']

/**
 * Packs the server and the SDK with `npm pack`, and installs each tarball into an empty folder with npm, which downloads
 * their dependencies from the registry.
 */
export async function installPacked(): Promise<PackedInstall> {
  const folder = mkdtempSync(join(tmpdir(), 'drawbridge-packed-'))
  const [prefix, site] = [join(folder, 'global'), join(folder, 'shop')]
  mkdirSync(site)
  writeFileSync(join(site, 'package.json'), '{ "private": true, "type": "module" }\n')
  const [server, sdk] = await Promise.all([
    packWorkspace('server', folder),
    packWorkspace('host-sdk', folder),
  ])
  await run('npm', ['install', '--global', '--prefix', prefix, ...quiet, server], folder)
  await run('npm', ['install', ...quiet, sdk], site)
  return {
    tarballs: [server, sdk],
    command: join(prefix, 'bin/drawbridge'),
    deployFile: (name) => join(prefix, 'lib/node_modules/@drawbridge/server/deploy', name),
    bundleSite: async ({ html, script, base, out }) => {
      writeFileSync(join(site, 'index.html'), html)
      writeFileSync(join(site, 'site.js'), script)
      const vite = join(root, 'node_modules/vite/bin/vite.js')
      await run(process.execPath, [vite, 'build', '--base', base, '--outDir', out, '--emptyOutDir'], site)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
