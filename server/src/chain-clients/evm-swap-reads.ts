import { type Address, encodeFunctionData, erc20Abi, getAddress, isAddress, maxUint256 } from 'viem'
import { nativeEvmAddress } from '../../../shared/api/price.ts'
import type { ChainRpc } from '../ports/rpc.ts'
import { InvalidSwapError, type SwapService } from '../ports/sources/swaps.ts'
import { callChain } from './call-chain.ts'
import { callContract, hexSchema, isRevert } from './evm-call.ts'
import { uintOf } from './read-contracts.ts'

const approveGas = 65_000n

/** True if an address stands for the chain's native currency. */
export const isNativeToken = (token: Address): boolean => token.toLowerCase() === nativeEvmAddress

/** @throws InvalidSwapError */
export function parseAddress(text: string): Address {
  if (!isAddress(text, { strict: false })) throw new InvalidSwapError(`Invalid address: ${text}`)
  return getAddress(text.toLowerCase())
}

const quantity = async (
  rpc: ChainRpc,
  chainId: string,
  method: string,
  params: readonly unknown[],
): Promise<bigint> => BigInt(await callChain(rpc, chainId, { method, params }, hexSchema()))

/** Gas price, in wei. @throws ChainCallError */
export const readGasPrice = (rpc: ChainRpc, chainId: string): Promise<bigint> =>
  quantity(rpc, chainId, 'eth_gasPrice', [])

/** Gas prices at three speeds. @throws ChainCallError */
export async function gasPrices(rpc: ChainRpc, chainId: string): ReturnType<SwapService['gasPrice']> {
  const price = await readGasPrice(rpc, chainId)
  return { standard: String(price), fast: String((price * 5n) / 4n), instant: String((price * 3n) / 2n) }
}

/**
 * Gas of a swap, estimated on the chain.
 * @throws InvalidSwapError when the chain would reject it, ChainCallError when no node responds.
 */
export async function swapGasOf(
  rpc: ChainRpc,
  chainId: string,
  { value, ...transaction }: { from: Address; to: Address; data: string; value: bigint },
): Promise<bigint> {
  const params = [{ ...transaction, value: `0x${value.toString(16)}` }]
  return quantity(rpc, chainId, 'eth_estimateGas', params).catch((error: unknown) => {
    if (isRevert(error)) throw new InvalidSwapError('The swap would fail')
    throw error
  })
}

/** Allowances of a chain's tokens for one router (EIP-20), read from the chain. */
export function createRouterApprovals(
  rpc: ChainRpc,
  chainId: string,
  router: Address,
): NonNullable<SwapService['approvals']> {
  return {
    allowance: async (owner, token) => {
      const address = parseAddress(token)
      if (isNativeToken(address)) return maxUint256
      const args = [parseAddress(owner), router] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args })
      const call = await callContract(rpc, chainId, { to: address, data }, 'latest', { isFresh: true })
      const allowance = uintOf(call)
      if (allowance === undefined) throw new InvalidSwapError(`No token at ${address}`)
      return allowance
    },
    build: async (_owner, token, amount = maxUint256) => {
      const address = parseAddress(token)
      if (isNativeToken(address)) throw new InvalidSwapError('The native coin needs no approval')
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [router, amount] })
      const gasPrice = String(await readGasPrice(rpc, chainId))
      return { to: address, data, value: '0', eip155: { gas: Number(approveGas), gasPrice } }
    },
  }
}
