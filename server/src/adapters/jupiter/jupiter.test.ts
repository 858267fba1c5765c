import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { nativeTokenAddresses } from '../../../../shared/api/price.ts'
import { scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import { InvalidSwapError, NoLiquidityError } from '../../ports/sources/swaps.ts'
import { createManualTimers } from '../../vendor-clients/testing/manual-timers.ts'
import {
  respondWithJson,
  type StubHandler,
  startVendorStub,
} from '../../vendor-clients/testing/vendor-stub.ts'
import { createJupiterApi } from './api.ts'
import { createJupiterSwaps, jupiterChainId } from './jupiter.ts'
import { jupiterProgram, wrappedSol } from './programs.ts'
import {
  other,
  type SwapChange,
  swapTransaction,
  table,
  tableAccount,
  usdc,
  user,
} from './testing/swap-transaction.ts'

const apiKey = 'key-of-jupiter-hunter2'
const native = nativeTokenAddresses.solana
const swap = { user, from: native, to: usdc, amount: 1_000n }
const quote = {
  ...{ inputMint: wrappedSol, inAmount: '1000', outputMint: usdc, outAmount: '2000' },
  ...{ otherAmountThreshold: '1990', swapMode: 'ExactIn', slippageBps: 50, platformFee: null },
  ...{ priceImpactPct: '0', routePlan: [{ swapInfo: { label: 'Pool' }, percent: 100 }] },
}

let stub: Awaited<ReturnType<typeof startVendorStub>>
beforeEach(async () => {
  stub = await startVendorStub(respondWithJson({}))
})
afterEach(() => stub.close())

/** Responds to quote requests with one response and to swap requests with another. */
const respondWith =
  (quotes: StubHandler, swaps: StubHandler): StubHandler =>
  (request, response) =>
    (request.path.endsWith('/quote') ? quotes : swaps)(request, response)

const built = (swapTransaction: string, lastValidBlockHeight = 100): StubHandler =>
  respondWith(
    respondWithJson(quote),
    respondWithJson({ swapTransaction, lastValidBlockHeight, simulationError: null }),
  )

function service(handler: StubHandler, err: unknown = null) {
  stub.answerWith(handler)
  const rpc = scriptedRpc([jupiterChainId], ({ method }) => {
    if (method === 'getBlockHeight') return 100
    if (method === 'getMultipleAccounts') return { value: [tableAccount()] }
    return { value: { err, logs: [] } }
  })
  const api = createJupiterApi(
    { outbound: stub.outbound, timers: createManualTimers() },
    { url: stub.origin, apiKey },
  )
  return createJupiterSwaps(rpc, api, { native: { name: 'Solana', symbol: 'SOL', decimals: 9 }, tokens: [] })
}

const invalid = { name: 'VendorError', reason: 'invalid' }

describe('Jupiter › requests', () => {
  it('quote › sends mints, amount and key, returns the received amount', async () => {
    expect(await service(respondWithJson(quote)).quote(swap)).toEqual({ toAmount: 2_000n })
    expect(stub.requests).toMatchObject([{ method: 'GET', headers: { 'x-api-key': apiKey } }])
    expect([stub.requests[0]?.path, stub.requests[0]?.query]).toEqual([
      '/swap/v1/quote',
      {
        ...{ inputMint: wrappedSol, outputMint: usdc, amount: '1000', slippageBps: '50' },
        ...{ swapMode: 'ExactIn', instructionVersion: 'V2', restrictIntermediateTokens: 'true' },
      },
    ])
  })

  it('swap › sends the quote unchanged, returns the verified transaction', async () => {
    const data = await swapTransaction()
    expect(await service(built(data)).build(swap, 50n, true)).toEqual({
      ...{ to: jupiterProgram, data, amount: '1000' },
    })
    const [, request] = stub.requests
    expect(request).toMatchObject({ method: 'POST', path: '/swap/v1/swap', headers: { 'x-api-key': apiKey } })
    expect(JSON.parse(request?.body ?? '')).toEqual({
      ...{ quoteResponse: quote, userPublicKey: user, wrapAndUnwrapSol: true, dynamicComputeUnitLimit: true },
      prioritizationFeeLamports: {
        priorityLevelWithMaxLamports: { priorityLevel: 'medium', maxLamports: 1_000_000 },
      },
    })
  })

  it.each([
    ['accounts of a lookup table', {}, true],
    ['shared accounts', { shares: true }, false],
  ])('swap with %s › verified', async (_, change: SwapChange, usesTable) => {
    const data = await swapTransaction(change, usesTable)
    expect(await service(built(data)).build(swap, 50n, false)).toMatchObject({ data })
  })

  it('no route › no liquidity', async () => {
    const none = respondWithJson(
      { error: 'Could not find any route', errorCode: 'COULD_NOT_FIND_ANY_ROUTE' },
      400,
    )
    await expect(service(none).quote(swap)).rejects.toThrow(NoLiquidityError)
  })

  it('chain rejects the swap › InvalidSwapError', async () => {
    const err = { InstructionError: [6, { Custom: 6001 }] }
    const rejectingService = service(built(await swapTransaction()), err)
    await expect(rejectingService.build(swap, 50n, true)).rejects.toThrow(InvalidSwapError)
  })

  it.each([
    ['SOL for wrapped SOL', { to: wrappedSol }],
    ['no address', { to: '0xusdc' }],
    ['amount of zero', { amount: 0n }],
    ['amount above 64 bits', { amount: 2n ** 64n }],
  ])('%s › InvalidSwapError without a vendor request', async (_, change) => {
    await expect(service(respondWithJson(quote)).quote({ ...swap, ...change })).rejects.toThrow(
      InvalidSwapError,
    )
    expect(stub.requests).toEqual([])
  })
})

describe('Jupiter › responses that are not the requested swap', () => {
  it.each([
    ['another token given', { inputMint: usdc }],
    ['another token received', { outputMint: wrappedSol }],
    ['another amount', { inAmount: '1001' }],
    ['another mode', { swapMode: 'ExactOut' }],
    ['another slippage', { slippageBps: 51 }],
    ['a threshold below the slippage', { otherAmountThreshold: '1989' }],
    ['nothing', { outAmount: '0', otherAmountThreshold: '0' }],
    ['a platform fee', { platformFee: { amount: '1', feeBps: 1 } }],
  ])('quote with %s › rejected', async (_, change) => {
    await expect(service(respondWithJson({ ...quote, ...change })).quote(swap)).rejects.toMatchObject(invalid)
  })

  const changes: readonly (readonly [string, SwapChange])[] = [
    ['another fee payer', { feePayer: other }],
    ['another account', { user: other }],
    ['another source', { source: other }],
    ['another destination', { destination: other }],
    ['another receiver', { recipient: other }],
    ['another token given', { sourceMint: usdc }],
    ['another token received', { destinationMint: wrappedSol }],
    ['the first version of the route', { discriminator: 'e517cb977ae3ad2a' }],
    ['shared accounts and another destination', { shares: true, destination: other }],
    ['another amount', { inAmount: 1_001n }],
    ['a smaller quote', { quotedOut: 1_999n }],
    ['more slippage', { slippage: 51 }],
    ['a platform fee', { platformFee: 1 }],
    ['a fee on better prices', { positiveSlippage: 1 }],
    ['more wrapped coins', { wrapped: 1_001n }],
    ['coins for another account', { wrapTo: other }],
    ['unwrapping to another account', { closeTo: other }],
    ['an account opened for another', { opensFor: other }],
    ['a fee above the bound', { unitPrice: 5_100_000n }],
    ['no swap', { without: jupiterProgram }],
    ['another program', { more: [{ programAddress: other }] }],
  ]
  it.each(changes)('transaction with %s › rejected', async (_, change) => {
    const handler = built(await swapTransaction(change))
    await expect(service(handler).build(swap, 50n, false)).rejects.toMatchObject(invalid)
  })

  it.each([
    ['is no transaction', async () => 'AAAA'],
    ['is cut', async () => (await swapTransaction()).slice(0, 400)],
    [
      'has bytes behind it',
      async () =>
        Buffer.concat([Buffer.from(await swapTransaction(), 'base64'), Buffer.alloc(3)]).toString('base64'),
    ],
    ['is signed', async () => signed(await swapTransaction())],
  ])('transaction that %s › rejected', async (_, createTransaction) => {
    await expect(service(built(await createTransaction())).build(swap, 50n, false)).rejects.toMatchObject(
      invalid,
    )
  })

  it('expired transaction › rejected', async () => {
    const handler = built(await swapTransaction(), 99)
    await expect(service(handler).build(swap, 50n, false)).rejects.toMatchObject(invalid)
  })

  it('lookup table of another program, or without the address › rejected', async () => {
    const data = await swapTransaction({}, true)
    for (const account of [
      null,
      { ...tableAccount(), owner: other },
      { ...tableAccount(), data: ['', 'base64'] },
    ]) {
      stub.answerWith(built(data))
      const rpc = scriptedRpc([jupiterChainId], ({ method, params }) => {
        if (method === 'getMultipleAccounts') expect(params).toMatchObject([[table], {}])
        return method === 'getBlockHeight' ? 100 : { value: [account] }
      })
      const api = createJupiterApi(
        { outbound: stub.outbound, timers: createManualTimers() },
        { url: stub.origin, apiKey },
      )
      const nativeCurrency = { name: 'Solana', symbol: 'SOL', decimals: 9 }
      const swaps = createJupiterSwaps(rpc, api, { native: nativeCurrency, tokens: [] })
      await expect(swaps.build(swap, 50n, false)).rejects.toMatchObject(invalid)
    }
  })
})

function signed(base64: string): string {
  const wire = Buffer.from(base64, 'base64')
  wire[1] = 1
  return wire.toString('base64')
}
