import { beforeEach, describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import type { ConnectionChange } from '#widget/chains/chain-adapter.ts'
import type { Description, Fact } from '#widget/chains/request-facts.ts'
import type { Simulation } from '#widget/chains/simulation.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { closeModalAtom, openModalAtom } from '#widget/domain/modal/modal.ts'
import { reviewSlotAtom, reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { alice, bob } from '#widget/testing/world.ts'
import {
  approval,
  described,
  nativeTransfer,
  plain,
  runs,
  reviewWorld as world,
} from './testing/review-world.ts'

describe('a request of a dApp', () => {
  it('risky request › opens the closed widget, closes it, then reaches the wallet', async () => {
    const { store, sendRequest, requested, settle, decideReview, hostCalls } = await world()
    const answer = sendRequest()
    await settle()
    expect(store.get(viewStackAtom)).toEqual([{ name: 'ApproveTransaction' }])
    expect(store.get(reviewsAtom)[0]?.risks).toEqual(['unlimited-approval'])
    expect(hostCalls).toEqual(['show'])
    expect(requested).toEqual([])
    await decideReview('approve')
    expect(await answer).toBe('signed')
    expect(hostCalls).toEqual(['show', 'hide'])
    expect(store.get(modalOpenAtom)).toBe(false)
    expect(requested).toEqual(['eth_sendTransaction'])
  })

  it('allow-listed request › no review, unless the host requires every one', async () => {
    const quiet = await world({ readRequest: async () => described(nativeTransfer) })
    expect(await quiet.sendRequest()).toBe('signed')
    expect(quiet.hostCalls).toEqual([])
    const always = await world({ readRequest: async () => described(nativeTransfer) }, { review: 'always' })
    void always.sendRequest()
    await always.settle()
    expect(always.store.get(reviewsAtom)).toHaveLength(1)
    expect(always.requested).toEqual([])
  })

  it('R6, R7 › request without a risk that is not allow-listed › reviewed', async () => {
    const call: Fact = { is: 'known-call', name: 'withdraw', lines: [] }
    for (const fact of [plain, call]) {
      const { sendRequest, requested, settle, store } = await world({
        readRequest: async () => described(fact),
      })
      void sendRequest()
      await settle()
      expect(store.get(reviewsAtom).map(({ risks }) => risks)).toEqual([[]])
      expect(requested).toEqual([])
    }
  })

  it('R13 › heading, label and revert reason with bidi overrides › shown as numbers', async () => {
    const call: Fact = {
      is: 'known-call',
      name: 'Refund\u202e',
      lines: [{ label: 'to\u200b', value: 'you\nverified' }],
    }
    const { sendRequest, settle, store } = await world({
      readRequest: async () => described(call),
      simulate: async () => ({ is: 'fails', reason: 'ok\u202e' }),
    })
    void sendRequest()
    await settle()
    const [review] = store.get(reviewsAtom)
    expect(review?.decoding).toMatchObject({
      description: {
        facts: [{ name: 'Refund\\u202e', lines: [{ label: 'to\\u200b', value: 'you\\u000averified' }] }],
      },
    })
    expect(review?.simulation).toEqual({ is: 'fails', reason: 'ok\\u202e' })
  })

  it('R8 › silent simulation of an allow-listed transfer grants a right › reviewed', async () => {
    const grants: Simulation = { ...runs(-5n), grants: [approval] }
    const { sendRequest, requested, settle, store } = await world({
      readRequest: async () => described(nativeTransfer),
      simulate: async () => grants,
    })
    void sendRequest()
    await settle()
    expect(store.get(reviewsAtom)[0]?.risks).toEqual(['hidden-grant'])
    expect(requested).toEqual([])
  })

  it.each<[string, ConnectionChange, number]>([
    ['chain', { is: 'chain', chain: parseChainId('eip155:10') }, 4901],
    ['account', { is: 'accounts', accounts: [bob] }, 4901],
  ])('R5 › %s changes under the review › it ends without a wallet request', async (_name, change, code) => {
    const { sendRequest, requested, settle, emit, store } = await world()
    const answer = sendRequest()
    await settle()
    emit(change)
    expect(await answer).toMatchObject({ code })
    expect(store.get(reviewsAtom)).toEqual([])
    expect(requested).toEqual([])
  })

  it('R5 › configuration changes under the review › it ends without a wallet request', async () => {
    const { sendRequest, requested, settle, store } = await world()
    const answer = sendRequest()
    await settle()
    store.set(hostConfigAtom, (config) => ({ ...config, review: 'always' as const }))
    expect(await answer).toMatchObject({ code: 4901 })
    expect(requested).toEqual([])
  })

  it('R5 › theme changes under the review › it stays', async () => {
    const { sendRequest, decideReview, settle, store } = await world()
    const answer = sendRequest()
    await settle()
    store.set(hostConfigAtom, (config) => ({ ...config, themeMode: 'dark' as const }))
    await decideReview('approve')
    expect(await answer).toBe('signed')
  })

  it('request that signs nothing › never reviewed', async () => {
    const { sendRequest, store } = await world({ readRequest: () => undefined }, { review: 'always' })
    expect(await sendRequest()).toBe('signed')
    expect(store.get(reviewsAtom)).toEqual([])
  })

  it('Cancel, or modal closed › 4001 and no wallet request', async () => {
    for (const way of ['cancel', 'close', 'other view'] as const) {
      const { sendRequest, requested, decideReview, settle, store } = await world()
      const answer = sendRequest()
      await settle()
      if (way === 'cancel') await decideReview('cancel')
      if (way === 'close') store.set(closeModalAtom)
      if (way === 'other view') store.set(openModalAtom, { view: 'Networks' })
      expect(await answer).toMatchObject({ code: 4001 })
      expect(requested).toEqual([])
      expect(store.get(reviewsAtom)).toEqual([])
    }
  })

  it('dApp aborts its request › leaves the queue', async () => {
    const { sendRequest, controller, settle, store } = await world()
    const answer = sendRequest()
    await settle()
    controller.abort(new ProviderRpcError(4900, 'gone'))
    expect(await answer).toMatchObject({ code: 4900 })
    expect(store.get(reviewsAtom)).toEqual([])
    expect(store.get(modalOpenAtom)).toBe(false)
  })

  it('modal open › review is pushed, and the view below returns afterwards', async () => {
    const { sendRequest, decideReview, settle, store } = await world()
    store.set(openModalAtom)
    const answer = sendRequest()
    await settle()
    expect(store.get(viewStackAtom).map(({ name }) => name)).toEqual(['Account', 'ApproveTransaction'])
    await decideReview('approve')
    await answer
    expect(store.get(viewStackAtom).map(({ name }) => name)).toEqual(['Account'])
    expect(store.get(modalOpenAtom)).toBe(true)
  })

  it('several requests › queued with their number, decided one by one', async () => {
    const { sendRequest, requested, decideReview, settle, store } = await world()
    const answers = [sendRequest(), sendRequest(), sendRequest()]
    await settle()
    expect(store.get(reviewSlotAtom)).toEqual({ index: 1, count: 3 })
    await decideReview('approve')
    expect(store.get(reviewSlotAtom)).toEqual({ index: 2, count: 3 })
    await decideReview('cancel')
    expect(store.get(reviewSlotAtom)).toEqual({ index: 3, count: 3 })
    await decideReview('approve')
    expect(await Promise.all(answers)).toMatchObject(['signed', { code: 4001 }, 'signed'])
    expect(requested).toHaveLength(2)
    expect(store.get(modalOpenAtom)).toBe(false)
  })

  it('undecodable request › reviewed as such, and can be approved', async () => {
    const { sendRequest, decideReview, settle, store } = await world({
      readRequest: () => Promise.reject(new Error('garbage')),
    })
    const answer = sendRequest()
    await settle()
    expect(store.get(reviewsAtom)[0]).toMatchObject({ decoding: { is: 'unreadable' }, risks: ['not-read'] })
    await decideReview('approve')
    expect(await answer).toBe('signed')
  })

  it('slow decoding › shown, ends after 10 s, and blocks nothing', async () => {
    const { sendRequest, clock, decideReview, settle, store } = await world({
      readRequest: () => new Promise(() => {}),
    })
    const answer = sendRequest()
    await settle()
    expect(store.get(modalOpenAtom)).toBe(false)
    await clock.advance(400)
    expect(store.get(reviewsAtom)[0]?.decoding).toEqual({ is: 'reading' })
    expect(store.get(modalOpenAtom)).toBe(true)
    await clock.advance(9_600)
    expect(store.get(reviewsAtom)[0]?.decoding).toEqual({ is: 'unreadable' })
    await decideReview('approve')
    expect(await answer).toBe('signed')
  })

  it('slowly decoded request is allow-listed › its review closes and it continues', async () => {
    let tell = (_description: Description) => {}
    const { sendRequest, clock, hostCalls } = await world({
      readRequest: () =>
        new Promise((resolve) => {
          tell = resolve
        }),
    })
    const answer = sendRequest()
    await clock.advance(500)
    tell(described(nativeTransfer))
    expect(await answer).toBe('signed')
    expect(hostCalls).toEqual(['show', 'hide'])
  })

  it('sign-in to another site › 4100 without a prompt (test 41)', async () => {
    const { sendRequest, requested, store } = await world({
      readRequest: async () =>
        described({ is: 'sign-in', domain: 'bank.example', text: '', isDisguised: false }),
    })
    expect(await sendRequest()).toMatchObject({ code: 4100 })
    expect(requested).toEqual([])
    expect(store.get(reviewsAtom)).toEqual([])
  })

  it('native transfer to a contract › reviewed until the user has sent there once', async () => {
    const { sendRequest, decideReview, settle, store } = await world({
      readRequest: async () => described(nativeTransfer),
      filterContracts: async (addresses) => addresses,
    })
    const first = sendRequest()
    await settle()
    expect(store.get(reviewsAtom)[0]?.risks).toEqual(['new-contract'])
    await decideReview('approve')
    await first
    expect(await sendRequest()).toBe('signed')
  })

  it('P-L1 › receiver resembles another encoding of a known address › look-alike', async () => {
    const { sendRequest, settle, store } = await world({
      readRequest: async () => described(nativeTransfer),
      addressForms: (address) => [address, `0xaaa${address.slice(5, 39)}aaa`],
    })
    void sendRequest()
    await settle()
    expect(store.get(reviewsAtom)[0]?.risks).toEqual(['look-alike'])
  })

  it.each<[string, () => Promise<readonly string[]>, number]>([
    ['does not answer in time', () => new Promise(() => {}), 1_000],
    ['fails', () => Promise.reject(new Error('node')), 0],
  ])('R2 › node that %s whether a receiver has code › reviewed', async (_name, filterContracts, ms) => {
    const { sendRequest, requested, clock, store } = await world({
      readRequest: async () => described(nativeTransfer),
      filterContracts: filterContracts,
    })
    void sendRequest()
    await clock.advance(ms)
    expect(requested).toEqual([])
    expect(store.get(reviewsAtom)[0]?.decoding).toMatchObject({ is: 'read' })
  })
})

describe('simulation of a reviewed request', () => {
  let outcomes: Simulation[] = []
  const simulate = async () => outcomes.shift()
  beforeEach(() => {
    outcomes = []
  })

  it('simulated › outcome is shown, with amounts as the chain displays them', async () => {
    outcomes = [runs(-5n)]
    const named = { ...approval, figure: { value: 5n, contract: bob } }
    const { sendRequest, settle, store } = await world({
      simulate,
      readTokenMetadata: async () => described(named),
    })
    void sendRequest()
    await settle()
    expect(store.get(reviewsAtom)[0]).toMatchObject({ simulation: runs(-5n), decoding: { is: 'read' } })
  })

  it('simulation differs at the click › blocked until the user has seen it (test 46)', async () => {
    outcomes = [runs(-5n), runs(-6n), runs(-6n)]
    const { sendRequest, requested, decideReview, settle, stage, store } = await world({ simulate })
    const answer = sendRequest()
    await settle()
    await decideReview('approve')
    expect(stage()).toEqual({ is: 'deciding', changed: true })
    expect(store.get(reviewsAtom)[0]?.simulation).toEqual(runs(-6n))
    expect(requested).toEqual([])
    await decideReview('approve')
    expect(await answer).toBe('signed')
  })

  it('node cannot simulate › shown as not simulated and continues', async () => {
    const never = await world({ simulate: () => Promise.reject(new Error('no such method')) })
    const first = never.sendRequest()
    await never.settle()
    expect(never.store.get(reviewsAtom)[0]?.simulation).toEqual({ is: 'unavailable' })
    await never.decideReview('approve')
    expect(await first).toBe('signed')
  })

  it('Low › final simulation times out › shown, and a further click continues', async () => {
    outcomes = [runs(-5n)]
    const { sendRequest, requested, decideReview, settle, stage, store } = await world({ simulate })
    const answer = sendRequest()
    await settle()
    await decideReview('approve')
    expect(stage()).toEqual({ is: 'deciding', changed: true })
    expect(store.get(reviewsAtom)[0]?.simulation).toEqual({ is: 'unavailable' })
    expect(requested).toEqual([])
    await decideReview('approve')
    expect(await answer).toBe('signed')
  })

  it('Low › clicked before the first simulation ended › outcome needs a click', async () => {
    let end = (_outcome: Simulation) => {}
    const late = new Promise<Simulation>((resolve) => {
      end = resolve
    })
    outcomes = [runs(-5n)]
    const first = [late]
    const { sendRequest, requested, decideReview, settle, stage } = await world({
      simulate: async () => first.shift() ?? outcomes.shift(),
    })
    const answer = sendRequest()
    await settle()
    await decideReview('approve')
    end(runs(-5n))
    await settle()
    expect(stage()).toEqual({ is: 'deciding', changed: true })
    expect(requested).toEqual([])
    await decideReview('approve')
    expect(await answer).toBe('signed')
  })

  it('R8 › final simulation grants another right › shown before the wallet request', async () => {
    outcomes = [runs(-5n), { ...runs(-5n), grants: [{ ...approval, spender: alice }] }]
    const { sendRequest, requested, decideReview, settle, store } = await world({ simulate })
    void sendRequest()
    await settle()
    await decideReview('approve')
    expect(store.get(reviewsAtom)[0]?.risks).toEqual(['unlimited-approval', 'hidden-grant', 'hidden-loss'])
    expect(requested).toEqual([])
  })
})

describe('after the review', () => {
  it('wallet signed something else › mismatch is shown, and the dApp gets the error', async () => {
    const mismatch = linkError(-32603, 'The wallet signed something else', 'mismatch')
    const { sendRequest, decideReview, settle, stage, store } = await world({
      request: () => Promise.reject(mismatch),
    })
    const answer = sendRequest()
    await settle()
    await decideReview('approve')
    expect(await answer).toBe(mismatch)
    expect(stage()).toEqual({ is: 'mismatch' })
    expect(store.get(modalOpenAtom)).toBe(true)
    await decideReview('acknowledge')
    expect(store.get(reviewsAtom)).toEqual([])
    expect(store.get(modalOpenAtom)).toBe(false)
  })

  it('wallet on another device › wait is shown; closing leaves the request pending', async () => {
    let sign = (_answer: string) => {}
    const request = () =>
      new Promise((resolve) => {
        sign = resolve
      })
    // An authority that outlasts the request would be decided in the confirm window.
    const readRequest = async () => described(plain)
    const options = { source: 'walletconnect', review: 'always' } as const
    const { sendRequest, decideReview, settle, stage, store } = await world({ request, readRequest }, options)
    const answer = sendRequest()
    await settle()
    await decideReview('approve')
    expect(stage()).toEqual({ is: 'asked' })
    store.set(closeModalAtom)
    expect(store.get(reviewsAtom)).toEqual([])
    sign('signed there')
    expect(await answer).toBe('signed there')
  })
})
