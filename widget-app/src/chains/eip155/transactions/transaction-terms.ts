import { WidgetError } from '#shared/errors/widget-error.ts'
import { withTimeout } from '#widget/lib/async.ts'
import type { AdapterPorts } from '../../adapter-ports.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { Fact } from '../../request-facts.ts'
import type { CanonicalTransaction } from '../canonical/canonical-transaction.ts'
import { authorizationFact, nativeAmount } from '../decode/call-facts.ts'
import { quantitySchema } from '../hex.ts'

/** A requested fee up to this is not compared with the network's; base units of the native currency, 0.0005 of it. */
const smallFee = 5n * 10n ** 14n
/** A requested fee above this is high regardless of the network's price; base units of the native currency, 0.1 of it. */
const maxFee = 10n ** 17n
/** A requested price above this many times the network's is high. */
const highPriceFactor = 4n

/** Gas that is assumed if the request has none. */
const assumedGas = { coins: 21_000n, transfer: 100_000n, call: 500_000n }
/** Gas limits above these are high; rollups count the bytes of a transfer as gas too. */
const maxGas = { coins: 300_000n, transfer: 300_000n, call: 15_000_000n }

/** Selector of `transfer(address,uint256)` (ERC-20). */
const transferSelector = '0xa9059cbb'

function transactionKind({ data }: CanonicalTransaction): keyof typeof maxGas {
  if (data === '0x') return 'coins'
  return data.toLowerCase().startsWith(transferSelector) ? 'transfer' : 'call'
}

/** The highest price per gas in the request, in wei; undefined if the wallet chooses it. */
function requestedPrice({ gasPrice, maxFeePerGas, maxPriorityFeePerGas }: CanonicalTransaction) {
  // A tip above the fee limit makes a transaction invalid, but a wallet may raise the limit to it.
  const isTipHigher = (maxPriorityFeePerGas ?? 0n) > (maxFeePerGas ?? 0n)
  return gasPrice ?? (isTipHigher ? maxPriorityFeePerGas : maxFeePerGas)
}

/** How long the review waits for the network's price. */
const priceLimitMs = 1_000

/**
 * The network's price per gas in wei, for a transaction with its own price; undefined without one, or if the network does
 * not respond within 1 s. Rejects only with the signal's reason.
 */
export async function networkPriceFor(
  transaction: CanonicalTransaction,
  rpc: JsonRpc,
  clock: AdapterPorts['clock'],
  signal: AbortSignal,
): Promise<bigint | undefined> {
  if (requestedPrice(transaction) === undefined) return undefined
  const timeoutError = () => new WidgetError('http/timeout', 'It took too long')
  const read = (timeoutSignal: AbortSignal) =>
    rpc('eth_gasPrice', [], quantitySchema, { signal: timeoutSignal })
  const price = await withTimeout(clock, priceLimitMs, timeoutError, read, signal).catch(() => undefined)
  signal.throwIfAborted()
  return price
}

/** The fee term of a transaction; a price that cannot be compared is high unless the fee is small. */
function feeTerm(transaction: CanonicalTransaction, networkPrice: bigint | undefined): Fact | undefined {
  const price = requestedPrice(transaction)
  if (price === undefined) return undefined
  const fee = (transaction.gas ?? assumedGas[transactionKind(transaction)]) * price
  const isNear = networkPrice !== undefined && price <= networkPrice * highPriceFactor
  const isHigh = fee > maxFee || (fee > smallFee && !isNear)
  return { is: 'term', name: isHigh ? 'fee-high' : 'fee', figure: nativeAmount(fee) }
}

function gasTerm(transaction: CanonicalTransaction): Fact | undefined {
  const { gas } = transaction
  if (gas === undefined) return undefined
  const name = gas > maxGas[transactionKind(transaction)] ? 'gas-high' : 'gas-limit'
  return { is: 'term', name, text: String(gas) }
}

/**
 * What a transaction fixes in addition to its call: fee, gas limit, nonce, type, access list and authorizations.
 * `networkPrice` is the network's price per gas, in wei.
 */
export function transactionTerms(
  transaction: CanonicalTransaction,
  networkPrice: bigint | undefined,
): readonly Fact[] {
  const { nonce, type, accessList, authorizations = [] } = transaction
  const facts: readonly (Fact | undefined)[] = [
    ...authorizations.map(({ address, chain }) => authorizationFact(address, chain)),
    feeTerm(transaction, networkPrice),
    gasTerm(transaction),
    nonce === undefined ? undefined : { is: 'term', name: 'nonce', text: String(nonce) },
    type === 1n ? { is: 'term', name: 'transaction-type', text: String(type) } : undefined,
    accessList && {
      is: 'term',
      name: 'access-list',
      text: accessList.map(({ address }) => address).join(' '),
    },
  ]
  return facts.filter((fact) => fact !== undefined)
}
