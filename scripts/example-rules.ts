import { posix } from 'node:path'
import ts from 'typescript'

/** A file of an example: its path from the example's folder. */
type ExampleFile = { readonly path: string; readonly text: string }

/** A text that the SDK contains once, and that a minifier keeps: it counts the copies of the SDK in a build. */
export const sdkMarker = 'No common protocol version; update needed'

/** Module specifiers of a script, of a component of Vue, or of a page. */
function specifiersOf({ path, text }: ExampleFile): readonly string[] {
  const isMarkup = /\.(vue|html)$/.test(path)
  const scripts = isMarkup ? [...text.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)] : [['', text]]
  return scripts.flatMap(([, script = '']) =>
    ts.preProcessFile(script, true, true).importedFiles.map(({ fileName }) => fileName),
  )
}

/** `@scope/name` or `name` of a specifier such as `@scope/name/entry`. */
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Imports that are neither a file of the example nor one of its packages, as sentences. */
export function importProblems(file: ExampleFile, packages: ReadonlySet<string>): readonly string[] {
  return specifiersOf(file).flatMap((specifier) => {
    if (!specifier.startsWith('.'))
      return packages.has(packageOf(specifier))
        ? []
        : [`${file.path} imports ${specifier}, which its package.json does not list`]
    const target = posix.join(posix.dirname(file.path), specifier)
    return target.startsWith('..') ? [`${file.path} imports ${specifier}, outside of the example`] : []
  })
}

/** A sentence if a build contains the SDK another number of times than expected. */
export function copyProblems(files: readonly ExampleFile[], expectedCount: number): readonly string[] {
  const count = files.reduce((sum, { text }) => sum + text.split(sdkMarker).length - 1, 0)
  return count === expectedCount ? [] : [`the build contains the SDK ${count} times, not ${expectedCount}`]
}
