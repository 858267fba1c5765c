import { type ChainId, chainReference } from '#shared/caip/chain-id.ts'
import type { CanonicalAuthorisation, CanonicalTransaction } from '../canonical/canonical-transaction.ts'
import type { SentTransaction } from '../chain-records.ts'
import { isSameHex } from '../hex.ts'

/** Terms that a request may fix beside its call. */
type AskedTerms = Pick<
  CanonicalTransaction,
  'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas' | 'nonce' | 'accessList' | 'authorisations'
>

/** What was asked of a wallet; without `to` a new contract. */
export type AskedCall = {
  readonly from: string
  readonly to: string | undefined
  readonly value: bigint
  readonly data: string
  readonly chain: ChainId
} & Partial<AskedTerms>

/** Prices that a request may fix, in wei for each unit of gas. */
export type AskedPrices = Pick<AskedCall, 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'>

/** A contract that is made has no receiver. */
const isSameReceiver = (found: string | undefined, asked: string | undefined): boolean =>
  asked === undefined ? found === undefined : isSameHex(found, asked)

/** Blob transactions, which no request can name, and those with authorisations. */
const blobType = 3n
const authorisationType = 4n

/** Wallets turn a price into fees (types 0 to 2); another type does something else. */
function isAllowedType({ type }: SentTransaction, { authorisations = [] }: AskedCall): boolean {
  if (type == null) return true
  return type !== blobType && (type === authorisationType) === authorisations.length > 0
}

/** The nonce that the request names, or a later one; an earlier one replaces a transaction that is pending. */
const isAllowedNonce = (found: SentTransaction, { nonce }: AskedCall): boolean =>
  nonce === undefined || BigInt(found.nonce) >= nonce

type Authorisation = NonNullable<SentTransaction['authorizationList']>[number]

/** A nonce that the request leaves to the wallet is the wallet's; a signature that came with the request stays. */
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

/** The authorisations of the request, each and in order, and no other. */
function isSameAuthorisations({ authorizationList }: SentTransaction, asked: AskedCall): boolean {
  const [found, wanted] = [authorizationList ?? [], asked.authorisations ?? []]
  const isSame = (one: Authorisation, at: number): boolean => {
    const other = wanted[at]
    return other !== undefined && isSameAuthorisation(one, other)
  }
  return found.length === wanted.length && found.every(isSame)
}

/** The access list of the request, or none: it changes the fee alone, and wallets drop it. */
function isAllowedAccess({ accessList }: SentTransaction, asked: AskedCall): boolean {
  const textOf = (list: AskedCall['accessList']) =>
    (list ?? []).map(({ address, storageKeys }) => [address, ...storageKeys].join(' ').toLowerCase()).join()
  return !accessList?.length || textOf(accessList) === textOf(asked.accessList)
}

/** What differs between a transaction and what was asked for, fees aside; empty when it is the same. */
export function differences(found: SentTransaction, asked: AskedCall): readonly string[] {
  const chain = BigInt(chainReference(asked.chain))
  const checks: readonly (readonly [name: string, same: boolean])[] = [
    ['from', isSameHex(found.from, asked.from)],
    ['to', isSameReceiver(found.to ?? undefined, asked.to)],
    ['value', found.value === asked.value],
    ['data', isSameHex(found.input, asked.data)],
    // Transactions from before EIP-155 name no chain.
    ['chain', (found.chainId ?? chain) === chain],
    ['type', isAllowedType(found, asked)],
    ['nonce', isAllowedNonce(found, asked)],
    ['authorisations', isSameAuthorisations(found, asked)],
    ['accessList', isAllowedAccess(found, asked)],
  ]
  return checks.filter(([, same]) => !same).map(([name]) => name)
}

/** A fee up to this is never said to be other than asked; base units of the native currency, 0.01 of it. */
const smallFee = 10n ** 16n
/** Users raise fees in their wallet: a price up to this many times the reference is theirs. */
const priceFactor = 4n

/** What of a transaction bounds its fee; in a block, `gasPrice` is the price that it paid (EIP-1559). */
export type FeeTerms = Pick<SentTransaction, 'gas' | 'gasPrice' | 'maxFeePerGas' | 'blockNumber'>

/**
 * The price of a transaction, where what it can cost is above what needs no comparison. In a block it is what was paid: the most
 * that it offered before is compared with what the node suggests, which may have fallen since.
 */
export function largeFee({ gas, gasPrice, maxFeePerGas, blockNumber }: FeeTerms): bigint | undefined {
  const price = blockNumber == null ? (maxFeePerGas ?? gasPrice) : (gasPrice ?? maxFeePerGas)
  if (gas == null || price == null) return undefined
  return gas * price > smallFee ? price : undefined
}

/**
 * Whether a price is within the bound: at most four times the largest of what the request names and what the node suggests,
 * in wei for each unit of gas. A fee of up to 0.01 of the native currency is always within it.
 */
export function isPriceWithin(price: bigint, asked: AskedPrices, suggested: bigint): boolean {
  const { gasPrice = 0n, maxFeePerGas = 0n, maxPriorityFeePerGas = 0n } = asked
  const references = [gasPrice, maxFeePerGas, maxPriorityFeePerGas, suggested]
  return references.some((reference) => price <= reference * priceFactor)
}
