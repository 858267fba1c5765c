import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from '../project-files.ts'
import { releaseVersion } from '../release/release-version.ts'
import { sdkDist } from '../size/built-sdk.ts'
import { readBuiltConfirmWindow, readBuiltWidget, widgetDist } from '../size/built-widget.ts'
import type { Json } from './json-value.ts'
import { moduleShape } from './module-shape.ts'

/** A built file's name without its content hash. */
export const stableName = (file: string): string =>
  file.replace(/(?<=^|\/)((?:assets|confirm-assets)\/(?:[\w.-]+\/)*[\w.-]+)-[\w-]{8}(\.\w+)$/, '$1-*$2')

const filesIn = (folder: string, without: RegExp): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((file) => !without.test(file))
    .map((file) => stableName(file).replace(releaseVersion, '<version>'))
    .toSorted()

/** Names of the shipped files: of the widget, the SDK's package, its hosted files and the server's package. */
export const shippedFiles = (): Json => ({
  widget: filesIn(widgetDist, /^\.vite\//),
  'host-sdk': filesIn(sdkDist, /^types\//),
  sdk: filesIn(`${root}dist/sdk`, /^$/),
  // Files that the server serves are copies of the others.
  server: filesIn(`${root}server/dist`, /^(widget|sdk)\//),
})

/** Hash of a module of the project without its names; a module that a plugin creates has its name. */
function shapeOf(path: string): string {
  const file = `${root}${path.replace(/\?.*$/, '')}`
  return existsSync(file) ? moduleShape(path, readFileSync(file, 'utf8')) : path
}

const packageOf = (path: string): string | undefined =>
  /^.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]

function countPackages(paths: readonly string[]): Json {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const name = packageOf(path)
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Modules of each chunk: the project's by path from the root with their shape, and the number of modules of other packages.
 * Chunks whose names differ only in their hash are numbered.
 */
export function chunkModules(): Json {
  const built = { ...readBuiltWidget().modules, ...readBuiltConfirmWindow().modules }
  const chunks = Object.entries(built)
    .map(([file, of]) => ({
      name: stableName(file),
      of: of.map((path) => path.replace(/^.*\0/, '')).toSorted(),
    }))
    .toSorted((a, b) => (`${a.name} ${a.of[0]}` < `${b.name} ${b.of[0]}` ? -1 : 1))
  const seen = new Map<string, number>()
  return Object.fromEntries(
    chunks.map(({ name, of }) => {
      const number = (seen.get(name) ?? 0) + 1
      seen.set(name, number)
      const projectModules = of.filter((path) => packageOf(path) === undefined)
      return [
        number === 1 ? name : `${name} ${number}`,
        {
          modules: Object.fromEntries(projectModules.map((path) => [path, shapeOf(path)])),
          packages: countPackages(of),
        },
      ]
    }),
  )
}
