import { listOf, nonEmptyText, oneOf, strictObject } from '#shared/wire-schema.ts'
import { createStoredList, type ListStorage } from './stored-list.ts'

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

/** Keeps them in the storage of this browser; where the browser blocks it, each payment counts as the first one. */
export function createPaidSites(storage: ListStorage): PaidSites {
  const sites = createStoredList(storage, 'drawbridge-paid-sites', schema)
  return {
    state: (userId, site) => sites.read().find((one) => one.userId === userId && one.site === site)?.is,
    set: (userId, site, state) => {
      const others = sites.read().filter((one) => one.userId !== userId || one.site !== site)
      sites.write([{ userId, site, is: state }, ...others].slice(0, sitesMaxCount))
    },
  }
}
