import { describe, expect, it, vi } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import type { CallBundles, ContractCalls, RequestOptions, SentVerdict } from '#widget/chains/chain-adapter.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { unexpectedCalls } from '#widget/testing/no-contract-calls.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { dappWorld } from '../testing/dapp-world.ts'

const calls = [
  { to: bob, value: '0x1' },
  { to: bob, data: '0xabcd' },
  { to: bob, value: '0x3' },
]
const bundle = { version: '2.0.0', chainId: '0x1', atomicRequired: false, calls }
const unexpected = () => Promise.reject(new Error('Nothing asks for this here'))
const hash = (at: number) => `0x${String(at).repeat(64)}`
const receipt = (transactionHash: unknown, status = '0x1') => ({
  transactionHash,
  status,
  logs: [],
  blockHash: hash(9),
  blockNumber: '0x1',
  gasUsed: '0x5208',
})

type VerificationCase = readonly [
  what: string,
  verdict: () => Promise<SentVerdict>,
  alarms: readonly object[],
]

describe('wallet with bundles', () => {
  it('called in version 2, and provides the status of its bundle from then on', async () => {
    const { sendRequest, walletRequests } = await dappWorld({
      results: {
        wallet_sendCalls: { id: '0xaa' },
        wallet_getCallsStatus: { version: '2.0.0', status: 200, atomic: true, receipts: [receipt(hash(1))] },
      },
    })
    expect(await sendRequest({ method: 'wallet_sendCalls', params: [bundle] })).toEqual({ id: '0xaa' })
    expect(walletRequests).toEqual([{ method: 'wallet_sendCalls', params: [{ ...bundle, from: alice }] }])
    expect(await sendRequest({ method: 'wallet_getCallsStatus', params: ['0xaa'] })).toEqual({
      version: '2.0.0',
      id: '0xaa',
      chainId: '0x1',
      status: 200,
      atomic: true,
      receipts: [receipt(hash(1))],
    })
  })

  it.each([
    ['CONFIRMED', 200],
    ['PENDING', 100],
  ])('version 1 › only an id is accepted, and %s is %i', async (status, code) => {
    const { sendRequest } = await dappWorld({
      results: { wallet_sendCalls: '0xaa', wallet_getCallsStatus: { status } },
    })
    const sent = await sendRequest({ method: 'wallet_sendCalls', params: [{ ...bundle, version: '1.0' }] })
    expect(sent).toEqual({ id: '0xaa' })
    expect(await sendRequest({ method: 'wallet_getCallsStatus', params: ['0xaa'] })).toMatchObject({
      status: code,
    })
  })

  it.each<VerificationCase>([
    ['the same calls', async () => 'verified', []],
    [
      'calls in words of its own',
      async () => 'unverifiable',
      [{ stage: { is: 'unverified', hash: hash(1) } }],
    ],
    [
      'nothing, because no node answers',
      () => Promise.reject(new Error('away')),
      [{ stage: { is: 'unverified', hash: hash(1) } }],
    ],
    [
      'other calls',
      () => Promise.reject(new WidgetError('send/mismatch', 'Other calls')),
      [{ stage: { is: 'mismatch' }, request: { method: 'wallet_sendCalls' } }],
    ],
  ])('mined bundle › verified once, alert only for other calls: %s', async (_, verdict, alarms) => {
    const verify = vi.fn<CallBundles['verify']>(async () => ({ verdict: await verdict(), added: [] }))
    const contractCalls: ContractCalls = {
      ...unexpectedCalls,
      bundles: { isSupported: unexpected, send: unexpected, verify },
    }
    const bundleStatuses = [100, 200, 200]
    const { sendRequest, store } = await dappWorld({
      adapter: { contractCalls },
      results: {
        wallet_sendCalls: { id: '0xaa' },
        wallet_getCallsStatus: () => {
          const status = bundleStatuses.length > 1 ? bundleStatuses.shift() : bundleStatuses[0]
          // A wallet may report one receipt for each call.
          const receipts = status === 200 ? [receipt(hash(1)), receipt(hash(1))] : []
          return { version: '2.0.0', status, atomic: true, receipts }
        },
      },
    })
    await sendRequest({ method: 'wallet_sendCalls', params: [bundle] })
    for (let attempt = 0; attempt < 3; attempt += 1)
      await sendRequest({ method: 'wallet_getCallsStatus', params: ['0xaa'] })
    expect(verify.mock.calls.map(([sent]) => sent)).toEqual([
      {
        ...{ account: alice, chain: 'eip155:1', hashes: [hash(1)] },
        calls: [
          { to: bob, value: 1n, data: '0x' },
          { to: bob, value: 0n, data: '0xabcd' },
          { to: bob, value: 3n, data: '0x' },
        ],
      },
    ])
    expect(store.get(reviewsAtom)).toMatchObject(alarms)
    expect(store.get(reviewsAtom)).toHaveLength(alarms.length)
  })

  it.each([4001, 5740, 5750, -32603])('error %i › is final: no single transaction is sent', async (code) => {
    const { sendRequest, walletRequests } = await dappWorld({
      results: { wallet_sendCalls: new ProviderRpcError(code, 'No'), eth_sendTransaction: hash(1) },
    })
    await expect(sendRequest({ method: 'wallet_sendCalls', params: [bundle] })).rejects.toMatchObject({
      code,
    })
    expect(walletRequests.map(({ method }) => method)).toEqual(['wallet_sendCalls'])
  })

  it('capabilities › reported for the requested chains', async () => {
    const walletCapabilities = {
      '0x1': { atomic: { status: 'ready' } },
      '0x2105': { atomic: { status: 'supported' } },
    }
    const { sendRequest } = await dappWorld({ results: { wallet_getCapabilities: walletCapabilities } })
    expect(await sendRequest({ method: 'wallet_getCapabilities', params: [alice] })).toEqual(
      walletCapabilities,
    )
    expect(await sendRequest({ method: 'wallet_getCapabilities', params: [alice, ['0x2105']] })).toEqual({
      '0x2105': walletCapabilities['0x2105'],
    })
  })

  it('unknown capabilities › dropped from every response', async () => {
    const caip345 = { caip2: 'eip155:1', transactionHashes: [hash(1)] }
    const { sendRequest } = await dappWorld({
      results: {
        wallet_getCapabilities: {
          '0x1': { atomic: { status: 'ready', by: 'x' }, other: { supported: true } },
        },
        wallet_sendCalls: { id: '0xaa', capabilities: { caip345, other: 1 } },
        wallet_getCallsStatus: { status: 100, capabilities: { other: 1 } },
      },
    })
    expect(await sendRequest({ method: 'wallet_getCapabilities', params: [alice] })).toEqual({
      '0x1': { atomic: { status: 'ready' } },
    })
    expect(await sendRequest({ method: 'wallet_sendCalls', params: [bundle] })).toEqual({
      id: '0xaa',
      capabilities: { caip345 },
    })
    expect(await sendRequest({ method: 'wallet_getCallsStatus', params: ['0xaa'] })).toEqual({
      version: '2.0.0',
      id: '0xaa',
      chainId: '0x1',
      status: 100,
      atomic: true,
    })
  })

  it('account not connected › 4100 for capabilities and bundles', async () => {
    const { sendRequest, walletRequests } = await dappWorld({ results: { wallet_getCapabilities: {} } })
    await expect(sendRequest({ method: 'wallet_getCapabilities', params: [bob] })).rejects.toMatchObject({
      code: 4100,
    })
    const params = [{ ...bundle, from: bob }]
    await expect(sendRequest({ method: 'wallet_sendCalls', params })).rejects.toMatchObject({ code: 4100 })
    expect(walletRequests).toEqual([])
  })
})

describe('wallet without bundles', () => {
  /** It sends one after the other; rejects the one at `rejectAt`. */
  async function world(statuses: readonly (string | undefined)[], rejectAt = -1) {
    const sentAt: number[] = []
    const dapp = await dappWorld({
      results: {
        eth_sendTransaction: () => {
          const at = sentAt.push(dapp.clock.now()) - 1
          if (at === rejectAt) throw new ProviderRpcError(4001, 'No')
          return hash(at + 1)
        },
      },
      node: {
        eth_getTransactionReceipt: ([asked]) => {
          const status = statuses[Number(String(asked).slice(2, 3)) - 1]
          return status === undefined ? null : receipt(asked, status)
        },
      },
    })
    const status = (id: unknown) => dapp.sendRequest({ method: 'wallet_getCallsStatus', params: [id] })
    const send = async () => {
      const sent = await dapp.sendRequest({ method: 'wallet_sendCalls', params: [bundle] })
      return typeof sent === 'object' && sent !== null && 'id' in sent ? sent.id : undefined
    }
    return { ...dapp, sentAt, send, status }
  }

  it.each([4200, -32601, -32004])('error %i › single transactions, at least 32 ms apart', async (code) => {
    const { walletRequests, sentAt, send, adapter } = await world(['0x1', '0x1', '0x1'])
    const originalRequest = adapter.request
    Object.assign(adapter, {
      request: async (...args: Parameters<typeof originalRequest>) => {
        if (args[1].method === 'wallet_sendCalls') throw new ProviderRpcError(code, 'What?')
        return originalRequest(...args)
      },
    })
    expect(await send()).toMatch(/^0x/)
    expect(walletRequests.map(({ params }) => params)).toEqual([
      [{ from: alice, to: bob, value: '0x1', chainId: '0x1' }],
      [{ from: alice, to: bob, data: '0xabcd', chainId: '0x1' }],
      [{ from: alice, to: bob, value: '0x3', chainId: '0x1' }],
    ])
    const gaps = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0))
    expect(gaps.every((gap) => gap >= 32)).toBe(true)
  })

  it('R1 › unknown members of a bundle › absent from the bundle and its transactions', async () => {
    const { walletRequests, sendRequest } = await world(['0x1'])
    const call = { to: bob, value: '0x01', gas: '0xffffff', type: '0x4', note: 'x' }
    const params = [{ ...bundle, calls: [call], note: 'x', capabilities: { other: { optional: true } } }]
    await sendRequest({ method: 'wallet_sendCalls', params })
    expect(walletRequests).toEqual([
      {
        method: 'wallet_sendCalls',
        params: [{ ...bundle, from: alice, calls: [{ to: bob, value: '0x1' }] }],
      },
      {
        method: 'eth_sendTransaction',
        params: [{ from: alice, to: bob, value: '0x1', chainId: '0x1' }],
      },
    ])
  })

  it.each<[name: string, statuses: (string | undefined)[], status: number]>([
    ['pending while one is missing', ['0x1', undefined, '0x1'], 100],
    ['confirmed when all are', ['0x1', '0x1', '0x1'], 200],
    ['partly reverted', ['0x1', '0x0', '0x1'], 600],
    ['reverted', ['0x0', '0x0', '0x0'], 500],
  ])('status by the receipts › %s', async (_name, statuses, status) => {
    const { send, status: statusOf } = await world(statuses)
    expect(await statusOf(await send())).toMatchObject({ status, atomic: false, chainId: '0x1' })
  })

  it('rejection › of the first is the error, of a later one ends it: partly sent', async () => {
    const first = await world([], 0)
    await expect(first.send()).rejects.toMatchObject({ code: 4001 })
    expect(first.sentAt).toHaveLength(1)
    const later = await world(['0x1'], 1)
    const id = await later.send()
    expect(later.sentAt).toHaveLength(2)
    expect(await later.status(id)).toMatchObject({ status: 600 })
  })

  it('mismatch in result or on the chain › ends it and raises the alert', async () => {
    const mismatch = linkError(-32603, 'The wallet returned something else than was asked', 'mismatch')
    for (const shown of ['as the answer', 'late']) {
      const asked: string[] = []
      const sends = async (options: RequestOptions = {}) => {
        const at = asked.push('single')
        if (at === 2 && shown === 'as the answer') throw mismatch
        if (at === 2) options.onChecked?.({ is: 'mismatch' })
        return hash(at)
      }
      const { sendRequest, store } = await dappWorld({
        adapter: {
          request: async (_connection, { method }, options) => {
            if (method === 'eth_sendTransaction') return sends(options)
            throw new ProviderRpcError(4200, 'What?')
          },
        },
        node: { eth_getTransactionReceipt: ([of]) => receipt(of) },
      })
      const params = [{ ...bundle, id: '0xcc' }]
      expect(await sendRequest({ method: 'wallet_sendCalls', params }), shown).toEqual({ id: '0xcc' })
      expect(asked, shown).toHaveLength(2)
      expect(store.get(reviewsAtom).map(({ stage, request }) => [stage, request.params])).toEqual([
        [{ is: 'mismatch' }, [{ from: alice, to: bob, data: '0xabcd', chainId: '0x1' }]],
      ])
      expect(store.get(modalOpenAtom)).toBe(true)
      expect(await sendRequest({ method: 'wallet_getCallsStatus', params: ['0xcc'] })).toMatchObject({
        status: 600,
      })
    }
  })

  it('no capabilities › reported as such', async () => {
    const { sendRequest } = await dappWorld()
    expect(await sendRequest({ method: 'wallet_getCapabilities', params: [alice] })).toEqual({
      '0x1': { atomic: { status: 'unsupported' } },
    })
  })

  it('wallet_showCallsStatus › opens the widget at the bundle', async () => {
    const { sendRequest, send, store } = await world(['0x1', '0x1', '0x1'])
    const id = await send()
    expect(await sendRequest({ method: 'wallet_showCallsStatus', params: [id] })).toBe(null)
    expect(store.get(currentViewAtom)).toEqual({ name: 'CallsStatus', id })
    expect(store.get(modalOpenAtom)).toBe(true)
  })

  it('bundle › is known after a reload', async () => {
    const { send, storage } = await world(['0x1', '0x1', '0x1'])
    const id = await send()
    const next = await dappWorld({
      options: { storage },
      node: { eth_getTransactionReceipt: ([asked]) => receipt(asked) },
    })
    expect(await next.sendRequest({ method: 'wallet_getCallsStatus', params: [id] })).toMatchObject({
      status: 200,
    })
  })
})
