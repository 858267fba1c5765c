import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { SignInSession } from '#shared/channel/records/sign-in-session.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { activeAccountAtom, bridgeStateAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { connectionsAtom, statusOf } from '#widget/domain/accounts/connections.ts'
import {
  isReconnectSettledAtom,
  requiresSignInAtom,
  signInSessionsAtom,
} from '#widget/domain/accounts/sign-in.ts'
import { activateConnectionAtom } from '#widget/domain/connections/connection-actions.ts'
import { closeModalAtom, openModalAtom } from '#widget/domain/modal/modal.ts'
import { createSignInMessage } from '#widget/features/siwx/actions.ts'
import { testConnection } from '#widget/testing/connection.ts'
import {
  alice,
  bob,
  type TestWorld,
  type TestWorldOptions,
  testAdapter,
  testWorld,
} from '#widget/testing/world.ts'
import { afterConnectAtom } from './after-connect.ts'
import { enforceSignInAtom, settleReconnectedAtom } from './enforce-sign-in.ts'
import { afterSignInAtom, cancelSignInAtom, signInFailedAtom } from './sign-in.ts'

const ethereum = parseChainId('eip155:1')
const base = parseChainId('eip155:8453')
const origin = 'https://shop.example'

const sessionOf = (address: string, chain = ethereum, lifetimeSeconds?: number): SignInSession => ({
  data: createSignInMessage(
    { chain, address },
    { origin, nonce: 'a1b2c3d4e5f60718', now: 0, config: lifetimeSeconds ? { lifetimeSeconds } : {} },
  ),
  message: 'text',
  signature: '0x01',
})

function worldOf(options: TestWorldOptions = {}): TestWorld {
  const world = testWorld({ ...options, config: { siwx: {}, ...options.config } })
  world.store.set(isReconnectSettledAtom, true)
  world.store.sub(activeAccountAtom, () => world.store.set(enforceSignInAtom))
  return world
}

const connect = ({ store }: TestWorld, address = alice, chain = ethereum) =>
  store.set(dispatchConnectionEventAtom, 'eip155', {
    is: 'succeeded',
    connection: testConnection({ handle: 'h', accounts: [address], chain }),
  })
const move = ({ store }: TestWorld, chain: typeof base) =>
  store.set(dispatchConnectionEventAtom, 'eip155', {
    is: 'changed',
    handle: 'h',
    change: { is: 'chain', chain },
  })
const status = ({ store }: TestWorld) => statusOf(store.get(connectionsAtom).eip155)
const view = ({ store }: TestWorld) => store.get(currentViewAtom).name

/** Connects in a view of the modal, as a user does. */
function connectInModal(world: TestWorld): void {
  world.store.set(openModalAtom)
  connect(world)
  world.store.set(afterConnectAtom)
}

describe('after connecting', () => {
  it('no session › sign-in view is shown, and the host gets no signed-in account', () => {
    const world = worldOf()
    connectInModal(world)
    expect(view(world)).toBe('SIWXSignMessage')
    expect(world.store.get(requiresSignInAtom)).toBe(true)
    expect(world.store.get(bridgeStateAtom).signedIn).toEqual([])
  })

  it('session exists › the modal closes, and the host gets the signed-in account', () => {
    const world = worldOf()
    world.store.set(signInSessionsAtom, [sessionOf(alice)])
    connectInModal(world)
    expect(world.store.get(modalOpenAtom)).toBe(false)
    expect(world.store.get(bridgeStateAtom).signedIn).toEqual([`eip155:1:${alice}`])
  })

  it('sign-in not enabled › no prompt and no report', () => {
    const world = worldOf({ config: { siwx: undefined } })
    connectInModal(world)
    expect(world.store.get(modalOpenAtom)).toBe(false)
    expect('signedIn' in world.store.get(bridgeStateAtom)).toBe(false)
  })

  it('network not configured › UnsupportedChain first', () => {
    const world = worldOf({ config: { networks: [base] } })
    connectInModal(world)
    expect(view(world)).toBe('UnsupportedChain')
  })

  it('wallet connected by the host › sign-in opens the modal', () => {
    const world = worldOf()
    connect(world)
    expect([view(world), world.store.get(modalOpenAtom), world.hostCalls]).toEqual([
      'SIWXSignMessage',
      true,
      ['show'],
    ])
  })

  it('signed in › the modal closes, or shows the view that the host requested', () => {
    const plain = worldOf()
    connectInModal(plain)
    plain.store.set(signInSessionsAtom, [sessionOf(alice)])
    plain.store.set(afterSignInAtom)
    expect(plain.store.get(modalOpenAtom)).toBe(false)
    const wishing = worldOf()
    connect(wishing)
    wishing.store.set(openModalAtom, { view: 'Networks' })
    expect(view(wishing)).toBe('SIWXSignMessage')
    wishing.store.set(signInSessionsAtom, [sessionOf(alice)])
    wishing.store.set(afterSignInAtom)
    expect(view(wishing)).toBe('Networks')
  })
})

describe('cancel', () => {
  it('required, no session › disconnected, and closed', async () => {
    const world = worldOf()
    connectInModal(world)
    await world.store.set(cancelSignInAtom)
    expect([status(world), world.store.get(modalOpenAtom)]).toEqual(['disconnected', false])
  })

  it('required, session on the last network › back to that network, still connected', async () => {
    const asked: string[] = []
    const adapter = testAdapter({
      switchNetwork: async (_connection, { id }) => {
        asked.push(id)
      },
    })
    const world = worldOf({ adapter })
    world.store.set(signInSessionsAtom, [sessionOf(alice)])
    connect(world)
    move(world, base)
    expect(view(world)).toBe('SIWXSignMessage')
    await world.store.set(cancelSignInAtom)
    expect(asked).toEqual(['eip155:1'])
    expect([status(world), world.store.get(modalOpenAtom)]).toEqual(['connected', false])
  })

  it('wallet does not switch back › disconnected', async () => {
    const switchNetwork = () => Promise.reject(new ProviderRpcError(4001, 'User rejected the request'))
    const world = worldOf({ adapter: testAdapter({ switchNetwork }) })
    world.store.set(signInSessionsAtom, [sessionOf(alice)])
    connect(world)
    move(world, base)
    await world.store.set(cancelSignInAtom)
    expect(status(world)).toBe('disconnected')
  })

  it('not required › just closed', async () => {
    const world = worldOf({ config: { siwx: { required: false } } })
    connectInModal(world)
    expect(view(world)).toBe('SIWXSignMessage')
    await world.store.set(cancelSignInAtom)
    expect([status(world), world.store.get(modalOpenAtom)]).toEqual(['connected', false])
  })

  it.each([
    ['required', {}, 'shaken', true],
    ['not required', { required: false }, 'closed', false],
  ] as const)('%s › close and backdrop end as %s', (_name, siwx, end, open) => {
    const world = worldOf({ config: { siwx } })
    connectInModal(world)
    expect(world.store.set(closeModalAtom)).toBe(end)
    expect(world.store.get(modalOpenAtom)).toBe(open)
  })

  it('sign-in cannot start › disconnects, resets to Connect, and shows a toast', async () => {
    const world = worldOf()
    connectInModal(world)
    await world.store.set(signInFailedAtom, new Error('No nonce'))
    expect([status(world), view(world), world.store.get(modalOpenAtom)]).toEqual([
      'disconnected',
      'Connect',
      true,
    ])
    expect(world.store.get(toastAtom)).toMatchObject({
      message: 'A problem occurred while trying initialize authentication',
      variant: 'error',
      open: true,
    })
  })
})

describe('sessions', () => {
  it('another account of the wallet › revokes the previous session, and must sign in', async () => {
    const revoked: unknown[] = []
    const world = worldOf({ siwx: { revokeSession: (account) => revoked.push(account) } })
    world.store.set(signInSessionsAtom, [sessionOf(alice)])
    connect(world)
    connect(world, bob)
    await expect.poll(() => revoked).toEqual([{ chainId: 'eip155:1', address: alice }])
    expect(world.store.get(signInSessionsAtom)).toEqual([])
    expect(view(world)).toBe('SIWXSignMessage')
  })

  it('several accounts › each keeps its session while the wallet shares it', () => {
    const world = worldOf()
    world.store.set(signInSessionsAtom, [sessionOf(alice), sessionOf(bob)])
    connect(world)
    const change = { is: 'accounts', accounts: [bob, alice] } as const
    world.store.set(dispatchConnectionEventAtom, 'eip155', { is: 'changed', handle: 'h', change })
    expect(world.store.get(signInSessionsAtom)).toHaveLength(2)
    expect(world.store.get(requiresSignInAtom)).toBe(false)
  })

  it('user selects another account › it must sign in, the previous one stays signed in', () => {
    const world = worldOf()
    world.store.set(signInSessionsAtom, [sessionOf(alice)])
    connect(world)
    const shared = { is: 'accounts', accounts: [alice, bob] } as const
    world.store.set(dispatchConnectionEventAtom, 'eip155', { is: 'changed', handle: 'h', change: shared })
    expect(world.store.get(modalOpenAtom)).toBe(false)
    world.store.set(activateConnectionAtom, {
      namespace: 'eip155',
      walletId: 'ethereum:io.metamask',
      address: bob,
    })
    expect(view(world)).toBe('SIWXSignMessage')
    expect(world.store.get(bridgeStateAtom).signedIn).toEqual([])
    expect(world.store.get(signInSessionsAtom)).toHaveLength(1)
    world.store.set(activateConnectionAtom, {
      namespace: 'eip155',
      walletId: 'ethereum:io.metamask',
      address: alice,
    })
    expect(world.store.get(bridgeStateAtom).signedIn).toEqual([`eip155:1:${alice}`])
  })

  it('disconnect › revokes the session', () => {
    const world = worldOf()
    world.store.set(signInSessionsAtom, [sessionOf(alice)])
    connect(world)
    world.store.set(dispatchConnectionEventAtom, 'eip155', { is: 'disconnected' })
    expect(world.store.get(signInSessionsAtom)).toEqual([])
  })

  it('session expires › deleted at that moment, and reported to the host', async () => {
    const world = worldOf()
    const signedIn = () => world.store.get(bridgeStateAtom).signedIn
    const now = world.clock.now()
    const session = sessionOf(alice)
    const data = { ...session.data, expirationTime: new Date(now + 60_000).toISOString() }
    world.store.set(signInSessionsAtom, [{ ...session, data }])
    connect(world)
    expect(signedIn()).toHaveLength(1)
    await world.clock.advance(60_000)
    expect(world.store.get(signInSessionsAtom)).toEqual([])
    expect(signedIn()).toEqual([])
    expect(world.store.get(requiresSignInAtom)).toBe(true)
  })

  it('network changes › sign-in again, unless one signature covers all networks', () => {
    for (const [scope, name] of [
      ['chain', 'SIWXSignMessage'],
      ['address', 'Connect'],
    ] as const) {
      const world = worldOf({ config: { siwx: { scope } } })
      world.store.set(signInSessionsAtom, [sessionOf(alice)])
      connect(world)
      move(world, base)
      expect(view(world)).toBe(name)
    }
  })

  it('not required, user did not sign in › no prompt on another network', () => {
    const world = worldOf({ config: { siwx: { required: false } } })
    connectInModal(world)
    world.store.set(closeModalAtom)
    move(world, base)
    expect(world.store.get(modalOpenAtom)).toBe(false)
  })
})

describe('after a reload', () => {
  it('session exists › the account stays, and nothing opens', async () => {
    const world = testWorld({ config: { siwx: {} } })
    world.store.set(signInSessionsAtom, [sessionOf(alice)])
    connect(world)
    await world.store.set(settleReconnectedAtom)
    expect([status(world), world.store.get(modalOpenAtom)]).toEqual(['connected', false])
  })

  it.each([
    ['required', {}, 'disconnected'],
    ['not required', { required: false }, 'connected'],
  ] as const)('%s, no session › the account is %s, and nothing opens', async (_name, siwx, is) => {
    const world = testWorld({ config: { siwx } })
    connect(world)
    await world.store.set(settleReconnectedAtom)
    expect([status(world), world.store.get(modalOpenAtom)]).toEqual([is, false])
  })

  it('session expired meanwhile › none', async () => {
    const world = testWorld({ config: { siwx: {} } })
    world.store.set(signInSessionsAtom, [
      { ...sessionOf(alice), data: { ...sessionOf(alice).data, expirationTime: '1970-01-01T00:00:00.001Z' } },
    ])
    await world.clock.advance(1_000)
    connect(world)
    await world.store.set(settleReconnectedAtom)
    expect(world.store.get(signInSessionsAtom)).toEqual([])
    expect(status(world)).toBe('disconnected')
  })

  it.each([
    ['has ended it', () => [], 'disconnected', 0],
    ['cannot say', () => Promise.reject(new Error('offline')), 'connected', 1],
    ['still knows it', () => [sessionOf(alice)], 'connected', 1],
  ] as const)('stored session of which the host %s', async (_name, getSessions, is, kept) => {
    const world = testWorld({ config: { siwx: {} }, siwx: { getSessions } })
    world.store.set(signInSessionsAtom, [sessionOf(alice)])
    connect(world)
    await world.store.set(settleReconnectedAtom)
    await world.clock.advance(0)
    expect([status(world), world.store.get(signInSessionsAtom).length]).toEqual([is, kept])
  })

  it('invalid stored sessions › deleted', () => {
    const world = testWorld({ config: { siwx: {} } })
    world.storage.set(
      `drawbridge/sign-ins/${origin}|demo`,
      JSON.stringify({ v: 1, at: 0, data: [{ data: { accountAddress: alice }, message: '', signature: 1 }] }),
    )
    expect(world.store.get(signInSessionsAtom)).toEqual([])
  })
})
