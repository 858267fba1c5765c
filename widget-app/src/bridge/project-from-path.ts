import { embedPath, isolatedEmbedPath } from '#shared/config/embed-path.ts'

/** What a path segment says; a malformed one is compared as it is written. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * The project that the URL of the widget's document is for, by its path: the server chose the document's headers by it, so
 * that a configuration for another project is refused. Undefined for a document that no host page frames.
 */
export function projectFromPath(path: string): string | undefined {
  const prefix = [isolatedEmbedPath, embedPath].find((one) => path.startsWith(one))
  return prefix === undefined ? undefined : decoded(path.slice(prefix.length)).trim()
}
