import { hexToBytes } from 'viem/utils'
import type { Connection } from '../../chain-adapter.ts'
import { decodeMessage } from '../../decode-message.ts'
import type { Description, Fact } from '../../request-facts.ts'
import { bundleTerms, type CanonicalBundle } from '../canonical/canonical-bundle.ts'
import { networkFact } from '../canonical/canonical-network.ts'
import { listingFact } from '../canonical/canonical-watch-asset.ts'
import { authorizationOf, transactionOfBundle } from '../canonical/own-batch.ts'
import type { SponsoredFields } from '../canonical/sponsored-fields.ts'
import { type ContractKinds, contractKinds } from '../tokens/contract-kind.ts'
import { transactionTerms } from '../transactions/transaction-terms.ts'
import { decodeTypedData } from '../typed-data/decode-typed-data.ts'
import type { ParsedRequest } from '../wallet/request-parser.ts'
import { authorizationFact, type Call } from './call-facts.ts'
import { decodeCall } from './decode-call.ts'
import { decodeGrant } from './decode-permission-grant.ts'

/** A request as a chain executes it: its sender and its calls, in order. */
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

/** The upgrade that our own wallet adds to a bundle. Only it makes authorizations of bundles, for the account itself. */
const asOwnUpgrade = (fact: Fact): Fact => (fact.is === 'authorisation' ? { ...fact, isOwn: true } : fact)

/** What a user operation of our own wallet adds to its calls: who pays, and the upgrade of an account. */
function operationTerms(
  { authorizationNonce, paymaster }: SponsoredFields,
  chain: Description['chain'],
  sponsor: string | undefined,
): readonly Fact[] {
  const term: Fact = { is: 'term', name: 'sponsored', text: sponsor ?? paymaster }
  if (authorizationNonce === undefined) return [term]
  const { address, chain: chainNumber } = authorizationOf(chain, authorizationNonce)
  return [asOwnUpgrade(authorizationFact(address, chainNumber)), term]
}

/** What the transaction of our own wallet adds to a bundle, as the terms of a transaction. */
const ownBundleTerms = (bundle: CanonicalBundle, networkPrice: bigint | undefined): readonly Fact[] =>
  bundle.transaction === undefined
    ? []
    : transactionTerms(transactionOfBundle(bundle), networkPrice).map(asOwnUpgrade)

/** Delegations come first: they affect the calls. */
const inOrder = (callFacts: readonly Fact[], terms: readonly Fact[]): readonly Fact[] => [
  ...terms.filter(({ is }) => is === 'authorisation'),
  ...callFacts,
  ...terms.filter(({ is }) => is !== 'authorisation'),
]

const unsent: Fact = { is: 'term', name: 'unsent' }

/** The fields of a request that is executed as a user operation; undefined for every other. */
export function sponsoredFieldsOf(parsed: ParsedRequest): SponsoredFields | undefined {
  if (parsed.is === 'bundle') return parsed.bundle.operation
  return parsed.is === 'transaction' ? parsed.transaction.operation : undefined
}

/** What is compared with a request's fee, in wei per gas, or who pays it instead. */
type FeeContext = { readonly networkPrice: bigint | undefined; readonly sponsor: string | undefined }

function factsOf(
  parsed: ParsedRequest,
  kindOf: ContractKinds,
  { networkPrice, sponsor }: FeeContext,
): readonly Fact[] {
  const { from, calls } = callsOf(parsed) ?? { from: '', calls: [] }
  const facts = calls.flatMap((call) => decodeCall(call, from, kindOf))
  const callFacts: readonly Fact[] = calls.length > 1 ? [{ is: 'batch', facts }] : facts
  const operation = sponsoredFieldsOf(parsed)
  const chain = callsOf(parsed)?.chain
  if (operation && chain) return inOrder(callFacts, operationTerms(operation, chain, sponsor))
  if (parsed.is === 'bundle')
    return inOrder(callFacts, [...bundleTerms(parsed.bundle), ...ownBundleTerms(parsed.bundle, networkPrice)])
  if (parsed.is !== 'transaction') return callFacts
  const terms = transactionTerms(parsed.transaction, networkPrice)
  return [...inOrder(callFacts, terms), ...(parsed.isSent ? [] : [unsent])]
}

/**
 * The facts of a request; `undefined` for one that signs nothing. Makes no RPC calls. `isListed` returns whether the bundled
 * list has a token; a known function on a contract without a kind (`contract-kind.ts`) adds the fact `unknown-contract`. A
 * fee in the request is compared with `networkPrice`, in wei per gas. `sponsor` pays the fees of sponsored requests.
 */
export function decodeParsed(
  connection: Connection,
  parsed: ParsedRequest,
  isListed: (contract: string) => boolean,
  networkPrice?: bigint,
  sponsor?: string,
): Description | undefined {
  const { chain } = connection
  const kindOf = contractKinds(chain, isListed)
  const fees = { networkPrice, sponsor }
  switch (parsed.is) {
    case 'message':
      return { account: parsed.account, chain, facts: [decodeMessage(hexToBytes(parsed.bytes))] }
    case 'typed-data':
      return { account: parsed.account, chain, facts: decodeTypedData(parsed.typed, parsed.account) }
    case 'grant':
      return decodeGrant(connection, parsed.grant)
    case 'transaction':
      return { account: parsed.transaction.from, chain, facts: factsOf(parsed, kindOf, fees) }
    case 'bundle':
      return { account: parsed.bundle.from, chain, facts: factsOf(parsed, kindOf, fees) }
    case 'network':
      return { account: connection.accounts[0], chain, facts: [networkFact(parsed.network)] }
    case 'listing':
      return { account: connection.accounts[0], chain, facts: [listingFact(parsed.listing)] }
    default:
      return undefined
  }
}
