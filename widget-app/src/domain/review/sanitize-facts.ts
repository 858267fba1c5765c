import type { Description, SessionPermission, Simulation } from '#widget/chains/request-facts.ts'
import { truncatedLine } from '#widget/lib/text/bounded-text.ts'

/** More than any name, label or reason that a user reads; a longer one is cut, and says by how much. */
const textMaxLength = 1_000

/** Values, such as the terms of a session, are what the user agrees to: they are cut only where no one can read them. */
const valueMaxLength = 10_000

/** Members that are shown whole and apart, as they are signed: the text of a message, and the bytes of what is no text. */
const isShownWhole = (fact: object, key: string): boolean =>
  (key === 'text' && Reflect.get(fact, 'is') !== 'term') || key === 'bytes'

function cleanMembers(value: object): void {
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key)
    if (typeof member === 'string' && !isShownWhole(value, key))
      Reflect.set(value, key, truncatedLine(member, key === 'value' ? valueMaxLength : textMaxLength))
    else if (typeof member === 'object' && member !== null) cleanMembers(member)
  }
}

/**
 * Facts, a simulation or a permission as they may be shown (R13): every string that a site, token, contract or chain chose is one
 * line of a bounded length, and characters that hide or reorder text are written as their number. Risks are
 * judged from the same value, so nothing is recognised that the screen does not say.
 */
export function sanitizeFacts<Shown extends Description | Simulation | SessionPermission>(
  value: Shown,
): Shown {
  const copy = structuredClone(value)
  cleanMembers(copy)
  return copy
}
