/**
 * Loads one of the SDK's own files when it is needed, and again whenever it did not come. Chromium and Firefox remember
 * for ever that a module could not be fetched, under the address which their error names; another fragment asks anew.
 * @throws TypeError, the browser's, when the file does not come this time.
 */
export function retryableImport<File>(load: () => Promise<File>): () => Promise<File> {
  let lost: string | undefined
  let attempts = 0
  return async () => {
    if (lost !== undefined)
      return import(/* webpackIgnore: true */ /* @vite-ignore */ `${lost}#${attempts++}`)
    try {
      return await load()
    } catch (cause) {
      lost = /https?:\S+/.exec(String(cause))?.[0]
      throw cause
    }
  }
}
