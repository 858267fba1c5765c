import { embedPath, isolatedEmbedPath } from '#shared/config/embed-path.ts'

/** Decodes a path segment; a malformed one is compared unchanged. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/**
 * The project in the path of the widget document's URL: the server selected the document's headers by it, so a configuration
 * for another project is rejected. Undefined for a document without a host page.
 */
export function projectFromPath(path: string): string | undefined {
  const prefix = [isolatedEmbedPath, embedPath].find((one) => path.startsWith(one))
  return prefix === undefined ? undefined : decodeSegment(path.slice(prefix.length)).trim()
}
