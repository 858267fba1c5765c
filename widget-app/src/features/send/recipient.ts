import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { FoundName } from '#widget/chains/contract.ts'
import { looksLikeName } from '#widget/kernel/names/name-lookup.ts'
import type { Loaded } from '#widget/lib/remote-data.ts'
import type { LinkProblem } from './link.ts'

/** Why an address is not sent to. `token` is the token's own contract: what it receives is lost. */
export type RecipientProblem = 'invalid' | 'checksum' | 'zero' | 'token'

/** Why a name leads to no address. `nobody`: it has none on this chain; `unsupported`: this chain has no names. */
export type NameProblem = 'nobody' | 'failed' | 'malformed' | 'unsupported'

/** What the recipient field holds; `unchecked` until the chain's adapter is loaded. */
export type Recipient =
  | { readonly is: 'empty' }
  | { readonly is: 'unchecked' }
  | {
      readonly is: 'address'
      readonly address: string
      readonly isOwn: boolean
      /** The name that led to it. */
      readonly named?: FoundName
    }
  /** A name that is being looked up. */
  | { readonly is: 'resolving'; readonly name: string }
  | { readonly is: 'unresolved'; readonly name: string; readonly why: NameProblem }
  | { readonly is: 'refused'; readonly why: RecipientProblem }
  /** A payment link that is not followed here. */
  | { readonly is: 'refused-link'; readonly why: LinkProblem }

export type RecipientFacts = {
  /** The adapter's `parseAddress`; throws for anything that is no address. */
  readonly parse: ((text: string) => string) | undefined
  readonly from: string | undefined
  /** Contract of the token to send, where it is a token. */
  readonly token: string | undefined
  /** What became of looking the name up, where one was typed. */
  readonly named?: Loaded<FoundName> | undefined
}

/** Nothing but zeros; base58 writes them as ones. Nobody holds the key of such an account. */
const allZeros = /^(?:(?:0x)?0+|1+)$/

const refused = (why: RecipientProblem): Recipient => ({ is: 'refused', why })

const nameProblemOf = (error: Error): NameProblem => {
  if (isWidgetError(error, 'name/invalid')) return 'malformed'
  return isWidgetError(error, 'chain/unsupported') ? 'unsupported' : 'failed'
}

/** Reads the recipient field where a name is in it: what it leads to is held to the same rules. */
function readName(name: string, facts: RecipientFacts): Recipient {
  const { named } = facts
  switch (named?.is) {
    case undefined:
      return { is: 'unresolved', name, why: 'unsupported' }
    case 'loading':
      return { is: 'resolving', name }
    case 'failed':
      return { is: 'unresolved', name, why: nameProblemOf(named.error) }
    case 'ready': {
      const { address } = named.data
      if (address === undefined) return { is: 'unresolved', name, why: 'nobody' }
      const read = readAddress(address, facts)
      return read.is === 'address' ? { ...read, named: named.data } : read
    }
  }
}

/**
 * Reads the recipient field: an address of this chain with a valid checksum, not the zero address (SPEC §5), or a name
 * that leads to one.
 */
export function readRecipient(text: string, facts: RecipientFacts): Recipient {
  const typed = text.trim()
  if (typed === '') return { is: 'empty' }
  return looksLikeName(typed) ? readName(typed, facts) : readAddress(typed, facts)
}

function readAddress(typed: string, { parse, from, token }: RecipientFacts): Recipient {
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
