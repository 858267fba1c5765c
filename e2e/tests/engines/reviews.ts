import { encodeFunctionData, erc20Abi, isAddress, maxUint256 } from 'viem'
import { randomAddress } from '../random-address.ts'
import type { EngineDapp } from './engine-dapp.ts'

/** Requests an unlimited approval from the connected account, which has the highest risk level. */
export async function requestApproval(dapp: EngineDapp): Promise<() => Promise<unknown>> {
  const from = await dapp.account()
  if (from === null || !isAddress(from)) throw new Error('The page has no account')
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [randomAddress(), maxUint256],
  })
  const call = { from, to: dapp.world.chain(1).token('USDC').address, data }
  return dapp.request('eth_sendTransaction', [call])
}
