import { decodeErrorResult, parseAbi } from 'viem/utils'
import { feeMultiplierPercent } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { GasFee, Transfer } from '../contract.ts'
import type { JsonRpc } from '../json-rpc.ts'
import { blockSchema } from './chain-records.ts'
import { isFalse } from './erc20.ts'
import { isFailedRun } from './failed-run.ts'
import { bytesSchema, type Hex, lowerHex, quantitySchema, toQuantity } from './hex.ts'
import { rollupDataFee } from './rollup-data-fee.ts'
import type { OpenRpc } from './rpc.ts'
import { type TransferCall, transferCall } from './transfer-call.ts'

const withMargin = (fee: bigint): bigint => (fee * feeMultiplierPercent + 99n) / 100n

/** Price of a unit of gas, in wei; `baseFee` is missing on chains before EIP-1559. */
export type GasPrices = { readonly baseFee: bigint | undefined; readonly tip: bigint }

/**
 * Fee of a transfer from what the chain tells. The margin of 1.2 (SPEC §9) lies on the price per unit, so `maxFee` is
 * what the chain can take at most, to the wei; `dataFee` is what a rollup takes beside gas.
 */
export function composeFee(gas: bigint, { baseFee, tip }: GasPrices, dataFee: bigint): GasFee {
  const price = (baseFee ?? 0n) + tip
  const maxFeePerGas = withMargin(price)
  return {
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas: baseFee === undefined ? maxFeePerGas : tip,
    ...(baseFee === undefined ? { legacyGasPrice: maxFeePerGas } : {}),
    expectedFee: gas * price + dataFee,
    maxFee: gas * maxFeePerGas + withMargin(dataFee),
  }
}

async function readPrices(rpc: JsonRpc): Promise<GasPrices> {
  const { baseFeePerGas } = await rpc('eth_getBlockByNumber', ['latest', false], blockSchema)
  const gasPrice = () => rpc('eth_gasPrice', [], quantitySchema)
  if (baseFeePerGas === undefined || baseFeePerGas === null)
    return { baseFee: undefined, tip: await gasPrice() }
  try {
    return { baseFee: baseFeePerGas, tip: await rpc('eth_maxPriorityFeePerGas', [], quantitySchema) }
  } catch (error) {
    // Some nodes have no such method; the gas price they ask for contains the tip.
    if (!(error instanceof ProviderRpcError)) throw error
    const price = await gasPrice()
    return { baseFee: baseFeePerGas, tip: price > baseFeePerGas ? price - baseFeePerGas : 0n }
  }
}

/** Why the chain would not carry out a transfer; `data.reason` of `send/failed`. */
export type RefusedTransfer =
  | 'insufficient-funds'
  | 'reverted'
  | 'token-paused'
  | 'token-blocked'
  | 'token-refuses'

/** What contracts of tokens write in their reasons; the selector is of OpenZeppelin's `EnforcedPause()`. */
const pausedWords = /paus|0xd93c0665/i
const blockedWords = /(?:black|block|deny).?list|blocked|frozen|freez|sanction|banned/i
/** A reason follows the node's own words. */
const hasReason = /revert(?:ed)?\W+\w/i

const errorAbi = parseAbi(['error Error(string)'])

/** The reason of a contract in the data of an error: some nodes have it there alone, in an object or behind a word. */
function reasonIn(data: string): string | undefined {
  const [, encoded] = /(0x08c379a0(?:[0-9a-f]{64})*)/i.exec(data) ?? []
  if (encoded === undefined) return undefined
  try {
    const { args } = decodeErrorResult({ abi: errorAbi, data: lowerHex(bytesSchema.parse(encoded)) })
    return args[0]
  } catch {
    return undefined
  }
}

function dataText(data: unknown): string {
  if (typeof data === 'string') return data
  try {
    return JSON.stringify(data) ?? ''
  } catch {
    return ''
  }
}

function revertOf(words: string, data: string, isToken: boolean): RefusedTransfer {
  const said = `${words} ${data}`
  if (!isToken) return 'reverted'
  if (pausedWords.test(said)) return 'token-paused'
  if (blockedWords.test(said)) return 'token-blocked'
  return hasReason.test(words) ? 'token-refuses' : 'reverted'
}

function refused(error: unknown, isToken: boolean): unknown {
  if (!(error instanceof ProviderRpcError)) return error
  const { message } = error
  const isRevert = isFailedRun(error)
  // A contract may call its own balances insufficient.
  const isPoor = !isRevert && /insufficient (?:funds|balance)|gas required exceeds allowance/i.test(message)
  if (!isPoor && !isRevert) return error
  const data = dataText(error.data)
  const why = reasonIn(data)
  const words = why === undefined || message.includes(why) ? message : `execution reverted: ${why}`
  const reason = isPoor ? 'insufficient-funds' : revertOf(words, data, isToken)
  return new WidgetError('send/failed', words, { cause: error, data: { reason } })
}

/** Gas of the exact call; a token that would answer `false` is refused too, since nothing would move. */
async function readGas(
  rpc: JsonRpc,
  { from, to, value, data }: TransferCall,
  isToken: boolean,
): Promise<bigint> {
  const call = { from, to, value: toQuantity(value), data }
  const nothing: Hex = '0x'
  try {
    const [gas, answer] = await Promise.all([
      rpc('eth_estimateGas', [call], quantitySchema),
      isToken ? rpc('eth_call', [call, 'latest'], bytesSchema) : nothing,
    ])
    if (isToken && isFalse(answer)) {
      throw new ProviderRpcError(providerCodes.server, 'reverted: the token answers false')
    }
    return gas
  } catch (error) {
    throw refused(error, isToken)
  }
}

/**
 * Estimates what a transfer costs (EIP-1559, or the gas price where there is no base fee).
 * @throws WidgetError `send/failed` (`data.reason`) when the chain would refuse the transfer, `http/*` when it cannot be
 * asked; ProviderRpcError of the node.
 */
export async function estimateFee(openRpc: OpenRpc, transfer: Transfer, network: Network): Promise<GasFee> {
  const call = transferCall(transfer)
  const rpc = openRpc(network)
  if (transfer.asset.address === undefined) return estimateCall(rpc, call, false)
  const [fee, facts] = await Promise.all([
    estimateCall(rpc, call, true),
    // It comes with the first token that is sent.
    import('./token-facts.ts').then(({ readTokenFacts }) => readTokenFacts(rpc, transfer, call)),
  ])
  return { ...fee, ...facts }
}

/** What a call costs; `isToken`: its answer `false` is a refusal. @throws as `estimateFee`. */
export async function estimateCall(rpc: JsonRpc, call: TransferCall, isToken: boolean): Promise<GasFee> {
  const [gas, prices, dataFee] = await Promise.all([
    readGas(rpc, call, isToken),
    readPrices(rpc),
    rollupDataFee(rpc, call),
  ])
  return composeFee(gas, prices, dataFee)
}
