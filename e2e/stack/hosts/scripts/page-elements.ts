/** Returns the element of an id. @throws Error when the page lacks it or it is of another class. */
export function byId<E extends Element>(id: string, kind: new () => E): E {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The page has no ${kind.name} #${id}`)
}

/** Shortens an address to its first and last six characters. */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-6)}`
}

/** Sets the theme of the page. The caller sets the widget's. */
export function setPageTheme(mode: string): void {
  document.documentElement.dataset.theme = mode
}
