import type { ChainId } from '#shared/caip/chain-id.ts'
import { feeMultiplierPercent } from '#shared/config/limits.ts'
import type { Network } from '#shared/config/network.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { GasFee, Transfer } from '../../chain-adapter.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { blockSchema } from '../chain-records.ts'
import { bytesSchema, type Hex, quantitySchema, toQuantity } from '../hex.ts'
import type { OpenRpc } from '../rpc.ts'
import { isFalse } from '../tokens/erc20.ts'
import { type TransferCall, transferCall } from '../tokens/transfer-call.ts'
import { toSendError } from '../tokens/transfer-revert-reason.ts'
import { rollupDataFee } from './rollup-data-fee.ts'

/** With the margin of 1.2 (SPEC §9), rounded up. */
export const withMargin = (fee: bigint): bigint => (fee * feeMultiplierPercent + 99n) / 100n

/** Price of a unit of gas, in wei; `baseFee` is missing on chains before EIP-1559. */
export type GasPrices = { readonly baseFee: bigint | undefined; readonly tip: bigint }

/**
 * Fee of a transfer from values of the chain. The margin of 1.2 (SPEC §9) is on the price per unit, so `maxFee` is exactly
 * the maximum that the chain can charge; `dataFee` is what a rollup charges in addition to gas.
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

/** Prices of a unit of gas now. @throws WidgetError `http/*`; ProviderRpcError of the node. */
export async function readPrices(rpc: JsonRpc): Promise<GasPrices> {
  const { baseFeePerGas } = await rpc('eth_getBlockByNumber', ['latest', false], blockSchema)
  const gasPrice = () => rpc('eth_gasPrice', [], quantitySchema)
  if (baseFeePerGas === undefined || baseFeePerGas === null)
    return { baseFee: undefined, tip: await gasPrice() }
  try {
    return { baseFee: baseFeePerGas, tip: await rpc('eth_maxPriorityFeePerGas', [], quantitySchema) }
  } catch (error) {
    // Some nodes do not have the method; their gas price includes the tip.
    if (!(error instanceof ProviderRpcError)) throw error
    const price = await gasPrice()
    return { baseFee: baseFeePerGas, tip: price > baseFeePerGas ? price - baseFeePerGas : 0n }
  }
}

/** Gas of the exact call; a token that would return `false` is rejected too, because nothing would move. */
async function readGas(
  rpc: JsonRpc,
  { from, to, value, data }: TransferCall,
  isToken: boolean,
): Promise<bigint> {
  const call = { from, to, value: toQuantity(value), data }
  const emptyResult: Hex = '0x'
  try {
    const [gas, result] = await Promise.all([
      rpc('eth_estimateGas', [call], quantitySchema),
      isToken ? rpc('eth_call', [call, 'latest'], bytesSchema) : emptyResult,
    ])
    if (isToken && isFalse(result)) {
      throw new ProviderRpcError(providerCodes.server, 'reverted: the token answers false')
    }
    return gas
  } catch (error) {
    throw toSendError(error, isToken)
  }
}

/**
 * Estimates the fee of a transfer (EIP-1559, or the gas price if there is no base fee).
 * @throws WidgetError `send/failed` (`data.reason`) if the chain would reject the transfer, `http/*` if it cannot be called;
 * ProviderRpcError of the node.
 */
export async function estimateFee(openRpc: OpenRpc, transfer: Transfer, network: Network): Promise<GasFee> {
  const call = transferCall(transfer)
  const rpc = openRpc(network)
  if (transfer.asset.address === undefined) return estimateCall(rpc, network.id, call, false)
  // Loaded with the first token transfer.
  const [facts, terms] = [import('../tokens/verify-token-decimals.ts'), import('../tokens/token-terms.ts')]
  const tokenFacts = facts.then(({ readTokenFacts }) => readTokenFacts(rpc, transfer, call))
  // A rejection by the chain takes precedence over errors of the token facts.
  tokenFacts.catch(() => undefined)
  const fee = await estimateCall(rpc, network.id, call, true).catch(async (rejection) => {
    throw await (await terms).withTokenFee(rpc, transfer, rejection)
  })
  return { ...fee, ...(await tokenFacts) }
}

/** The fee of a call; `isToken`: the result `false` is a rejection. @throws as `estimateFee`. */
export async function estimateCall(
  rpc: JsonRpc,
  chain: ChainId,
  call: TransferCall,
  isToken: boolean,
): Promise<GasFee> {
  const [gas, prices, dataFee] = await Promise.all([
    readGas(rpc, call, isToken),
    readPrices(rpc),
    rollupDataFee(rpc, chain, [call]),
  ])
  // Of a chain whose contract is another: what Mantle and Metis charge is part of their gas.
  return composeFee(gas, prices, dataFee ?? 0n)
}
