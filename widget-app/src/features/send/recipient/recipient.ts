import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { ResolvedName } from '#widget/chains/chain-adapter.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import type { LinkProblem } from './parse-link.ts'
import { readRecipientText } from './recipient-text.ts'

/**
 * Why an address is rejected. `token` is the token's own contract: tokens sent to it are lost. `hidden`: invisible
 * characters change what is displayed.
 */
export type RecipientProblem = 'invalid' | 'checksum' | 'zero' | 'token' | 'hidden'

/** Why a name does not resolve. `nobody`: it has no address on this chain; `unsupported`: this chain has no names. */
export type NameProblem = 'nobody' | 'failed' | 'malformed' | 'unsupported'

/** An address that names another network than the selected one; `chain` is undefined if the prefix is unknown. */
export type AddressElsewhere = {
  readonly is: 'elsewhere'
  readonly chain: ChainId | undefined
  /** The network as the text names it. */
  readonly prefix: string
  readonly address: string
}

/** The parsed recipient field; `unchecked` until the chain's adapter is loaded. */
export type Recipient =
  | { readonly is: 'empty' }
  | { readonly is: 'unchecked' }
  | {
      readonly is: 'address'
      readonly address: string
      readonly isOwn: boolean
      /** The name that resolved to it. */
      readonly named?: ResolvedName
    }
  /** A name that is being resolved. */
  | { readonly is: 'resolving'; readonly name: string }
  | { readonly is: 'unresolved'; readonly name: string; readonly why: NameProblem }
  | { readonly is: 'refused'; readonly why: RecipientProblem }
  | AddressElsewhere
  /** A payment link that is rejected. */
  | { readonly is: 'refused-link'; readonly why: LinkProblem }

export type RecipientFacts = {
  /** The adapter's `parseAddress`; throws for anything that is not an address. */
  readonly parse: ((text: string, chain?: ChainId) => string) | undefined
  /** The network of the transfer. */
  readonly chain: ChainId | undefined
  readonly from: string | undefined
  /** Contract of the token to send; undefined for the native currency. */
  readonly token: string | undefined
  /** The result of resolving the name, if one was typed. */
  readonly named?: QueryResult<ResolvedName> | undefined
}

/** Only zeros; base58 writes them as ones. No key controls such an account. */
const allZeros = /^(?:(?:0x)?0+|1+)$/

const refused = (why: RecipientProblem): Recipient => ({ is: 'refused', why })

const nameProblemOf = (error: Error): NameProblem => {
  if (isWidgetError(error, 'name/invalid')) return 'malformed'
  return isWidgetError(error, 'chain/unsupported') ? 'unsupported' : 'failed'
}

/** Parses a recipient field with a name: its address must pass the same rules. */
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
 * Parses the recipient field: an address of this chain with a valid checksum, not the zero address (SPEC §5), with or
 * without its network, or a name that resolves to one.
 */
export function readRecipient(text: string, facts: RecipientFacts): Recipient {
  const typed = readRecipientText(text)
  if (typed.is === 'hidden') return refused('hidden')
  if (typed.text === '') return { is: 'empty' }
  if (typed.is === 'name') return readName(typed.text, facts)
  if (typed.is !== 'qualified') return readAddress(typed.text, facts)
  const { chain, prefix, text: address } = typed
  if (chain === undefined) return { is: 'elsewhere', chain, prefix, address }
  if (facts.chain === undefined) return { is: 'unchecked' }
  return chain === facts.chain ? readAddress(address, facts) : { is: 'elsewhere', chain, prefix, address }
}

/** Networks with their own address checksum (EIP-1191): Rootstock and its testnet. */
const checksumChains = ['eip155:30', 'eip155:31'].map(parseChainId)

/** Maps an address with a wrong checksum to the network whose checksum it has. */
function withOwnChecksum(address: string, { parse, chain }: RecipientFacts): Recipient {
  const isOf = (other: ChainId): boolean => {
    try {
      return parse?.(address, other) !== undefined
    } catch {
      return false
    }
  }
  const found = checksumChains.find((other) => other !== chain && isOf(other))
  return found === undefined ? refused('checksum') : { is: 'elsewhere', chain: found, prefix: found, address }
}

function readAddress(typed: string, facts: RecipientFacts): Recipient {
  const { parse, from, token, chain } = facts
  if (!parse) return { is: 'unchecked' }
  let address: string
  try {
    address = parse(typed, chain)
  } catch (error) {
    return isWidgetError(error, 'address/checksum') ? withOwnChecksum(typed, facts) : refused('invalid')
  }
  if (allZeros.test(address)) return refused('zero')
  const isSame = (other: string | undefined) => other !== undefined && parse(other, chain) === address
  if (isSame(token)) return refused('token')
  return { is: 'address', address, isOwn: isSame(from) }
}
