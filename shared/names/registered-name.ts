/** Former zone of names; they still resolve. */
const legacyNameZone = 'wcn.id'

/** The label of a name in the zone or the former zone; undefined for any other name. */
export function registeredLabel(name: string, zone: string): string | undefined {
  const suffix = [`.${zone}`, `.${legacyNameZone}`].find((one) => name.endsWith(one))
  return suffix && name.slice(0, -suffix.length)
}
