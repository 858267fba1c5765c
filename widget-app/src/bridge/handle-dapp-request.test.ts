import { describe, expect, it } from 'vitest'
import type { RpcRequest } from '#widget/chains/chain-adapter.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { connectWalletAtom, disconnectAtom } from '#widget/domain/connections/connection-actions.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { alice, testAdapter, testWallet, testWorld } from '#widget/testing/world.ts'
import { type DappRequest, handleDappRequestAtom } from './handle-dapp-request.ts'

const walletId = 'ethereum:io.metamask'
const { signal } = new AbortController()

async function world() {
  const walletRequests: RpcRequest[] = []
  const adapter = testAdapter({
    request: async (_connection, request) => {
      walletRequests.push(request)
      return 'signed'
    },
  })
  const rabby = testWallet({ rdns: 'io.rabby', name: 'Rabby' })
  const { store, urls, clock } = testWorld({
    adapter,
    wallets: [testWallet(), rabby],
    routes: { '/v1': () => ({ body: { jsonrpc: '2.0', id: 1, result: '0x7' } }) },
  })
  await store.set(connectWalletAtom, { walletId })
  const ask = (request: Omit<DappRequest, 'signal'>) =>
    store.set(handleDappRequestAtom, { ...request, signal })
  return { store, asked: walletRequests, urls, ask, clock }
}

describe('request to one wallet', () => {
  it('connected wallet › receives it', async () => {
    const { ask, asked: walletRequests } = await world()
    const request = { method: 'personal_sign', params: ['0x68', alice] }
    expect(await ask({ ...request, walletId })).toBe('signed')
    expect(walletRequests).toEqual([request])
  })

  it('accounts and chain › returned from the connection, without a prompt', async () => {
    const { ask, asked: walletRequests } = await world()
    expect(await ask({ method: 'eth_accounts', walletId })).toEqual([alice])
    expect(await ask({ method: 'eth_requestAccounts', walletId })).toEqual([alice])
    expect(await ask({ method: 'eth_chainId', walletId })).toBe('0x1')
    expect(walletRequests).toEqual([])
  })

  it("read › goes to the gateway, on that wallet's chain", async () => {
    const { ask, asked: walletRequests, urls, clock } = await world()
    const head = ask({ method: 'eth_blockNumber', params: [], walletId })
    await clock.advance(0)
    expect(await head).toBe('0x7')
    expect(urls.at(-1)).toContain('chainId=eip155%3A1')
    expect(walletRequests).toEqual([])
  })

  it.each(['ethereum:io.rabby', 'polkadot:talisman', ''])(
    'wallet %j, not connected › is never requested',
    async (other) => {
      const { ask, asked: walletRequests } = await world()
      await expect(ask({ method: 'personal_sign', params: [], walletId: other })).rejects.toMatchObject({
        code: 4100,
      })
      expect(walletRequests).toEqual([])
    },
  )

  it('disconnected wallet › is not requested any more', async () => {
    const { ask, asked: walletRequests, store } = await world()
    await store.set(disconnectAtom, { walletId })
    await expect(ask({ method: 'personal_sign', params: [], walletId })).rejects.toMatchObject({ code: 4100 })
    expect(walletRequests).toEqual([])
  })

  it.each([['eth_sign'], ['injectedWeb3:signRaw'], ['solana:signMessage'], ['eth_sendUserOperation']])(
    '%s, not in the policy table › is blocked',
    async (method) => {
      const { ask, asked: walletRequests } = await world()
      await expect(ask({ method, params: [], walletId })).rejects.toMatchObject({
        code: 4200,
        message: 'Requested RPC call is not allowed',
      })
      expect(walletRequests).toEqual([])
    },
  )

  it('parameters that are no list › error', async () => {
    const { ask } = await world()
    await expect(ask({ method: 'personal_sign', params: {}, walletId })).rejects.toMatchObject({
      code: -32602,
    })
  })
})

describe('EIP-1193 request', () => {
  it('signature without a connected wallet › 4100', async () => {
    const { ask, store } = await world()
    await store.set(disconnectAtom, {})
    await expect(ask({ method: 'personal_sign', params: [] })).rejects.toMatchObject({ code: 4100 })
  })
})

it('mismatch found after sending › opens the alert, which a click ends', async () => {
  let shows = () => {}
  const adapter = testAdapter({
    request: async (_connection, _request, options) => {
      shows = () => options?.onChecked?.({ is: 'mismatch' })
      return `0x${'ab'.repeat(32)}`
    },
  })
  const { store } = testWorld({ adapter, wallets: [testWallet()] })
  await store.set(connectWalletAtom, { walletId })
  const request = { method: 'eth_sendTransaction', params: [{ from: alice, to: alice, value: '0x1' }] }
  expect(await store.set(handleDappRequestAtom, { ...request, signal })).toMatch(/^0xabab/)
  expect(store.get(reviewsAtom)).toEqual([])
  expect(store.get(modalOpenAtom)).toBe(false)

  // As the adapter does when it finds the transaction in the mempool or in a block.
  shows()
  const [alert] = store.get(reviewsAtom)
  expect(alert).toMatchObject({ request, stage: { is: 'mismatch' } })
  expect(store.get(modalOpenAtom)).toBe(true)
  expect(store.get(currentViewAtom)).toEqual({ name: 'ApproveTransaction' })

  alert?.decide('acknowledge')
  expect(store.get(reviewsAtom)).toEqual([])
  expect(store.get(modalOpenAtom)).toBe(false)
})
