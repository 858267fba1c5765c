import { type Address, type Hex, isHex } from 'viem'
import type { RpcResponse } from '../../../shared/api/rpc.ts'
import * as z from '../../../shared/zod.ts'
import { ChainCallError } from '../ports/chain-call-error.ts'
import type { ChainRpc } from '../ports/rpc.ts'
import { type ChainCall, type ReadOptions, resultOf, sendCalls } from './call-chain.ts'

/** Parameters of a contract call: `data` alone runs creation code. Amounts in wei. */
export type EvmCall = {
  readonly to?: Address
  readonly data: Hex
  readonly from?: Address
  readonly value?: bigint
}

/** Result of a call. A revert is a result of the chain, with the contract's data if the node reports it. */
export type EvmResult =
  | { readonly is: 'returned'; readonly data: Hex }
  | { readonly is: 'reverted'; readonly data: Hex | undefined; readonly reason: string }

/** A block tag, or a number as a hex quantity. */
export type BlockId = 'latest' | 'pending' | Hex

export const hexSchema = () => z.custom<Hex>((value) => isHex(value))

/** JSON-RPC code of a revert (geth, Anvil, Nethermind). */
const revertCode = 3
/** How nodes without that code report that the EVM stopped a call. */
const revertPattern =
  /revert|opcode|out ?of ?gas|gas required exceeds|invalid jump|stack (under|over)flow|bad instruction|gas uint64 overflow|(vm execution|evm) error/i

const revertDataSchema = z.union([hexSchema(), z.object({ data: hexSchema() })])

/** True if an error means that the EVM ran the call and stopped it, so that another node would return the same. */
export const isRevert = (error: unknown): error is ChainCallError =>
  error instanceof ChainCallError &&
  error.code !== undefined &&
  (error.code === revertCode || revertPattern.test(error.message))

function revertDataOf({ data }: ChainCallError): Hex | undefined {
  const parsed = z.safeParse(revertDataSchema, data)
  if (!parsed.success) return undefined
  return typeof parsed.data === 'string' ? parsed.data : parsed.data.data
}

/** The `eth_call` request of a call. */
export function ethCall({ to, data, from, value }: EvmCall, block: BlockId): ChainCall {
  const transaction = {
    ...(to === undefined ? {} : { to }),
    ...(from === undefined ? {} : { from }),
    ...(value === undefined ? {} : { value: `0x${value.toString(16)}` }),
    data,
  }
  return { method: 'eth_call', params: [transaction, block] }
}

/** @throws ChainCallError unless the call returned or reverted. */
export function evmResultOf(chainId: string, response: RpcResponse | undefined): EvmResult {
  try {
    return { is: 'returned', data: resultOf(chainId, 'eth_call', response, hexSchema()) }
  } catch (error) {
    if (!isRevert(error)) throw error
    return { is: 'reverted', data: revertDataOf(error), reason: error.message }
  }
}

/**
 * Sends one call.
 * @throws ChainCallError when the chain did not respond: a revert is a result.
 */
export async function callContract(
  rpc: ChainRpc,
  chainId: string,
  call: EvmCall,
  block: BlockId = 'latest',
  options?: ReadOptions,
): Promise<EvmResult> {
  const [response] = await sendCalls(rpc, chainId, [ethCall(call, block)], options)
  return evmResultOf(chainId, response)
}
