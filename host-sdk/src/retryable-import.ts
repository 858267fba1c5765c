/**
 * Imports one of the SDK's own files on demand, and again after a failure. Chromium and Firefox cache a failed import of a
 * module for the lifetime of the document, by the URL in their error; another fragment makes a new request.
 * @throws TypeError, the browser's, if the file does not load this time.
 */
export function retryableImport<File>(load: () => Promise<File>): () => Promise<File> {
  let failedUrl: string | undefined
  let attempts = 0
  return async () => {
    if (failedUrl !== undefined)
      return import(/* webpackIgnore: true */ /* @vite-ignore */ `${failedUrl}#${attempts++}`)
    try {
      return await load()
    } catch (cause) {
      failedUrl = /https?:\S+/.exec(String(cause))?.[0]
      throw cause
    }
  }
}
