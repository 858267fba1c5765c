import { brotliCompressSync, constants } from 'node:zlib'
import type { Budgets } from '../package-file.ts'
import { additionalFiles, type Manifest, type Modules } from './built-widget.ts'

/** One measured size, in brotli bytes. */
export type MeasuredSize = { readonly name: string; readonly bytes: number; readonly limit: number | null }

/** Size after brotli at its highest quality, in bytes. */
export function brotliBytes(content: Uint8Array): number {
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}

/**
 * Measures what the widget loads: the first view (document, code, styles), each chain in addition to it, the files of each
 * lazy view with code of its feature (chunks that features share are listed separately), and, without a limit, other lazy
 * code.
 */
export function measureWidget(
  manifest: Manifest,
  modules: Modules,
  first: ReadonlySet<string>,
  budgets: Budgets,
  bytesOf: (file: string) => number,
): readonly MeasuredSize[] {
  const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + bytesOf(file), 0)
  const lazy = lazyKeys(manifest)
    .filter((key) => additionalFiles(manifest, key, first).length > 0)
    .map((key): MeasuredSize => {
      const feature = featureOf(key)
      const hasFeatureCode = (file: string) =>
        modules[file]?.some((module) => featureOf(module) === feature) ?? false
      const files = additionalFiles(
        manifest,
        key,
        loadedBefore(manifest, key, first),
        feature === undefined ? undefined : hasFeatureCode,
      )
      return { name: shortName(key), bytes: sum(files), limit: limitOf(key, budgets) }
    })
  return [
    { name: 'first view', bytes: sum(first) + bytesOf('index.html'), limit: budgets.firstView },
    ...lazy.toSorted((a, b) => b.bytes - a.bytes),
  ]
}

/** Keys of all chunks that are imported dynamically. */
function lazyKeys(manifest: Manifest): readonly string[] {
  return [...new Set(Object.values(manifest).flatMap((chunk) => chunk.dynamicImports))]
}

/**
 * Files that are loaded before a chunk: for a dynamic import of a chain's adapter, that adapter too. Such a chunk counts
 * what it adds.
 */
function loadedBefore(manifest: Manifest, key: string, first: ReadonlySet<string>): ReadonlySet<string> {
  const namespace = namespaceOf(key)
  const adapter = Object.keys(manifest).find((one) => one.endsWith(`/chains/${namespace}/adapter.ts`))
  if (adapter === undefined || !manifest[adapter]?.dynamicImports.includes(key)) return first
  return new Set([...first, ...additionalFiles(manifest, adapter, first)])
}

/** The namespace of an adapter. */
const namespaceOf = (key: string) => /\/chains\/([^/]+)\//.exec(key)?.[1]

/** The feature folder of a module. */
const featureOf = (module: string) => /\/features\/([^/]+)\//.exec(module)?.[1]

function limitOf(key: string, budgets: Budgets): number | null {
  const namespace = namespaceOf(key)
  // A chain without a budget has a limit of zero.
  if (namespace !== undefined) return budgets.chains[namespace] ?? 0
  if (/\/camera\/read-pixels\.ts$/.test(key)) return budgets.codeReader
  return /\/views\//.test(key) ? budgets.view : null
}

function shortName(key: string): string {
  const name = /\/views\/([^/]+)\.tsx$/.exec(key)?.[1] ?? namespaceOf(key)
  return name ?? key.replace(/^(src|_)\/?/, '')
}

/** True if a size exceeds its limit. */
export const isOverBudget = ({ bytes, limit }: MeasuredSize): boolean => limit !== null && bytes > limit
