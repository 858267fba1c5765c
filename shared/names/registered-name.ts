/** Suffix of the names that can be registered (SPEC §1). */
export const nameSuffix = '.reown.id'

/** Suffix of names from before; they are still looked up. */
const legacyNameSuffix = '.wcn.id'

export const nameLabelMaxLength = 63

/** Whether a label may be registered: at least 4 letters, digits and hyphens (SPEC §5). */
export const isNameLabel = (text: string): boolean => /^[a-z0-9-]{4,63}$/.test(text)

/** What is left of something typed when everything that no name has is gone. */
export const sanitisedLabel = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '')
    .slice(0, nameLabelMaxLength)

/** The label of a name with the suffix of now or before; undefined for any other name. */
export function registeredLabel(name: string): string | undefined {
  const suffix = [nameSuffix, legacyNameSuffix].find((one) => name.endsWith(one))
  return suffix && name.slice(0, -suffix.length)
}
