/** Adds a wallet's entry to `injectedWeb3` of a page, under each of its ids, as extensions do. */
export function injectWeb3(page: object, ids: readonly string[], entry: object): void {
  const existing: unknown = Reflect.get(page, 'injectedWeb3')
  const entries = typeof existing === 'object' && existing !== null ? existing : {}
  if (entries !== existing) Reflect.set(page, 'injectedWeb3', entries)
  for (const id of ids) {
    Object.defineProperty(entries, id, { value: entry, enumerable: true, configurable: true, writable: true })
  }
}
