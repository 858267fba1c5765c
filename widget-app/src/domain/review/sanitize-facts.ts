import type { Description, SessionPermission } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { truncatedLine } from '#widget/lib/text/bounded-text.ts'

/** Longer than any name, label or reason that a user reads; longer texts are cut and state by how much. */
const textMaxLength = 1_000

/** Values, such as the terms of a session, are what the user approves: they are cut only at a length that no user reads. */
const valueMaxLength = 10_000

/**
 * Members that are displayed whole and separately, as they are signed: the text of a message, and bytes that are no text.
 */
const isShownWhole = (fact: object, key: string): boolean =>
  (key === 'text' && Reflect.get(fact, 'is') !== 'term') || key === 'bytes'

function sanitizeMembers(value: object): void {
  for (const key of Object.keys(value)) {
    const member: unknown = Reflect.get(value, key)
    if (typeof member === 'string' && !isShownWhole(value, key))
      Reflect.set(value, key, truncatedLine(member, key === 'value' ? valueMaxLength : textMaxLength))
    else if (typeof member === 'object' && member !== null) sanitizeMembers(member)
  }
}

/**
 * Facts, a simulation or a permission for display (R13): every string that a host, token, contract or chain chose becomes
 * one line of a bounded length, and characters that hide or reorder text are written as their code points. Risks are
 * computed from the same value, so nothing is recognised that the screen does not show.
 */
export function sanitizeFacts<Shown extends Description | Simulation | SessionPermission>(
  value: Shown,
): Shown {
  const copy = structuredClone(value)
  sanitizeMembers(copy)
  return copy
}
