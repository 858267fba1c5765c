import { describe, expect, it, vi } from 'vitest'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { closeModalAtom } from '#widget/domain/modal/modal.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { alice, type TestResponse } from '#widget/testing/world.ts'
import { dappWorld } from '../testing/dapp-world.ts'

const key = { type: 'secp256k1', publicKey: `0x04${'a'.repeat(128)}` }
const permission = {
  type: 'native-token-recurring-allowance',
  data: { allowance: '0x5', start: 7, period: 60 },
}
const requested = {
  chainId: '0x1',
  address: alice,
  expiry: 4_000_000_000,
  signer: { type: 'keys', data: { keys: [key] } },
  permissions: [permission],
}
const path = `/v1/sessions/${encodeURIComponent(`eip155:1:${alice}`)}`
const stored = {
  project: { id: 'demo', name: 'Shop' },
  pci: 'one',
  createdAt: 1,
  expiry: 4_000_000_000,
  permissions: [permission],
}
type ResponseFactory = () => TestResponse | Promise<TestResponse>
const listing =
  (...pcis: readonly unknown[]): ResponseFactory =>
  () => ({ body: { pcis } })

/** A wallet that grants, and a service that responds as a test sets. */
async function grantWorld({
  prepare = () => ({ body: { pci: 'one', key } }),
  activate = () => ({ body: {} }),
  list = listing(),
}: {
  readonly prepare?: ResponseFactory
  readonly activate?: ResponseFactory
  readonly list?: ResponseFactory
}) {
  const world = await dappWorld({
    results: {
      wallet_getCapabilities: { '0x1': { permissions: { supported: true } } },
      wallet_grantPermissions: { ...requested, context: '0xc0ffee' },
    },
    options: {
      config: { features: { smartSessions: true } },
      routes: {
        [path]: (_url, body) => (body === undefined ? list() : prepare()),
        [`${path}/activate`]: activate,
      },
    },
  })
  /** Time advances until there is a result. */
  const grant = async () => {
    let isOver = false
    const result = world.sendRequest({ method: 'wallet_grantPermissions', params: [requested] })
    const end = () => {
      isOver = true
    }
    result.then(end, end)
    await vi.waitFor(
      async () => {
        await world.clock.advance(1_000)
        expect(isOver).toBe(true)
      },
      { interval: 5 },
    )
    return result
  }
  const methods = () => world.walletRequests.map(({ method }) => method)
  const activations = () => world.urls.filter((url) => url.startsWith(`${path}/activate?`)).length
  return { ...world, grant, methods, activations, view: () => world.store.get(currentViewAtom) }
}

const failures: readonly [string, ResponseFactory][] = [
  ['429', () => ({ status: 429, headers: { 'retry-after': '1' } })],
  ['500', () => ({ status: 500 })],
  ['no answer', () => new Promise<never>(() => {})],
  ['no JSON', () => ({ text: 'oops' })],
]

describe('outcome of a grant', () => {
  it.each<[string, ResponseFactory]>([
    ['JSON', () => ({ body: {} })],
    ['an empty body', () => ({ text: '' })],
  ])('service accepts with %s › active, and shown to the user', async (_, activate) => {
    const { grant, store, view } = await grantWorld({ activate })
    expect(await grant()).toMatchObject({ context: 'one' })
    expect(view()).toEqual({ name: 'SmartSessionCreated', outcome: 'active' })
    expect(store.get(modalOpenAtom)).toBe(true)
    expect(store.get(reviewsAtom)).toEqual([])
  })

  it.each(failures)(
    'activation fails with %s › its list decides: active, not started, or unclear',
    async (_, activate) => {
      const active = await grantWorld({ activate, list: listing(stored) })
      expect(await active.grant()).toMatchObject({ context: 'one' })
      expect(active.view()).toEqual({ name: 'SmartSessionCreated', outcome: 'active' })
      for (const [list, outcome] of [
        [listing(), 'not-started'],
        [listing({ ...stored, revokedAt: 2 }), 'not-started'],
        [() => ({ status: 500 }), 'unclear'],
      ] as const) {
        const { grant, view, events } = await grantWorld({ activate, list })
        await expect(grant()).rejects.toThrow()
        expect(view()).toEqual({ name: 'SmartSessionCreated', outcome })
        expect(events.map(({ event }) => event)).not.toContain('SMART_SESSION_CREATED')
      }
    },
  )

  it('no block contains the grant yet › shows that it starts, repeats the activation, then shows the outcome', async () => {
    for (const [answer, outcome] of [
      [{ body: {} }, 'active'],
      [{ status: 400 }, 'not-started'],
    ] as const) {
      let isInBlock = false
      const world = await grantWorld({ activate: () => (isInBlock ? answer : { status: 409 }) })
      const result = world.grant().catch(() => 'failed')
      await vi.waitFor(() => expect(world.activations()).toBeGreaterThan(2), { interval: 5 })
      expect(world.view()).toEqual({ name: 'SmartSessionCreated', outcome: 'starting' })
      expect(world.store.get(reviewsAtom)).toEqual([])
      isInBlock = true
      expect(await result).toEqual(
        outcome === 'active' ? expect.objectContaining({ context: 'one' }) : 'failed',
      )
      expect(world.view()).toEqual({ name: 'SmartSessionCreated', outcome })
      expect(world.methods().filter((method) => method === 'wallet_grantPermissions')).toHaveLength(1)
    }
  })

  it('no block contains the grant within two minutes › not started', async () => {
    const { grant, activations, view } = await grantWorld({ activate: () => ({ status: 409 }) })
    await expect(grant()).rejects.toThrow()
    expect(activations()).toBe(41)
    expect(view()).toEqual({ name: 'SmartSessionCreated', outcome: 'not-started' })
  })

  it('starting view closed by the user › the outcome is shown nevertheless', async () => {
    let isInBlock = false
    const { grant, activations, store, view } = await grantWorld({
      activate: () => (isInBlock ? { body: {} } : { status: 409 }),
    })
    const result = grant()
    await vi.waitFor(() => expect(activations()).toBeGreaterThan(1), { interval: 5 })
    await store.set(closeModalAtom)
    expect(store.get(modalOpenAtom)).toBe(false)
    isInBlock = true
    await result
    expect(view()).toEqual({ name: 'SmartSessionCreated', outcome: 'active' })
    expect(store.get(modalOpenAtom)).toBe(true)
  })

  it.each<[string, ResponseFactory]>([...failures, ['an empty body', () => ({ text: '' })]])(
    'preparation fails with %s › the wallet is not called, and nothing is shown',
    async (_, prepare) => {
      const { grant, methods, activations, view } = await grantWorld({ prepare })
      await expect(grant()).rejects.toThrow()
      expect([methods(), activations()]).toEqual([['wallet_getCapabilities'], 0])
      expect(view().name).not.toBe('SmartSessionCreated')
    },
  )

  it.each<[string, ResponseFactory, object]>([
    ['in force', () => ({ body: {} }), { message: 'Session created', variant: 'success' }],
    [
      'not started',
      () => ({ status: 400 }),
      { message: expect.stringMatching(/^MetaMask granted it.*revoke it in MetaMask/), variant: 'error' },
    ],
  ])('modal open › the outcome %s is shown by a toast', async (_, activate, toast) => {
    const { grant, store, view } = await grantWorld({ activate })
    store.set(modalOpenAtom, true)
    await grant().catch(() => undefined)
    expect(store.get(toastAtom)).toMatchObject({ ...toast })
    expect(view().name).not.toBe('SmartSessionCreated')
  })
})
