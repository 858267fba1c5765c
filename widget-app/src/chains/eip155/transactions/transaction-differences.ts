import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'
import type { CanonicalAuthorization, CanonicalTransaction } from '../canonical/canonical-transaction.ts'
import type { SentTransaction } from '../chain-records.ts'
import { isSameHex } from '../hex.ts'

/** Terms that a request may fix in addition to its call. */
type RequestedTerms = Pick<
  CanonicalTransaction,
  'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'nonce' | 'accessList' | 'authorizations'
>

/** The requested call; without `to`, a new contract. */
export type RequestedCall = {
  readonly from: string
  readonly to: string | undefined
  readonly value: bigint
  readonly data: string
  readonly chain: ChainId
} & Partial<RequestedTerms>

/** Prices that a request may fix, in wei for each unit of gas. */
export type RequestedPrices = Pick<RequestedCall, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/** A contract creation has no recipient. */
const isSameRecipient = (actual: string | undefined, requested: string | undefined): boolean =>
  requested === undefined ? actual === undefined : isSameHex(actual, requested)

/** Blob transactions, which no request can contain, and those with authorizations. */
const blobType = 3n
const authorizationType = 4n

/** Wallets convert a price into fees (types 0 to 2); another type has a different effect. */
function isAllowedType({ type }: SentTransaction, { authorizations = [] }: RequestedCall): boolean {
  if (type == null) return true
  return type !== blobType && (type === authorizationType) === authorizations.length > 0
}

/** The requested nonce, or a later one; an earlier one replaces a pending transaction. */
const isAllowedNonce = (actual: SentTransaction, { nonce }: RequestedCall): boolean =>
  nonce === undefined || BigInt(actual.nonce) >= nonce

type Authorization = NonNullable<SentTransaction['authorizationList']>[number]

/** The wallet chooses a nonce that the request omits; a signature in the request must not change. */
export function isSameAuthorization(actual: Authorization, expected: CanonicalAuthorization): boolean {
  const { signature } = expected
  const isSameSignature =
    signature === undefined ||
    (actual.r === signature.r && actual.s === signature.s && actual.yParity === signature.yParity)
  return (
    isSameHex(actual.address, expected.address) &&
    actual.chainId === expected.chain &&
    (expected.nonce === undefined || actual.nonce === expected.nonce) &&
    isSameSignature
  )
}

/** Exactly the authorizations of the request, in order. */
function hasSameAuthorizations({ authorizationList }: SentTransaction, requested: RequestedCall): boolean {
  const [actual, expected] = [authorizationList ?? [], requested.authorizations ?? []]
  const isSame = (one: Authorization, at: number): boolean => {
    const other = expected[at]
    return other !== undefined && isSameAuthorization(one, other)
  }
  return actual.length === expected.length && actual.every(isSame)
}

/** The access list of the request, or none: it affects only the fee, and wallets drop it. */
function isAllowedAccessList({ accessList }: SentTransaction, requested: RequestedCall): boolean {
  const toText = (list: RequestedCall['accessList']) =>
    (list ?? []).map(({ address, storageKeys }) => [address, ...storageKeys].join(' ').toLowerCase()).join()
  return !accessList?.length || toText(accessList) === toText(requested.accessList)
}

/** Names of the members in which a transaction differs from the request, except fees; empty if none does. */
export function differences(actual: SentTransaction, requested: RequestedCall): readonly string[] {
  const chain = BigInt(chainReference(requested.chain))
  const checks: readonly (readonly [name: string, same: boolean])[] = [
    ['from', isSameHex(actual.from, requested.from)],
    ['to', isSameRecipient(actual.to ?? undefined, requested.to)],
    ['value', actual.value === requested.value],
    ['data', isSameHex(actual.input, requested.data)],
    // Transactions from before EIP-155 have no chain id.
    ['chain', (actual.chainId ?? chain) === chain],
    ['type', isAllowedType(actual, requested)],
    ['nonce', isAllowedNonce(actual, requested)],
    ['authorisations', hasSameAuthorizations(actual, requested)],
    ['accessList', isAllowedAccessList(actual, requested)],
  ]
  return checks.filter(([, same]) => !same).map(([name]) => name)
}

/** A fee up to this is never reported as different; base units of the native currency, 0.01 of it. */
const smallFee = 10n ** 16n
/** Users raise fees in their wallet: prices up to this many times the reference are accepted. */
const priceFactor = 4n

/** Members that bound a transaction's fee; in a block, `gasPrice` is the price that it paid (EIP-1559). */
export type FeeTerms = Pick<SentTransaction, 'gas' | 'gasPrice' | 'maxFeePerGas' | 'blockNumber'>

/**
 * The price of a transaction if its maximum fee is above `smallFee`. In a block it is the price paid; before that, the
 * maximum price is compared with the node's suggestion, which may have fallen since.
 */
export function largeFee({ gas, gasPrice, maxFeePerGas, blockNumber }: FeeTerms): bigint | undefined {
  const price = blockNumber == null ? (maxFeePerGas ?? gasPrice) : (gasPrice ?? maxFeePerGas)
  if (gas == null || price == null) return undefined
  return gas * price > smallFee ? price : undefined
}

/**
 * Whether a price is within the bound: at most four times the maximum of the requested prices and the node's suggestion, in
 * wei for each unit of gas. A fee of up to 0.01 of the native currency is always within it.
 */
export function isPriceWithin(price: bigint, requested: RequestedPrices, suggested: bigint): boolean {
  const { gasPrice = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = requested
  const references = [gasPrice, maxFeePerGas, maxPriorityFeePerGas, suggested]
  return references.some((reference) => price <= reference * priceFactor)
}
