import { listOf, nonEmptyText, oneOf, parseWire, strictObject } from '#shared/wire-schema.ts'

const key = 'drawbridge-paid-sites'
/** As many as are remembered, the latest first. */
const sitesMaxCount = 100
const schema = listOf(
  strictObject({ userId: nonEmptyText(64), site: nonEmptyText(300), is: oneOf('paid', 'declined') }),
  sitesMaxCount,
)
type SiteState = 'paid' | 'declined'

/** On which sites a user has paid in this window, and where the user wants no spending limit. */
export type PaidSites = {
  readonly state: (userId: string, site: string) => SiteState | undefined
  readonly set: (userId: string, site: string, state: SiteState) => void
}

/** Keeps them in the storage of this browser; in none where the browser blocks it. */
export function createPaidSites(storage: () => Pick<Storage, 'getItem' | 'setItem'>): PaidSites {
  const read = () => {
    try {
      const parsed = parseWire(schema, JSON.parse(storage().getItem(key) ?? '[]'))
      return parsed.success ? parsed.data : []
    } catch {
      return []
    }
  }
  return {
    state: (userId, site) => read().find((one) => one.userId === userId && one.site === site)?.is,
    set: (userId, site, state) => {
      const others = read().filter((one) => one.userId !== userId || one.site !== site)
      try {
        storage().setItem(
          key,
          JSON.stringify([{ userId, site, is: state }, ...others].slice(0, sitesMaxCount)),
        )
      } catch {
        // The next payment counts as the first one again.
      }
    },
  }
}
