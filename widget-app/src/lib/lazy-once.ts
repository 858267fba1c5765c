/**
 * Loads something once, such as a file of code; a failed load is repeated at the next call. Vite's own handling of a
 * repeated `import()` searches the page's links each time, which each request of a dApp would pay for.
 */
export function lazyOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined
  return () => {
    if (loading !== undefined) return loading
    const attempt = load()
    loading = attempt
    attempt.catch(() => {
      loading = undefined
    })
    return attempt
  }
}
