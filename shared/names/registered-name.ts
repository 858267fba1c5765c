/** Zone of names from before; they are still looked up. */
const legacyNameZone = 'wcn.id'

/** The label of a name of the zone, or of the one from before; undefined for any other name. */
export function registeredLabel(name: string, zone: string): string | undefined {
  const suffix = [`.${zone}`, `.${legacyNameZone}`].find((one) => name.endsWith(one))
  return suffix && name.slice(0, -suffix.length)
}
