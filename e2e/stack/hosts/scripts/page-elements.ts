/** The element of an id. @throws Error when the page lacks it or it is of another kind. */
export function byId<E extends Element>(id: string, kind: new () => E): E {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${kind.name} #${id}`)
}

/** Six characters of both ends of an address. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

/** The page's own theme; the widget is told beside it. */
export function setPageTheme(mode: string): void {
  document.documentElement.dataset.theme = mode
}
