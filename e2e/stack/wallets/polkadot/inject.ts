/** Puts a wallet's entry into `injectedWeb3` of a page under every one of its keys, as extensions do. */
export function injectWeb3(page: object, ids: readonly string[], entry: object): void {
  const present: unknown = Reflect.get(page, 'injectedWeb3')
  const entries = typeof present === 'object' && present !== null ? present : {}
  if (entries !== present) Reflect.set(page, 'injectedWeb3', entries)
  for (const id of ids) {
    Object.defineProperty(entries, id, { value: entry, enumerable: true, configurable: true, writable: true })
  }
}
