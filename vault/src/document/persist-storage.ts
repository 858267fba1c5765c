/** The part of `navigator` that older engines lack. */
type StorageNavigator = { readonly storage?: { readonly persist?: () => Promise<boolean> } }

/**
 * Asks the browser not to clear this origin's storage by itself. Nothing waits for the result: Firefox asks the user, who may never
 * answer, and what is stored is stored either way.
 */
export function persistStorage({ storage }: StorageNavigator): void {
  storage?.persist?.().catch(() => undefined)
}
