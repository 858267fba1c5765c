import * as z from 'zod/mini'

const memorySchema = z.object({
  /** Addresses this site may see; absent before the first permission. */
  accounts: z.optional(z.array(z.string())),
  chainId: z.optional(z.int()),
  addedChains: z._default(z.array(z.int()), []),
})
export type SiteMemory = z.output<typeof memorySchema>

/** What a wallet remembers about this site; it survives a reload, as an extension's storage does. */
export function createSiteMemory(walletId: string) {
  const key = `test-wallet:${walletId}`
  let current = read(key)
  return {
    get: (): SiteMemory => current,
    set(patch: Partial<SiteMemory>): void {
      current = { ...current, ...patch }
      try {
        localStorage.setItem(key, JSON.stringify(current))
      } catch {
        // Storage is off on this page: the memory lasts as long as the page.
      }
    },
  }
}

function read(key: string): SiteMemory {
  try {
    const parsed = memorySchema.safeParse(JSON.parse(localStorage.getItem(key) ?? '{}'))
    if (parsed.success) return parsed.data
  } catch {
    // Storage is off or its content is not ours.
  }
  return { addedChains: [] }
}
