/** Suffix of the names that can be registered (SPEC §1). */
export const nameSuffix = '.reown.id'

/** Suffix of names from before; they are still looked up. */
const legacyNameSuffix = '.wcn.id'

/** The label of a name with the suffix of now or before; undefined for any other name. */
export function registeredLabel(name: string): string | undefined {
  const suffix = [nameSuffix, legacyNameSuffix].find((one) => name.endsWith(one))
  return suffix && name.slice(0, -suffix.length)
}
