import { decodeFunctionData, encodeFunctionData, parseAbi } from 'viem/utils'
import { describe, expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import type { RpcRequest } from '../../chain-adapter.ts'
import { createWalletTransport } from '../../testing/page-with-wallet.ts'
import { createAdapter } from '../adapter.ts'
import { bytesSchema, type Hex } from '../hex.ts'
import { alice, bob, connection, found, tokenAddress } from '../testing/unit-world.ts'
import { parseRequest } from '../wallet/request-parser.ts'
import { approvalLimit } from './limit-approval.ts'

const erc20 = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function transfer(address to, uint256 amount)',
])
const permit2 = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])
const maxUint256 = 2n ** 256n - 1n
const maxUint160 = 2n ** 160n - 1n

const approve = encodeFunctionData({ abi: erc20, functionName: 'approve', args: [bob, maxUint256] })
const increase = encodeFunctionData({
  abi: erc20,
  functionName: 'increaseAllowance',
  args: [bob, maxUint256],
})
const transfer = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [bob, 5n] })
const permit = encodeFunctionData({
  abi: permit2,
  functionName: 'approve',
  args: [tokenAddress, bob, maxUint160, 1_900_000_000],
})

const transaction = (data: Hex, over: object = {}): RpcRequest => ({
  method: 'eth_sendTransaction',
  params: [{ from: alice, to: tokenAddress, data, ...over }],
})
const bundle = (...calls: readonly Hex[]): RpcRequest => ({
  method: 'wallet_sendCalls',
  params: [
    {
      version: '2.0.0',
      from: alice,
      chainId: '0x1',
      atomicRequired: true,
      calls: calls.map((data) => ({ to: tokenAddress, data })),
    },
  ],
})
const limitOf = (request: RpcRequest) => approvalLimit(parseRequest(connection, request))

const sent = z.tuple([z.object({ data: bytesSchema, to: z.string(), gas: z.optional(z.string()) })])

/** A prepared request, and what the wallet gets. */
async function prepared(request: RpcRequest) {
  const walletRequests: unknown[] = []
  const adapter = createAdapter({
    transport: createWalletTransport(found, {
      eth_chainId: () => '0x1',
      eth_sendTransaction: (params: unknown) => {
        walletRequests.push(params)
        return `0x${'ab'.repeat(32)}`
      },
    }),
    rpcUrl: () => 'https://rpc.example',
    fetch: () => Promise.reject(new Error('This test has no network')),
    clock: fakeClock(),
    bundledToken: () => ({ symbol: 'TEST', decimals: 6 }),
  })
  return { walletRequests, prepared: await adapter.prepare(connection, request) }
}

describe('lower an approval', () => {
  it('R2 › unlimited approval lowered › the wallet gets what was shown', async () => {
    const { walletRequests, prepared: first } = await prepared(transaction(approve, { gas: '0x1d4c0' }))
    const lowered = first.withLimit?.(150_000_000n)
    const description = await lowered?.decode?.(new AbortController().signal)
    expect(description?.facts[0]).toMatchObject({
      is: 'approval',
      spender: bob,
      figure: { value: 150_000_000n, contract: tokenAddress },
      isUnlimited: false,
    })
    void lowered?.requestWallet().catch(() => undefined)
    await expect.poll(() => walletRequests).toHaveLength(1)
    expect(walletRequests[0]).toEqual(lowered?.request.params)
    const [{ data, to, gas }] = z.parse(sent, walletRequests[0])
    expect({ to, gas }).toEqual({ to: tokenAddress, gas: '0x1d4c0' })
    expect(decodeFunctionData({ abi: erc20, data }).args).toEqual([bob, 150_000_000n])
  })

  it('lowered twice › the second amount counts, up to the requested one', async () => {
    const { prepared: first } = await prepared(transaction(approve))
    const again = first.withLimit?.(1n).withLimit?.(9n)
    const [{ data }] = z.parse(sent, again?.request.params)
    expect(decodeFunctionData({ abi: erc20, data }).args).toEqual([bob, 9n])
  })

  it.each([
    ['increaseAllowance', increase, erc20, [bob, 7n]],
    ['approve of Permit2', permit, permit2, [tokenAddress, bob, 7n, 1_900_000_000]],
  ])('%s › only the amount changes', (_name, data, abi, args) => {
    const lowered = limitOf(transaction(data))?.(7n)
    const [{ data: next }] = z.parse(sent, lowered?.request.params)
    expect(decodeFunctionData({ abi, data: next }).args).toEqual(args)
  })

  it('approval in a bundle › its call changes, the others stay', () => {
    const lowered = limitOf(bundle(approve, transfer))?.(5n)
    const calls = lowered?.is === 'bundle' ? lowered.bundle.calls : []
    expect(calls.map(({ data }) => decodeFunctionData({ abi: erc20, data }).args)).toEqual([
      [bob, 5n],
      [bob, 5n],
    ])
    expect(JSON.stringify(lowered?.request.params)).toContain(calls[0]?.data)
  })

  it.each([
    ['a transfer', transaction(transfer)],
    ['two approvals in a bundle', bundle(approve, approve)],
    ['bytes after the arguments', transaction(`${approve}ff`)],
    ['a message', { method: 'personal_sign', params: ['0x6869', alice] }],
  ])('%s › no limit can be set', (_case, request) => {
    expect(limitOf(request)).toBeUndefined()
  })

  it.each([-1n, maxUint160 + 1n])('amount %s out of the requested range › RangeError', (amount) => {
    expect(() => limitOf(transaction(permit))?.(amount)).toThrow(RangeError)
  })
})
