import { restrictedTimeZones } from '#shared/config/limits.ts'
import { atom } from '#widget/lib/state.ts'

const restricted: ReadonlySet<string> = new Set(restrictedTimeZones.map((zone) => zone.toLowerCase()))

/** Whether nothing may be sold in a time zone (SPEC §9: mainland China, Hong Kong, Macau); an IANA name. */
export const isRestrictedTimeZone = (zone: string): boolean => restricted.has(zone.toLowerCase())

/** Whether nothing may be sold where the person's clock stands. */
export const isRestrictedHereAtom = atom((): boolean =>
  isRestrictedTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''),
)
