import { readFileSync } from 'node:fs'
import * as z from '#shared/zod.ts'
import { confirmFile, confirmManifest, confirmModules } from '../build/confirm-page.ts'
import { vaultDist } from '../build/vault-page.ts'
import { root } from '../project-files.ts'

const chunk = z.object({
  file: z.string(),
  imports: z._default(z.array(z.string()), []),
  dynamicImports: z._default(z.array(z.string()), []),
  css: z._default(z.array(z.string()), []),
})

/** Vite's manifest: chunks by source path or generated key. */
export const manifestSchema = z.record(z.string(), chunk)
export type Manifest = z.infer<typeof manifestSchema>

const modulesSchema = z.record(z.string(), z.array(z.string()))
/** Source files of each built file, as paths from the root. */
export type Modules = z.infer<typeof modulesSchema>

export const widgetDist = `${root}/dist/widget`

/** Manifest, module lists and the document of the last build. @throws Error if the widget is not built. */
export function readBuiltWidget() {
  const read = (name: string): unknown => JSON.parse(readFileSync(`${widgetDist}/.vite/${name}.json`, 'utf8'))
  const manifest = z.parse(manifestSchema, read('manifest'))
  const modules = z.parse(modulesSchema, read('modules'))
  return { manifest, modules, first: firstFiles(manifest, readFileSync(`${widgetDist}/index.html`, 'utf8')) }
}

/** The same for the confirm window, which is a separate build in the widget's folder. */
export function readBuiltConfirmWindow() {
  const read = (name: string): unknown => JSON.parse(readFileSync(`${widgetDist}/${name}`, 'utf8'))
  const manifest = z.parse(manifestSchema, read(confirmManifest))
  const modules = z.parse(modulesSchema, read(confirmModules))
  const html = readFileSync(`${widgetDist}/${confirmFile}`, 'utf8')
  return { manifest, modules, html, first: firstFiles(manifest, html) }
}

/** The same for the vault, which is a release of its own. */
export function readBuiltVault() {
  const read = (name: string): unknown => JSON.parse(readFileSync(`${vaultDist}/.vite/${name}.json`, 'utf8'))
  const manifest = z.parse(manifestSchema, read('manifest'))
  const modules = z.parse(modulesSchema, read('modules'))
  const html = readFileSync(`${vaultDist}/index.html`, 'utf8')
  // Its style sheet is part of its script's chunk, and no chunk of its own.
  const withoutStyles = html.replaceAll(/<link rel="stylesheet"[^>]*>/g, '')
  return { modules, html, first: firstFiles(manifest, withoutStyles) }
}

/**
 * Files that load with the document: its scripts and styles, and their static imports. Read from the document, because the
 * manifest has no entry for grouped chunks.
 */
export function firstFiles(manifest: Manifest, html: string): ReadonlySet<string> {
  const references = [...html.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="\/(assets\/[^"]+)"/g)]
  const files = references.flatMap(([, file]) => (file === undefined ? [] : [file]))
  if (!files.some((file) => file.endsWith('.js'))) throw new Error('The built document loads no script')
  return new Set(files.flatMap((file) => [file, ...filesWith(manifest, keyOf(manifest, file))]))
}

/** Key of the chunk in a file. @throws Error if there is none. */
export function keyOf(manifest: Manifest, file: string): string {
  const match = Object.entries(manifest).find(([, chunk]) => chunk.file === file)
  if (match === undefined) throw new Error(`The build has no chunk for ${file}`)
  return match[0]
}

/** Files (code and styles) that load with a chunk: its own and those of its static imports. */
export function filesWith(manifest: Manifest, key: string): ReadonlySet<string> {
  return new Set(chunksWith(manifest, key).flatMap(({ file, css }) => [file, ...css]))
}

function chunksWith(manifest: Manifest, key: string, seen = new Set<string>()): Manifest[string][] {
  const match = manifest[key]
  if (match === undefined) throw new Error(`The build has no chunk ${key}`)
  if (seen.has(key)) return []
  seen.add(key)
  return [match, ...match.imports.flatMap((next) => chunksWith(manifest, next, seen))]
}

/** Files that load with `key` in addition to those in `loaded`, of the chunks whose code file `isIncluded` accepts. */
export function additionalFiles(
  manifest: Manifest,
  key: string,
  loaded: ReadonlySet<string>,
  isIncluded: (file: string) => boolean = () => true,
): readonly string[] {
  return chunksWith(manifest, key)
    .filter(({ file }) => isIncluded(file))
    .flatMap(({ file, css }) => [file, ...css])
    .filter((file) => !loaded.has(file))
}
