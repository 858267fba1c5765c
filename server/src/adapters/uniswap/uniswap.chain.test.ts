import { erc20Abi, type Hex, maxUint256, parseEther, parseUnits } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devAccount } from '../../../../e2e/stack/accounts.ts'
import { multicall3Address } from '../../../../e2e/stack/chains/local-chains.ts'
import { waitForReceipt } from '../../../../e2e/stack/chains/running-chain.ts'
import { type SeededAnvil, startSeededAnvil } from '../../../../e2e/stack/chains/testing/seeded-anvil.ts'
import { localTokens } from '../../../../e2e/stack/chains/tokens.ts'
import { seedUniswap, uniswap } from '../../../../e2e/stack/chains/uniswap.ts'
import { nativeEvmAddress } from '../../../../shared/api/price.ts'
import * as z from '../../../../shared/zod.ts'
import { hexSchema } from '../../chain-clients/evm-call.ts'
import { nodeRpc } from '../../chain-clients/testing/node-rpc.ts'
import { InvalidSwapError, NoLiquidityError, type SwapService } from '../../ports/sources/swaps.ts'
import { createUniswapSwaps } from './uniswap.ts'

const swapper = devAccount('spare-5')
const tokenOf = (symbol: string) => {
  const token = localTokens.find((known) => known.symbol === symbol)
  if (token === undefined) throw new Error(`There is no ${symbol}`)
  return token.address
}
const [usdc, dai, usdt] = [tokenOf('USDC'), tokenOf('DAI'), tokenOf('USDT')]

let node: SeededAnvil
let service: SwapService
beforeAll(async () => {
  node = await startSeededAnvil()
  await seedUniswap(node.chain.plan, node.chain.rpcUrl)
  service = createUniswapSwaps(nodeRpc({ [node.chainId]: node.chain.rpcUrl }), Date.now, {
    chain: {
      chainId: node.chainId,
      wrappedNative: uniswap.weth,
      intermediates: [uniswap.weth],
      multicall3: multicall3Address,
      v2: { router: uniswap.router },
    },
    native: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    tokens: localTokens.map(({ address, name, symbol, decimals }) => ({ address, name, symbol, decimals })),
  })
})
afterAll(() => node.stop())

async function send(tx: { readonly to: string; readonly data: string }, value = 0n) {
  const [to, data] = z.parse(z.tuple([hexSchema(), hexSchema()]), [tx.to, tx.data])
  const { client, plan } = node.chain
  const serializedTransaction: Hex = await privateKeyToAccount(swapper.privateKey).signTransaction({
    ...{ to, data, value, chainId: plan.chainId, gas: 400_000n, type: 'eip1559' },
    nonce: await client.getTransactionCount({ address: swapper.address }),
    maxFeePerGas: 10n ** 11n,
    maxPriorityFeePerGas: 1n,
  })
  return (await waitForReceipt(client, await client.sendRawTransaction({ serializedTransaction }))).status
}

const balanceOf = (address: `0x${string}`) =>
  node.chain.client.readContract({
    address,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [swapper.address],
  })
const swap = (from: string, to: string, amount: bigint) => ({ user: swapper.address, from, to, amount })

describe('swaps on Uniswap V2 pools', () => {
  it('tokens and gas price › those of the chain', async () => {
    expect((await service.tokens()).map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC', 'DAI', 'USDT'])
    expect((await service.gasPrice()).standard).toBe(String(await node.chain.client.getGasPrice()))
  })

  it('native currency for tokens › exactly the quoted amount', async () => {
    const requestedSwap = swap(nativeEvmAddress, usdc, parseEther('0.5'))
    const { toAmount } = await service.quote(requestedSwap)
    const built = await service.build(requestedSwap, 100n, true)
    const before = await balanceOf(usdc)
    expect(await send(built, BigInt(built.amount))).toBe('success')
    expect((await balanceOf(usdc)) - before).toBe(toAmount)
  })

  it('tokens for native currency › after an approval of exactly the amount', async () => {
    const amount = parseUnits('100', 6)
    const requestedSwap = swap(usdc, nativeEvmAddress, amount)
    await expect(service.build(requestedSwap, 100n, true)).rejects.toThrow(InvalidSwapError)
    const { approvals } = service
    if (approvals === undefined) throw new Error('There are no approvals')
    expect(await send(await approvals.build(swapper.address, usdc, amount))).toBe('success')
    expect(await approvals.allowance(swapper.address, usdc)).toBe(amount)
    expect(await send(await service.build(requestedSwap, 100n, true))).toBe('success')
    expect(await approvals.allowance(swapper.address, usdc)).toBe(0n)
    expect(await approvals.allowance(swapper.address, nativeEvmAddress)).toBe(maxUint256)
    await expect(approvals.allowance(swapper.address, swapper.address)).rejects.toThrow(InvalidSwapError)
  })

  it('token for token › direct or over the wrapped native token, the better one', async () => {
    const { toAmount, providerFee } = await service.quote(swap(usdc, dai, parseUnits('10', 6)))
    expect(toAmount).toBeGreaterThan(parseUnits('9.9', 18))
    expect(providerFee).toBe(30_000n)
  })

  it('price moved beyond the slippage › the chain rejects the swap', async () => {
    const built = await service.build(swap(nativeEvmAddress, usdc, parseEther('0.1')), 1n, true)
    const rival = await service.build(swap(nativeEvmAddress, usdc, parseEther('3')), 100n, true)
    expect(await send(rival, BigInt(rival.amount))).toBe('success')
    expect(await send(built, BigInt(built.amount))).toBe('reverted')
  })

  it('no pool › no liquidity', async () => {
    await expect(service.quote(swap(nativeEvmAddress, usdt, 1_000n))).rejects.toThrow(NoLiquidityError)
  })
})
