import * as z from '#shared/zod.ts'

const storageSchema = z.object({
  /** Addresses that the host may see; absent before the first permission. */
  accounts: z.optional(z.array(z.string())),
  chainId: z.optional(z.int()),
  addedChains: z._default(z.array(z.int()), []),
})
export type SiteStorage = z.output<typeof storageSchema>

/** What a wallet stores for the page's origin. Shared by its tabs, and kept over reloads, like the storage of an extension. */
export function createSiteStorage(walletId: string) {
  const key = `test-wallet:${walletId}`
  let current: SiteStorage = { addedChains: [] }
  const get = (): SiteStorage => {
    // Another tab may have changed the record.
    current = readStorage(key) ?? current
    return current
  }
  return {
    get,
    set(patch: Partial<SiteStorage>): void {
      current = { ...get(), ...patch }
      try {
        localStorage.setItem(key, JSON.stringify(current))
      } catch {
        // Storage is blocked on this page: the record lives as long as the document.
      }
    },
  }
}

function readStorage(key: string): SiteStorage | undefined {
  try {
    return storageSchema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data
  } catch {
    // Storage is blocked, or its content is not JSON.
    return undefined
  }
}
