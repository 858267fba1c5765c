/**
 * Loads something once, such as a file of code; a load that failed is tried again at the next call. The builder's own
 * way to repeat an `import()` looks through the page's links each time, which a dApp's every request would pay for.
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
