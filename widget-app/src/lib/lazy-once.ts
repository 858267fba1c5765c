/**
 * Loads something once, such as a file of code; a failed load is repeated at the next call. Vite's own handling of a
 * repeated
 * `import()` searches the page's links each time, which each request of a dApp would pay for.
 */
export function lazyOnce<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let loading: Promise<Loaded> | undefined
  return () => {
    if (loading !== undefined) return loading
    const begun = load()
    loading = begun
    begun.catch(() => {
      loading = undefined
    })
    return begun
  }
}
