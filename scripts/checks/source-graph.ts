import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { root } from '../project-files.ts'

const source = resolve(root, 'widget-app/src')
const aliases: readonly (readonly [prefix: string, folder: string])[] = [
  ['#widget/', source],
  ['#server/', resolve(root, 'server/src')],
]

/** Imports of a file, static and dynamic, within the widget and the server. */
function importsOf(file: string): readonly string[] {
  const text = readFileSync(file, 'utf8').replace(/import type [^']*'[^']*'/g, '')
  return [...text.matchAll(/(?:from|import|import\()\s*'([^']+\.tsx?)'/g)].flatMap(([, name = '']) => {
    const [prefix, folder] = aliases.find(([one]) => name.startsWith(one)) ?? []
    if (prefix && folder) return [resolve(folder, name.slice(prefix.length))]
    return name.startsWith('.') ? [resolve(dirname(file), name)] : []
  })
}

/**
 * The modules that `entry` can load, statically or dynamically, including itself: more than a build includes. Modules in
 * `excluded` and those that only they import are left out. Paths are from `widget-app/src`, or absolute; the result is
 * absolute.
 */
export function modulesFrom(entry: string, excluded: readonly string[] = []): readonly string[] {
  const excludedFiles = new Set(excluded.map((path) => resolve(source, path)))
  const seen = new Set<string>()
  const walk = (file: string) => {
    if (seen.has(file) || excludedFiles.has(file) || !existsSync(file)) return
    seen.add(file)
    for (const imported of importsOf(file)) walk(imported)
  }
  walk(resolve(source, entry))
  return [...seen]
}
