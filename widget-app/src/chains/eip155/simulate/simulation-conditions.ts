import * as z from '#shared/zod.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import type { CanonicalTransaction } from '../canonical/canonical-transaction.ts'
import { addressSchema, hashSchema, quantitySchema, toQuantity } from '../hex.ts'

/** Fee members that a request fixes, in base units of the native currency for each unit of gas. */
export type FeeTerms = Pick<
  CanonicalTransaction,
  'gas' | 'gasPrice' | 'maxFeePerGas' | 'maxPriorityFeePerGas'
>

const headSchema = z.object({
  gasLimit: quantitySchema,
  baseFeePerGas: z.optional(z.nullable(quantitySchema)),
  miner: z.optional(z.nullable(addressSchema)),
  mixHash: z.optional(z.nullable(hashSchema)),
})

type Head = z.output<typeof headSchema>

/** Chain state that a transaction sent now would be executed in. */
export type SimulationConditions = {
  readonly head: Head
  /** Gas price that the node suggests, in wei. */
  readonly gasPrice: bigint
  /** Native balance of the account, in wei. */
  readonly balance: bigint
}

/** Reads the conditions in one round trip. @throws WidgetError `http/*`; ProviderRpcError of the node. */
export async function readConditions(
  rpc: JsonRpc,
  account: string,
  signal: AbortSignal,
): Promise<SimulationConditions> {
  const [head, gasPrice, balance] = await Promise.all([
    rpc('eth_getBlockByNumber', ['latest', false], headSchema, { signal }),
    rpc('eth_gasPrice', [], quantitySchema, { signal }),
    rpc('eth_getBalance', [account, 'latest'], quantitySchema, { signal }),
  ])
  return { head, gasPrice, balance }
}

/**
 * Values that a contract can compare with real execution (`block.basefee`, `block.coinbase`, `block.prevrandao`), as
 * `blockOverrides` of `eth_simulateV1`: by default nodes set some of them to zero.
 */
export const blockOverrides = ({ baseFeePerGas, miner, mixHash }: Head) => ({
  ...(baseFeePerGas == null ? {} : { baseFeePerGas: toQuantity(baseFeePerGas) }),
  ...(miner == null ? {} : { feeRecipient: miner }),
  ...(mixHash == null ? {} : { prevRandao: mixHash }),
})

export const minOf = (one: bigint, other: bigint): bigint => [one, other].reduce((a, b) => (b < a ? b : a))

/** The expected `tx.gasprice`, in wei: the price that the request fixes or the node suggests, never below the base fee. */
export function effectivePrice({ head, gasPrice }: SimulationConditions, terms: FeeTerms): bigint {
  const base = head.baseFeePerGas ?? undefined
  if (base === undefined) return terms.gasPrice ?? terms.maxFeePerGas ?? gasPrice
  const suggestedTip = gasPrice > base ? gasPrice - base : 0n
  const requestedPrice = terms.gasPrice ?? base + (terms.maxPriorityFeePerGas ?? suggestedTip)
  const maxPrice = terms.maxFeePerGas ?? requestedPrice
  return -minOf(-minOf(requestedPrice, maxPrice), -base)
}

/** The price as members of a call, in the request's kind of price if it names one. */
export function priceMembers({ head }: SimulationConditions, terms: FeeTerms, price: bigint) {
  const base = head.baseFeePerGas ?? undefined
  if (base === undefined || terms.gasPrice !== undefined) return { gasPrice: toQuantity(price) }
  return { maxFeePerGas: toQuantity(price), maxPriorityFeePerGas: toQuantity(price - base) }
}

/** Maximum gas of one transaction (EIP-7825 allows 2^24). */
const gasCap = 16_000_000n

/** Gas for each of `count` calls in one block: what the request fixes, or the maximum of a transaction. */
export function gasPerCall({ head }: SimulationConditions, { gas }: FeeTerms, count: number): bigint {
  const share = head.gasLimit / BigInt(count)
  return minOf(minOf(share, gasCap), gas ?? gasCap)
}

/** Gas for each of `count` calls that the account can pay after the native value that it sends. */
export function affordableGas(
  { balance }: SimulationConditions,
  price: bigint,
  sent: bigint,
  count: number,
): bigint | undefined {
  if (price === 0n) return undefined
  return balance > sent ? (balance - sent) / (price * BigInt(count)) : 0n
}
