import { beforeEach, describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { linkError } from '#shared/errors/wire-error.ts'
import type { ConnectionChange } from '#widget/chains/chain-adapter.ts'
import type { Description, Fact, Simulation } from '#widget/chains/request-facts.ts'
import { hostConfigAtom } from '#widget/core/config.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { closeModalAtom, openModalAtom } from '#widget/domain/modal/modal.ts'
import { reviewSlotAtom, reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { alice, bob } from '#widget/testing/world.ts'
import { approval, coins, described, plain, runs, reviewWorld as world } from './testing/review-world.ts'

describe('a request of a dApp', () => {
  it('behavior: a risky one opens the closed widget by itself, closes after, and then the wallet is asked', async () => {
    const { store, ask, asked, settle, press, hostCalls } = await world()
    const answer = ask()
    await settle()
    expect(store.get(viewStackAtom)).toEqual([{ name: 'ApproveTransaction' }])
    expect(store.get(reviewsAtom)[0]?.risks).toEqual(['unlimited-approval'])
    expect(hostCalls).toEqual(['show'])
    expect(asked).toEqual([])
    await press('approve')
    expect(await answer).toBe('signed')
    expect(hostCalls).toEqual(['show', 'hide'])
    expect(store.get(modalOpenAtom)).toBe(false)
    expect(asked).toEqual(['eth_sendTransaction'])
  })

  it('allow-listed request › no review, unless the host wants every one', async () => {
    const quiet = await world({ readRequest: async () => described(coins) })
    expect(await quiet.ask()).toBe('signed')
    expect(quiet.hostCalls).toEqual([])
    const always = await world({ readRequest: async () => described(coins) }, { review: 'always' })
    void always.ask()
    await always.settle()
    expect(always.store.get(reviewsAtom)).toHaveLength(1)
    expect(always.asked).toEqual([])
  })

  it('R6, R7 › request without a risk that is not allow-listed › reviewed', async () => {
    const call: Fact = { is: 'known-call', name: 'withdraw', lines: [] }
    for (const fact of [plain, call]) {
      const { ask, asked, settle, store } = await world({ readRequest: async () => described(fact) })
      void ask()
      await settle()
      expect(store.get(reviewsAtom).map(({ risks }) => risks)).toEqual([[]])
      expect(asked).toEqual([])
    }
  })

  it('R13 › heading, label and revert reason with bidi overrides › the review has them as numbers', async () => {
    const call: Fact = {
      is: 'known-call',
      name: 'Refund\u202e',
      lines: [{ label: 'to\u200b', value: 'you\nverified' }],
    }
    const { ask, settle, store } = await world({
      readRequest: async () => described(call),
      simulate: async () => ({ is: 'fails', reason: 'ok\u202e' }),
    })
    void ask()
    await settle()
    const [review] = store.get(reviewsAtom)
    expect(review?.reading).toMatchObject({
      description: {
        facts: [{ name: 'Refund\\u202e', lines: [{ label: 'to\\u200b', value: 'you\\u000averified' }] }],
      },
    })
    expect(review?.simulation).toEqual({ is: 'fails', reason: 'ok\\u202e' })
  })

  it('R8 › silent run of an allow-listed transfer hands out a right › reviewed', async () => {
    const grants: Simulation = { ...runs(-5n), grants: [approval] }
    const { ask, asked, settle, store } = await world({
      readRequest: async () => described(coins),
      simulate: async () => grants,
    })
    void ask()
    await settle()
    expect(store.get(reviewsAtom)[0]?.risks).toEqual(['hidden-grant'])
    expect(asked).toEqual([])
  })

  it.each<[string, ConnectionChange, number]>([
    ['chain', { is: 'chain', chain: parseChainId('eip155:10') }, 4901],
    ['account', { is: 'accounts', accounts: [bob] }, 4901],
  ])(
    'R5 › %s changes under the review › it ends and the wallet is not asked',
    async (_name, change, code) => {
      const { ask, asked, settle, emit, store } = await world()
      const answer = ask()
      await settle()
      emit(change)
      expect(await answer).toMatchObject({ code })
      expect(store.get(reviewsAtom)).toEqual([])
      expect(asked).toEqual([])
    },
  )

  it('R5 › configuration changes under the review › it ends and the wallet is not asked', async () => {
    const { ask, asked, settle, store } = await world()
    const answer = ask()
    await settle()
    store.set(hostConfigAtom, (config) => ({ ...config, review: 'always' as const }))
    expect(await answer).toMatchObject({ code: 4901 })
    expect(asked).toEqual([])
  })

  it('R5 › looks change under the review › it stays', async () => {
    const { ask, press, settle, store } = await world()
    const answer = ask()
    await settle()
    store.set(hostConfigAtom, (config) => ({ ...config, themeMode: 'dark' as const }))
    await press('approve')
    expect(await answer).toBe('signed')
  })

  it('behavior: what signs nothing is never reviewed', async () => {
    const { ask, store } = await world({ readRequest: () => undefined }, { review: 'always' })
    expect(await ask()).toBe('signed')
    expect(store.get(reviewsAtom)).toEqual([])
  })

  it('error: Cancel, and closing the modal, are 4001 and leave the wallet alone', async () => {
    for (const way of ['cancel', 'close', 'other view'] as const) {
      const { ask, asked, press, settle, store } = await world()
      const answer = ask()
      await settle()
      if (way === 'cancel') await press('cancel')
      if (way === 'close') store.set(closeModalAtom)
      if (way === 'other view') store.set(openModalAtom, { view: 'Networks' })
      expect(await answer).toMatchObject({ code: 4001 })
      expect(asked).toEqual([])
      expect(store.get(reviewsAtom)).toEqual([])
    }
  })

  it('error: a request whose dApp is gone leaves the queue', async () => {
    const { ask, controller, settle, store } = await world()
    const answer = ask()
    await settle()
    controller.abort(new ProviderRpcError(4900, 'gone'))
    expect(await answer).toMatchObject({ code: 4900 })
    expect(store.get(reviewsAtom)).toEqual([])
    expect(store.get(modalOpenAtom)).toBe(false)
  })

  it('behavior: over an open modal the review is one view more, and the view below is there after', async () => {
    const { ask, press, settle, store } = await world()
    store.set(openModalAtom)
    const answer = ask()
    await settle()
    expect(store.get(viewStackAtom).map(({ name }) => name)).toEqual(['Account', 'ApproveTransaction'])
    await press('approve')
    await answer
    expect(store.get(viewStackAtom).map(({ name }) => name)).toEqual(['Account'])
    expect(store.get(modalOpenAtom)).toBe(true)
  })

  it('behavior: several queue one after another with their number, and each is decided on its own', async () => {
    const { ask, asked, press, settle, store } = await world()
    const answers = [ask(), ask(), ask()]
    await settle()
    expect(store.get(reviewSlotAtom)).toEqual({ index: 1, count: 3 })
    await press('approve')
    expect(store.get(reviewSlotAtom)).toEqual({ index: 2, count: 3 })
    await press('cancel')
    expect(store.get(reviewSlotAtom)).toEqual({ index: 3, count: 3 })
    await press('approve')
    expect(await Promise.all(answers)).toMatchObject(['signed', { code: 4001 }, 'signed'])
    expect(asked).toHaveLength(2)
    expect(store.get(modalOpenAtom)).toBe(false)
  })

  it('behavior: one that cannot be read is reviewed as such, and can still go to the wallet', async () => {
    const { ask, press, settle, store } = await world({
      readRequest: () => Promise.reject(new Error('garbage')),
    })
    const answer = ask()
    await settle()
    expect(store.get(reviewsAtom)[0]).toMatchObject({ reading: { is: 'unreadable' }, risks: ['not-read'] })
    await press('approve')
    expect(await answer).toBe('signed')
  })

  it('behavior: reading that takes long is said on screen, ends after 10 s, and holds nothing back', async () => {
    const { ask, clock, press, settle, store } = await world({ readRequest: () => new Promise(() => {}) })
    const answer = ask()
    await settle()
    expect(store.get(modalOpenAtom)).toBe(false)
    await clock.advance(400)
    expect(store.get(reviewsAtom)[0]?.reading).toEqual({ is: 'reading' })
    expect(store.get(modalOpenAtom)).toBe(true)
    await clock.advance(9_600)
    expect(store.get(reviewsAtom)[0]?.reading).toEqual({ is: 'unreadable' })
    await press('approve')
    expect(await answer).toBe('signed')
  })

  it('request read slowly that turns out allow-listed › its review closes and it goes on', async () => {
    let tell = (_description: Description) => {}
    const { ask, clock, hostCalls } = await world({
      readRequest: () =>
        new Promise((resolve) => {
          tell = resolve
        }),
    })
    const answer = ask()
    await clock.advance(500)
    tell(described(coins))
    expect(await answer).toBe('signed')
    expect(hostCalls).toEqual(['show', 'hide'])
  })

  it('error: a sign-in to another site is 4100 and nobody is asked (test 41)', async () => {
    const { ask, asked, store } = await world({
      readRequest: async () =>
        described({ is: 'sign-in', domain: 'bank.example', text: '', isDisguised: false }),
    })
    expect(await ask()).toMatchObject({ code: 4100 })
    expect(asked).toEqual([])
    expect(store.get(reviewsAtom)).toEqual([])
  })

  it('behavior: coins to a contract are reviewed the first time, not once a person has sent there', async () => {
    const { ask, press, settle, store } = await world({
      readRequest: async () => described(coins),
      contractsAmong: async (addresses) => addresses,
    })
    const first = ask()
    await settle()
    expect(store.get(reviewsAtom)[0]?.risks).toEqual(['new-contract'])
    await press('approve')
    await first
    expect(await ask()).toBe('signed')
  })

  it('P-L1 › receiver that resembles a known address in another of its forms › a look-alike', async () => {
    const { ask, settle, store } = await world({
      readRequest: async () => described(coins),
      addressForms: (address) => [address, `0xaaa${address.slice(5, 39)}aaa`],
    })
    void ask()
    await settle()
    expect(store.get(reviewsAtom)[0]?.risks).toEqual(['look-alike'])
  })

  it.each<[string, () => Promise<readonly string[]>, number]>([
    ['does not answer in time', () => new Promise(() => {}), 1_000],
    ['fails', () => Promise.reject(new Error('node')), 0],
  ])('R2 › node that %s whether a receiver has code › reviewed', async (_name, contractsAmong, ms) => {
    const { ask, asked, clock, store } = await world({
      readRequest: async () => described(coins),
      contractsAmong,
    })
    void ask()
    await clock.advance(ms)
    expect(asked).toEqual([])
    expect(store.get(reviewsAtom)[0]?.reading).toMatchObject({ is: 'read' })
  })
})

describe('the run of a reviewed request', () => {
  let outcomes: Simulation[] = []
  const simulate = async () => outcomes.shift()
  beforeEach(() => {
    outcomes = []
  })

  it('behavior: its outcome is shown, and figures as the chain tells them', async () => {
    outcomes = [runs(-5n)]
    const named = { ...approval, figure: { value: 5n, contract: bob } }
    const { ask, settle, store } = await world({ simulate, readFigures: async () => described(named) })
    void ask()
    await settle()
    expect(store.get(reviewsAtom)[0]).toMatchObject({ simulation: runs(-5n), reading: { is: 'read' } })
  })

  it('error: a run that differs at the click blocks it until the person has seen that (test 46)', async () => {
    outcomes = [runs(-5n), runs(-6n), runs(-6n)]
    const { ask, asked, press, settle, stage, store } = await world({ simulate })
    const answer = ask()
    await settle()
    await press('approve')
    expect(stage()).toEqual({ is: 'deciding', changed: true })
    expect(store.get(reviewsAtom)[0]?.simulation).toEqual(runs(-6n))
    expect(asked).toEqual([])
    await press('approve')
    expect(await answer).toBe('signed')
  })

  it('node cannot run it › it is shown as not simulated and goes on', async () => {
    const never = await world({ simulate: () => Promise.reject(new Error('no such method')) })
    const first = never.ask()
    await never.settle()
    expect(never.store.get(reviewsAtom)[0]?.simulation).toEqual({ is: 'unavailable' })
    await never.press('approve')
    expect(await first).toBe('signed')
  })

  it('Low › second run does not come › shown, and a further press goes on', async () => {
    outcomes = [runs(-5n)]
    const { ask, asked, press, settle, stage, store } = await world({ simulate })
    const answer = ask()
    await settle()
    await press('approve')
    expect(stage()).toEqual({ is: 'deciding', changed: true })
    expect(store.get(reviewsAtom)[0]?.simulation).toEqual({ is: 'unavailable' })
    expect(asked).toEqual([])
    await press('approve')
    expect(await answer).toBe('signed')
  })

  it('Low › pressed before the first run ended › its outcome is shown and needs a press', async () => {
    let end = (_outcome: Simulation) => {}
    const late = new Promise<Simulation>((resolve) => {
      end = resolve
    })
    outcomes = [runs(-5n)]
    const first = [late]
    const { ask, asked, press, settle, stage } = await world({
      simulate: async () => first.shift() ?? outcomes.shift(),
    })
    const answer = ask()
    await settle()
    await press('approve')
    end(runs(-5n))
    await settle()
    expect(stage()).toEqual({ is: 'deciding', changed: true })
    expect(asked).toEqual([])
    await press('approve')
    expect(await answer).toBe('signed')
  })

  it('R8 › second run hands out another right › shown before the wallet is asked', async () => {
    outcomes = [runs(-5n), { ...runs(-5n), grants: [{ ...approval, spender: alice }] }]
    const { ask, asked, press, settle, store } = await world({ simulate })
    void ask()
    await settle()
    await press('approve')
    expect(store.get(reviewsAtom)[0]?.risks).toEqual(['unlimited-approval', 'hidden-grant', 'hidden-loss'])
    expect(asked).toEqual([])
  })
})

describe('after the review', () => {
  it('error: a wallet that signed something else raises the alarm, and the dApp gets the error', async () => {
    const mismatch = linkError(-32603, 'The wallet signed something else', 'mismatch')
    const { ask, press, settle, stage, store } = await world({ request: () => Promise.reject(mismatch) })
    const answer = ask()
    await settle()
    await press('approve')
    expect(await answer).toBe(mismatch)
    expect(stage()).toEqual({ is: 'mismatch' })
    expect(store.get(modalOpenAtom)).toBe(true)
    await press('acknowledge')
    expect(store.get(reviewsAtom)).toEqual([])
    expect(store.get(modalOpenAtom)).toBe(false)
  })

  it('behavior: a wallet on another device is waited for on screen; closing that leaves the request with it', async () => {
    let sign = (_answer: string) => {}
    const request = () =>
      new Promise((resolve) => {
        sign = resolve
      })
    // A right that outlasts the request would be decided in the confirm window.
    const readRequest = async () => described(plain)
    const options = { source: 'walletconnect', review: 'always' } as const
    const { ask, press, settle, stage, store } = await world({ request, readRequest }, options)
    const answer = ask()
    await settle()
    await press('approve')
    expect(stage()).toEqual({ is: 'asked' })
    store.set(closeModalAtom)
    expect(store.get(reviewsAtom)).toEqual([])
    sign('signed there')
    expect(await answer).toBe('signed there')
  })
})
