import { restrictedTimeZones } from '#shared/config/limits.ts'
import { atom } from '#widget/lib/state.ts'

const restricted: ReadonlySet<string> = new Set(restrictedTimeZones.map((zone) => zone.toLowerCase()))

/** True if sales are not allowed in a time zone (SPEC §9: mainland China, Hong Kong, Macau); an IANA name. */
export const isRestrictedTimeZone = (zone: string): boolean => restricted.has(zone.toLowerCase())

/** True if sales are not allowed in the time zone of the user's device. */
export const isRestrictedRegionAtom = atom((): boolean =>
  isRestrictedTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone ?? ''),
)
