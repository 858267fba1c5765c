export const nameLabelMaxLength = 63

/** Why a label cannot be registered. */
export type NameLabelProblem = 'characters' | 'too-short' | 'too-long'

/** Why a label cannot be registered, if so: it needs at least 4 letters, digits and hyphens (SPEC §5). */
export function nameLabelProblem(text: string): NameLabelProblem | undefined {
  if (/[^a-z0-9-]/.test(text)) return 'characters'
  if (text.length > nameLabelMaxLength) return 'too-long'
  return text.length < 4 ? 'too-short' : undefined
}

export const isNameLabel = (text: string): boolean => nameLabelProblem(text) === undefined
