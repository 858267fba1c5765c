import { type Address, encodeFunctionData, getAddress, parseAbi, zeroAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nativeEvmAddress } from '../../../../shared/api/price.ts'
import { NodeErrorResponse, scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import { InvalidSwapError, NoLiquidityError } from '../../ports/sources/swaps.ts'
import { createManualTimers } from '../../vendor-clients/testing/manual-timers.ts'
import {
  respondWithJson,
  type StubHandler,
  startVendorStub,
} from '../../vendor-clients/testing/vendor-stub.ts'
import { createThrottle } from '../../vendor-clients/throttle.ts'
import { createOneInchApi } from './api.ts'
import { createOneInchSwaps } from './oneinch.ts'
import { oneInchRouters } from './routers.ts'

const abi = parseAbi([
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data) payable returns (uint256 returnAmount, uint256 spentAmount)',
  'function unoswap(uint256 token, uint256 amount, uint256 minReturn, uint256 dex) returns (uint256 returnAmount)',
])
const usdc: Address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const dai: Address = '0x6B175474E89094C44Da98b954EedeAC495271d0F'
const user = getAddress('0x00000000000000000000000000000000000000aa')
const other: Address = '0x00000000000000000000000000000000000000bb'
const executor: Address = '0x00000000000000000000000000000000000000ee'
const router = oneInchRouters['eip155:1']
const apiKey = 'key-of-1inch-hunter2'
const swap = { user, from: usdc, to: dai, amount: 1_000n }

type Description = {
  readonly srcToken: Address
  readonly dstToken: Address
  readonly srcReceiver: Address
  readonly dstReceiver: Address
  readonly amount: bigint
  readonly minReturnAmount: bigint
  readonly flags: bigint
}
const description: Description = {
  ...{ srcToken: usdc, dstToken: dai, srcReceiver: executor, dstReceiver: user },
  ...{ amount: 1_000n, minReturnAmount: 995n, flags: 0n },
}

const dataOf = (change: Partial<Description> = {}) =>
  encodeFunctionData({
    abi,
    functionName: 'swap',
    args: [executor, { ...description, ...change }, '0x1234'],
  })
const quote = { dstAmount: '1000', srcToken: { address: usdc.toLowerCase() }, dstToken: { address: dai } }
const built = (tx: object = {}) => ({
  ...quote,
  tx: {
    from: user.toLowerCase(),
    to: router.toLowerCase(),
    data: dataOf(),
    value: '0',
    gas: 0,
    gasPrice: '1',
    ...tx,
  },
})

let stub: Awaited<ReturnType<typeof startVendorStub>>
beforeEach(async () => {
  stub = await startVendorStub(respondWithJson({}))
})
afterEach(() => stub.close())

function service(handler: StubHandler, estimate: () => unknown = () => '0x30d40') {
  stub.answerWith(handler)
  const rpc = scriptedRpc(['eip155:1'], ({ method }) => (method === 'eth_estimateGas' ? estimate() : '0x64'))
  const throttle = createThrottle({ vendor: '1inch', intervalMs: 0, maxWaitMs: 0, clock: Date.now })
  const connection = { outbound: stub.outbound, timers: createManualTimers() }
  const api = createOneInchApi(connection, throttle, { url: stub.origin, apiKey })
  const native = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  return createOneInchSwaps(rpc, api, { chainId: 'eip155:1', native, tokens: [] })
}

describe('1inch › requests', () => {
  it('quote › sends tokens, amount and key, returns the received amount', async () => {
    expect(await service(respondWithJson(quote)).quote(swap)).toEqual({ toAmount: 1_000n })
    expect(stub.requests).toMatchObject([
      {
        method: 'GET',
        path: '/swap/v6.1/1/quote',
        query: { src: usdc, dst: dai, amount: '1000', includeTokensInfo: 'true' },
        headers: { authorization: `Bearer ${apiKey}` },
      },
    ])
  })

  it('swap › sends account, origin and slippage, returns the verified call', async () => {
    expect(await service(respondWithJson(built())).build(swap, 50n, true)).toEqual({
      ...{ to: router, data: dataOf(), amount: '0' },
      eip155: { gas: '200000', gasPrice: '100' },
    })
    const { path, query } = stub.requests[0] ?? {}
    expect([path, query]).toEqual([
      '/swap/v6.1/1/swap',
      {
        ...{ src: usdc, dst: dai, amount: '1000', from: user, origin: user, slippage: '0.5' },
        ...{ includeTokensInfo: 'true', disableEstimate: 'true', compatibility: 'true' },
        ...{ allowPartialFill: 'false', usePermit2: 'false' },
      },
    ])
  })

  it('swap of native currency › sent as the value', async () => {
    const data = dataOf({ srcToken: nativeEvmAddress, dstReceiver: zeroAddress })
    const handler = { ...built({ data, value: '1000' }), srcToken: { address: nativeEvmAddress } }
    const tx = await service(respondWithJson(handler)).build({ ...swap, from: nativeEvmAddress }, 50n, false)
    expect(tx).toMatchObject({ to: router, data, amount: '1000', eip155: { gas: '600000' } })
  })

  it('approval › for the router, no vendor request', async () => {
    const { approvals } = service(respondWithJson({}))
    const tx = await approvals?.build(user, usdc, 5n)
    expect(tx).toMatchObject({ to: usdc, value: '0' })
    expect(tx?.data).toContain(router.slice(2).toLowerCase())
    expect(stub.requests).toEqual([])
  })

  it.each([
    ['a token for itself', { to: usdc.toLowerCase() }],
    ['no address', { from: 'usdc' }],
    ['amount of zero', { amount: 0n }],
  ])('%s › InvalidSwapError without a vendor request', async (_, change) => {
    await expect(service(respondWithJson(quote)).quote({ ...swap, ...change })).rejects.toThrow(
      InvalidSwapError,
    )
    expect(stub.requests).toEqual([])
  })

  it('slippage above 50 percent › rejected', async () => {
    await expect(service(respondWithJson(built())).build(swap, 5_001n, false)).rejects.toThrow(
      InvalidSwapError,
    )
  })
})

describe('1inch › responses that are not the requested swap', () => {
  it.each([
    ['other token given', { srcToken: { address: other } }],
    ['other token received', { dstToken: { address: other } }],
    ['nothing', { dstAmount: '0' }],
  ])('quote of %s › rejected', async (_, change) => {
    const handler = respondWithJson({ ...quote, ...change })
    await expect(service(handler).quote(swap)).rejects.toMatchObject({
      name: 'VendorError',
      reason: 'invalid',
    })
  })

  const changedCalls: readonly (readonly [string, Partial<Description>])[] = [
    ['other token given', { srcToken: other }],
    ['other token received', { dstToken: other }],
    ['other receiver', { dstReceiver: other }],
    ['larger amount', { amount: 1_001n }],
    ['smaller amount', { amount: 999n }],
    ['minimum below the slippage', { minReturnAmount: 994n }],
    ['partial fill', { flags: 1n }],
    ['Permit2', { flags: 4n }],
  ]
  it.each(changedCalls)('call data with %s › rejected', async (_, change) => {
    const handler = respondWithJson(built({ data: dataOf(change) }))
    await expect(service(handler).build(swap, 50n, false)).rejects.toMatchObject({ reason: 'invalid' })
  })

  it.each([
    ['another contract', { to: other }],
    ['another account', { from: other }],
    ['a value', { value: '1' }],
    [
      'another function',
      { data: encodeFunctionData({ abi, functionName: 'unoswap', args: [1n, 1_000n, 995n, 0n] }) },
    ],
    ['no function', { data: '0x12345678' }],
    ['cut call data', { data: dataOf().slice(0, 300) }],
  ])('transaction with %s › rejected', async (_, tx) => {
    await expect(service(respondWithJson(built(tx))).build(swap, 50n, false)).rejects.toMatchObject({
      reason: 'invalid',
    })
  })

  it('minimum of zero › rejected, regardless of the quote', async () => {
    const handler = respondWithJson({ ...built({ data: dataOf({ minReturnAmount: 0n }) }), dstAmount: '1' })
    await expect(service(handler).build(swap, 50n, false)).rejects.toMatchObject({ reason: 'invalid' })
  })

  it.each([
    ['insufficient liquidity', NoLiquidityError, 'insufficient liquidity'],
    ['Not enough 0xabc balance. Amount: 1. Current: 0.', InvalidSwapError, 'The balance is too small'],
    ['Not enough allowance. Amount: 1', InvalidSwapError, 'The allowance is too small'],
    ['cannot estimate. Don’t forget', InvalidSwapError, 'The swap would fail'],
  ])('400 %j › mapped error', async (text, type, message) => {
    const handler = respondWithJson(
      { error: 'Bad Request', description: text, statusCode: 400, meta: [] },
      400,
    )
    const failed = service(handler).quote(swap)
    await expect(failed).rejects.toThrow(type)
    await expect(failed).rejects.toThrow(message)
  })

  it('chain rejects the swap › InvalidSwapError', async () => {
    const reverting = () => {
      throw new NodeErrorResponse(3, 'execution reverted')
    }
    await expect(service(respondWithJson(built()), reverting).build(swap, 50n, true)).rejects.toThrow(
      InvalidSwapError,
    )
  })
})
