import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import { isWidgetError } from '#shared/errors/widget-error.ts'
import type { ResolvedName } from '#widget/chains/chain-adapter.ts'
import type { QueryResult } from '#widget/lib/query-result.ts'
import type { LinkProblem } from './parse-link.ts'
import { parseRecipientText } from './recipient-text.ts'

/**
 * Why an address is rejected. `token` is the token's own contract: tokens sent to it are lost. `hidden`: invisible
 * characters change what is displayed.
 */
export type RecipientProblem = 'invalid' | 'checksum' | 'zero' | 'token' | 'hidden'

/** Why a name does not resolve. `nobody`: it has no address on this chain; `unsupported`: this chain has no names. */
export type NameProblem = 'nobody' | 'failed' | 'malformed' | 'unsupported'

/** An address that names another network than the selected one; `chain` is undefined if the prefix is unknown. */
export type OtherNetworkAddress = {
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
  | { readonly is: 'invalid'; readonly why: RecipientProblem }
  | OtherNetworkAddress
  /** A payment link that is rejected. */
  | { readonly is: 'invalid-link'; readonly why: LinkProblem }

export type RecipientContext = {
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

const invalid = (why: RecipientProblem): Recipient => ({ is: 'invalid', why })

const nameProblemOf = (error: Error): NameProblem => {
  if (isWidgetError(error, 'name/invalid')) return 'malformed'
  return isWidgetError(error, 'chain/unsupported') ? 'unsupported' : 'failed'
}

/** Parses a recipient field with a name: its address must pass the same rules. */
function parseName(name: string, context: RecipientContext): Recipient {
  const { named } = context
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
      const parsed = parseAddressText(address, context)
      return parsed.is === 'address' ? { ...parsed, named: named.data } : parsed
    }
  }
}

/**
 * Parses the recipient field: an address of this chain with a valid checksum, not the zero address (SPEC §5), with or
 * without its network, or a name that resolves to one.
 */
export function parseRecipient(text: string, context: RecipientContext): Recipient {
  const typed = parseRecipientText(text)
  if (typed.is === 'hidden') return invalid('hidden')
  if (typed.text === '') return { is: 'empty' }
  if (typed.is === 'name') return parseName(typed.text, context)
  if (typed.is !== 'qualified') return parseAddressText(typed.text, context)
  const { chain, prefix, text: address } = typed
  if (chain === undefined) return { is: 'elsewhere', chain, prefix, address }
  if (context.chain === undefined) return { is: 'unchecked' }
  return chain === context.chain
    ? parseAddressText(address, context)
    : { is: 'elsewhere', chain, prefix, address }
}

/** Networks with their own address checksum (EIP-1191): Rootstock and its testnet. */
const checksumChains = ['eip155:30', 'eip155:31'].map(parseChainId)

/** Maps an address with a wrong checksum to the network whose checksum it has. */
function withNetworkChecksum(address: string, { parse, chain }: RecipientContext): Recipient {
  const isOf = (other: ChainId): boolean => {
    try {
      return parse?.(address, other) !== undefined
    } catch {
      return false
    }
  }
  const otherChain = checksumChains.find((other) => other !== chain && isOf(other))
  return otherChain === undefined
    ? invalid('checksum')
    : { is: 'elsewhere', chain: otherChain, prefix: otherChain, address }
}

function parseAddressText(typed: string, context: RecipientContext): Recipient {
  const { parse, from, token, chain } = context
  if (!parse) return { is: 'unchecked' }
  let address: string
  try {
    address = parse(typed, chain)
  } catch (error) {
    return isWidgetError(error, 'address/checksum') ? withNetworkChecksum(typed, context) : invalid('invalid')
  }
  if (allZeros.test(address)) return invalid('zero')
  const isSame = (other: string | undefined) => other !== undefined && parse(other, chain) === address
  if (isSame(token)) return invalid('token')
  return { is: 'address', address, isOwn: isSame(from) }
}
