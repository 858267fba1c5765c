import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'
import type { CanonicalAuthorisation, CanonicalTransaction } from '../canonical/canonical-transaction.ts'
import type { SentTransaction } from '../chain-records.ts'
import { isSameHex } from '../hex.ts'

/** Terms that a request may fix in addition to its call. */
type AskedTerms = Pick<
  CanonicalTransaction,
  'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'nonce' | 'accessList' | 'authorisations'
>

/** The requested call; without `to`, a new contract. */
export type AskedCall = {
  readonly from: string
  readonly to: string | undefined
  readonly value: bigint
  readonly data: string
  readonly chain: ChainId
} & Partial<AskedTerms>

/** Prices that a request may fix, in wei for each unit of gas. */
export type AskedPrices = Pick<AskedCall, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/** A contract creation has no recipient. */
const isSameReceiver = (found: string | undefined, asked: string | undefined): boolean =>
  asked === undefined ? found === undefined : isSameHex(found, asked)

/** Blob transactions, which no request can contain, and those with authorizations. */
const blobType = 3n
const authorisationType = 4n

/** Wallets convert a price into fees (types 0 to 2); another type has a different effect. */
function isAllowedType({ type }: SentTransaction, { authorisations = [] }: AskedCall): boolean {
  if (type == null) return true
  return type !== blobType && (type === authorisationType) === authorisations.length > 0
}

/** The requested nonce, or a later one; an earlier one replaces a pending transaction. */
const isAllowedNonce = (found: SentTransaction, { nonce }: AskedCall): boolean =>
  nonce === undefined || BigInt(found.nonce) >= nonce

type Authorisation = NonNullable<SentTransaction['authorizationList']>[number]

/** The wallet chooses a nonce that the request omits; a signature in the request must not change. */
export function isSameAuthorisation(found: Authorisation, wanted: CanonicalAuthorisation): boolean {
  const { signature } = wanted
  const isSameSignature =
    signature === undefined ||
    (found.r === signature.r && found.s === signature.s && found.yParity === signature.yParity)
  return (
    isSameHex(found.address, wanted.address) &&
    found.chainId === wanted.chain &&
    (wanted.nonce === undefined || found.nonce === wanted.nonce) &&
    isSameSignature
  )
}

/** Exactly the authorizations of the request, in order. */
function isSameAuthorisations({ authorizationList }: SentTransaction, asked: AskedCall): boolean {
  const [found, wanted] = [authorizationList ?? [], asked.authorisations ?? []]
  const isSame = (one: Authorisation, at: number): boolean => {
    const other = wanted[at]
    return other !== undefined && isSameAuthorisation(one, other)
  }
  return found.length === wanted.length && found.every(isSame)
}

/** The access list of the request, or none: it affects only the fee, and wallets drop it. */
function isAllowedAccess({ accessList }: SentTransaction, asked: AskedCall): boolean {
  const textOf = (list: AskedCall['accessList']) =>
    (list ?? []).map(({ address, storageKeys }) => [address, ...storageKeys].join(' ').toLowerCase()).join()
  return !accessList?.length || textOf(accessList) === textOf(asked.accessList)
}

/** Names of the members in which a transaction differs from the request, except fees; empty if none does. */
export function differences(found: SentTransaction, asked: AskedCall): readonly string[] {
  const chain = BigInt(chainReference(asked.chain))
  const checks: readonly (readonly [name: string, same: boolean])[] = [
    ['from', isSameHex(found.from, asked.from)],
    ['to', isSameReceiver(found.to ?? undefined, asked.to)],
    ['value', found.value === asked.value],
    ['data', isSameHex(found.input, asked.data)],
    // Transactions from before EIP-155 have no chain id.
    ['chain', (found.chainId ?? chain) === chain],
    ['type', isAllowedType(found, asked)],
    ['nonce', isAllowedNonce(found, asked)],
    ['authorisations', isSameAuthorisations(found, asked)],
    ['accessList', isAllowedAccess(found, asked)],
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
export function isPriceWithin(price: bigint, asked: AskedPrices, suggested: bigint): boolean {
  const { gasPrice = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = asked
  const references = [gasPrice, maxFeePerGas, maxPriorityFeePerGas, suggested]
  return references.some((reference) => price <= reference * priceFactor)
}
