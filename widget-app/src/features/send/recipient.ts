import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { LinkProblem } from './link.ts'

/** Why an address is not sent to. `token` is the token's own contract: what it receives is lost. */
export type RecipientProblem = 'invalid' | 'checksum' | 'zero' | 'token' | 'name'

/** What the recipient field holds; `unchecked` until the chain's adapter is loaded. */
export type Recipient =
  | { readonly is: 'empty' }
  | { readonly is: 'unchecked' }
  | { readonly is: 'address'; readonly address: string; readonly isOwn: boolean }
  | { readonly is: 'refused'; readonly why: RecipientProblem }
  /** A payment link that is not followed here. */
  | { readonly is: 'refused-link'; readonly why: LinkProblem }

export type RecipientFacts = {
  /** The adapter's `parseAddress`; throws for anything that is no address. */
  readonly parse: ((text: string) => string) | undefined
  readonly from: string | undefined
  /** Contract of the token to send, where it is a token. */
  readonly token: string | undefined
}

/** Nothing but zeros; base58 writes them as ones. Nobody holds the key of such an account. */
const allZeros = /^(?:(?:0x)?0+|1+)$/

/** Two labels with a dot between them, as names of ENS and the like are written. */
const nameLike = /^[^\s.@/:]+(?:\.[^\s.@/:]+)*\.\p{L}{2,}$/u

const refused = (why: RecipientProblem): Recipient => ({ is: 'refused', why })

/** Reads the recipient field: an address of this chain with a valid checksum, not the zero address (SPEC §5). */
export function readRecipient(text: string, { parse, from, token }: RecipientFacts): Recipient {
  const typed = text.trim()
  if (typed === '') return { is: 'empty' }
  if (nameLike.test(typed)) return refused('name')
  if (!parse) return { is: 'unchecked' }
  let address: string
  try {
    address = parse(typed)
  } catch (error) {
    return refused(isWidgetError(error, 'address/checksum') ? 'checksum' : 'invalid')
  }
  if (allZeros.test(address)) return refused('zero')
  const isSame = (other: string | undefined) => other !== undefined && parse(other) === address
  if (isSame(token)) return refused('token')
  return { is: 'address', address, isOwn: isSame(from) }
}
