import * as z from 'zod/mini'

const memorySchema = z.object({
  /** Addresses this site may see; absent before the first permission. */
  accounts: z.optional(z.array(z.string())),
  chainId: z.optional(z.int()),
  addedChains: z._default(z.array(z.int()), []),
})
export type SiteStorage = z.output<typeof memorySchema>

/** What a wallet remembers about this site, in all of its tabs; it survives a reload, as an extension's storage does. */
export function createSiteStorage(walletId: string) {
  const key = `test-wallet:${walletId}`
  let current: SiteStorage = { addedChains: [] }
  const get = (): SiteStorage => {
    // Another tab may have written since.
    current = read(key) ?? current
    return current
  }
  return {
    get,
    set(patch: Partial<SiteStorage>): void {
      current = { ...get(), ...patch }
      try {
        localStorage.setItem(key, JSON.stringify(current))
      } catch {
        // Storage is off on this page: the memory lasts as long as the page.
      }
    },
  }
}

function read(key: string): SiteStorage | undefined {
  try {
    return memorySchema.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null')).data
  } catch {
    // Storage is off or its content is not ours.
    return undefined
  }
}
