import { hexToBytes } from 'viem/utils'
import type { Connection } from '../contract.ts'
import { readMessage } from '../read-message.ts'
import type { Description, Fact } from '../request-facts.ts'
import type { Call } from './call-facts.ts'
import { bundleTerms } from './canonical-bundle.ts'
import { transactionTerms } from './canonical-transaction.ts'
import { readCall } from './read-call.ts'
import { readGrant } from './read-grant.ts'
import { readTypedData } from './read-typed-data.ts'
import type { ParsedRequest } from './request-parser.ts'

/** A request as a chain runs it: its sender and its calls, in order. */
export type Calls = {
  readonly from: string
  readonly chain: Description['chain']
  readonly calls: readonly Call[]
}

/** The calls of a transaction or a bundle; `undefined` for other requests. */
export function callsOf(parsed: ParsedRequest): Calls | undefined {
  if (parsed.is === 'bundle') return parsed.bundle
  if (parsed.is !== 'transaction') return undefined
  const { from, chain, to, value, data } = parsed.transaction
  return { from, chain, calls: [{ to, value, data }] }
}

const unsent: Fact = { is: 'term', name: 'unsent' }

function factsOf(parsed: ParsedRequest, isKnown: (contract: string) => boolean): readonly Fact[] {
  const { from, calls } = callsOf(parsed) ?? { from: '', calls: [] }
  const facts = calls.flatMap((call) => readCall(call, from, isKnown))
  const inside: readonly Fact[] = calls.length > 1 ? [{ is: 'batch', facts }] : facts
  if (parsed.is === 'bundle') return [...inside, ...bundleTerms(parsed.bundle)]
  if (parsed.is !== 'transaction') return inside
  const terms = transactionTerms(parsed.transaction)
  return [
    ...terms.filter(({ is }) => is === 'authorisation'),
    ...inside,
    ...terms.filter(({ is }) => is !== 'authorisation'),
    ...(parsed.isSent ? [] : [unsent]),
  ]
}

/**
 * What a request does; `undefined` for one that signs nothing. Nothing is asked of the chain. A known function on a contract
 * that is not `isKnown` is said to be called on an unknown one.
 */
export function readParsed(
  connection: Connection,
  parsed: ParsedRequest,
  isKnown: (contract: string) => boolean,
): Description | undefined {
  const { chain } = connection
  switch (parsed.is) {
    case 'message':
      return { account: parsed.account, chain, facts: [readMessage(hexToBytes(parsed.bytes))] }
    case 'typed-data':
      return { account: parsed.account, chain, facts: readTypedData(parsed.typed, parsed.account) }
    case 'grant':
      return readGrant(connection, parsed.grant)
    case 'transaction':
      return { account: parsed.transaction.from, chain, facts: factsOf(parsed, isKnown) }
    case 'bundle':
      return { account: parsed.bundle.from, chain, facts: factsOf(parsed, isKnown) }
    default:
      return undefined
  }
}
