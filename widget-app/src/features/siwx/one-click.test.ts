import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { SignInSession } from '#shared/channel/records/sign-in-session.ts'
import { signInText } from '#shared/siwx/format-message.ts'
import { decodeUtf8Text } from '#widget/chains/decode-message.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { activeAccountAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { signInRequirementAtom, signInSessionsAtom } from '#widget/domain/accounts/sign-in.ts'
import {
  alice,
  type TestWorld,
  type TestWorldOptions,
  testAdapter,
  testWorld,
} from '#widget/testing/world.ts'
import { signInAtom } from './atoms.ts'
import { type OneClick, oneClickAtom } from './one-click.ts'

const ethereum = parseChainId('eip155:1')
const base = parseChainId('eip155:8453')
const nonce = 'a1b2c3d4e5f60718a1b2c3d4e5f60718'
/** Returns that nonce first, then others. */
const nonces = () => {
  let count = 0
  return () => {
    count += 1
    return count === 1 ? nonce : `${count}`.padStart(32, '0')
  }
}

/** The project's e-mail option. */
const projectEmailOption = (feature: object): NonNullable<TestWorldOptions['routes']> => ({
  '/appkit/v1/config': () => ({ body: { features: [{ id: 'email_capture', ...feature }] } }),
})

function worldOf(options: TestWorldOptions = {}, holds: (session: SignInSession) => boolean = () => true) {
  return testWorld({
    siwx: { getNonce: nonces(), addSession: holds },
    adapter: testAdapter({ signIn: () => new Promise(() => {}), verifyMessage: async () => true }),
    ...options,
    config: { siwx: {}, ...options.config },
    routes: { ...projectEmailOption({ isEnabled: false, config: null }), ...options.routes },
  })
}

async function requestOneClick(world: TestWorld): Promise<OneClick> {
  const request = await world.store.set(oneClickAtom)
  if (!request) throw new Error('The wallet is not asked')
  return request
}

/** What a wallet returns for the request. */
function signedOf({ terms }: OneClick, chainId = ethereum, differs: readonly string[] = []) {
  const data = { ...terms, accountAddress: alice, chainId }
  return { session: { data, message: signInText(data), signature: '0xab' }, differs }
}

const connect = ({ store }: TestWorld, chain = ethereum) =>
  store.set(dispatchConnectionEventAtom, 'eip155', {
    is: 'succeeded',
    connection: {
      namespace: 'eip155',
      walletId: 'ethereum:wc:pocket',
      handle: 'wc:h',
      walletName: 'Pocket Wallet',
      icon: undefined,
      accounts: [alice],
      chain,
    },
  })

describe('One-Click Auth request', () => {
  it('request › names the verified origin, the host’s nonce, and its expiry', async () => {
    const siwx = { statement: 'I accept', lifetimeSeconds: 60, resources: ['https://shop.example/terms'] }
    const world = worldOf({ config: { siwx } })
    const { terms } = await requestOneClick(world)
    expect(terms).toMatchObject({
      domain: 'shop.example',
      uri: 'https://shop.example',
      nonce,
      statement: 'I accept',
      resources: ['https://shop.example/terms'],
      expirationTime: new Date(world.clock.now() + 60_000).toISOString(),
    })
  })

  it('host’s getNonce › gets the network and no address', async () => {
    const received: unknown[] = []
    const getNonce = (account: unknown) => {
      received.push(account)
      return nonce
    }
    await requestOneClick(worldOf({ siwx: { getNonce } }))
    expect(received).toEqual([{ chainId: ethereum }])
  })

  it.each<[string, TestWorldOptions]>([
    ['signing in is not enabled', { config: { siwx: undefined } }],
    [
      'a network of another ecosystem is wanted',
      {
        config: {
          platforms: ['ethereum', 'solana'],
          networks: [ethereum, 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
        },
      },
    ],
    ['an e-mail address comes first', { config: { siwx: { mode: 'hosted', email: 'optional' } } }],
    [
      'the project wants an e-mail address first',
      { config: { siwx: { mode: 'hosted' } }, routes: projectEmailOption({ isEnabled: true, config: [] }) },
    ],
    ['the message has a request id', { config: { siwx: { requestId: 'r1' } } }],
    ['the site gives no nonce', { siwx: { getNonce: () => 'short' } }],
    [
      'the user has to be warned of the text (S1)',
      {
        config: { siwx: { resources: ['urn:recap:eyJhdHQiOnt9fQ'] } },
        adapter: testAdapter({ decodeText: async (text) => decodeUtf8Text(text) }),
      },
    ],
    ['a wish fits no message', { config: { siwx: { resources: ['https://shop.example/{x}'] } } }],
  ])('%s › makes no request', async (_name, options) => {
    expect(await worldOf(options).store.set(oneClickAtom)).toBeUndefined()
  })

  it('nonce not returned within 5 s › makes no request', async () => {
    const world = worldOf({ siwx: { getNonce: () => new Promise<string>(() => {}) } })
    const request = world.store.set(oneClickAtom)
    await world.clock.advance(5_000)
    expect(await request).toBeUndefined()
    expect(world.logs).toEqual(['The wallet signs in after it connects, in a separate request'])
  })
})

describe('One-Click Auth result', () => {
  it('verified › stored for every network once the wallet is active, not before', async () => {
    const received: string[] = []
    const world = worldOf({}, ({ data }) => received.push(data.chainId) > 0)
    const request = await requestOneClick(world)
    const verified = await request.prove([signedOf(request, base), signedOf(request)])
    // The network that becomes active goes first: a backend may accept a nonce only once.
    expect(received).toEqual([ethereum, base])
    expect(world.store.get(signInSessionsAtom)).toEqual([])
    expect(world.events).toEqual([])
    verified.keep()
    expect(world.store.get(signInSessionsAtom).map(({ data }) => data.chainId)).toEqual([ethereum, base])
    connect(world)
    expect(world.store.get(signInRequirementAtom)).toBeUndefined()
    expect(world.logs).toEqual(['SIWX_AUTH_SUCCESS'])
    // Once, not for each signed network.
    expect(world.events).toEqual([
      {
        event: 'SIWX_AUTH_SUCCESS',
        properties: { network: ethereum, isSmartAccount: false, caipNetworkId: ethereum },
      },
    ])
    expect(world.store.get(toastAtom)).toMatchObject({ open: false })
  })

  it('host rejects another network › prompts when the user switches to it', async () => {
    const world = worldOf({}, ({ data }) => data.chainId === ethereum)
    const request = await requestOneClick(world)
    const verified = await request.prove([signedOf(request), signedOf(request, base)])
    verified.keep()
    connect(world)
    expect(world.store.get(signInRequirementAtom)).toBeUndefined()
    connect(world, base)
    expect(world.store.get(signInRequirementAtom)).toMatchObject({ isRequired: true })
  })

  it.each<[string, readonly string[], boolean]>([
    ['names another domain', ['domain'], true],
    ['has another nonce', ['nonce'], true],
    ['does not hold', [], false],
  ])(
    'signature %s › no session; the sign view shows the failure and prompts',
    async (_name, differs, holds) => {
      const world = worldOf({}, () => holds)
      const request = await requestOneClick(world)
      const verified = await request.prove([signedOf(request, ethereum, differs)])
      verified.keep()
      connect(world)
      expect(world.store.get(signInSessionsAtom)).toEqual([])
      expect(world.logs).toEqual(['SIWX_AUTH_ERROR'])
      expect(world.events).toEqual([])
      const signing = signInAtom(world.store.get(activeAccountAtom))
      world.store.set(signing, 'show')
      await expect
        .poll(() => world.store.get(signing))
        .toMatchObject({
          is: 'ready',
          failure: { is: 'not-verified', details: { code: 'siwx/not-verified' } },
        })
      expect(world.store.get(toastAtom)).toMatchObject({ message: 'Error signing message', variant: 'error' })
      expect(world.events.map(({ event }) => event)).toEqual(['SIWX_AUTH_ERROR'])
      // The failure is shown once.
      world.store.set(signing, 'show')
      await expect
        .poll(() => world.store.get(signing))
        .toEqual({ is: 'ready', message: expect.anything(), risks: [] })
    },
  )

  it('verified, but the wallet does not become active › revokes the session', async () => {
    const revoked: unknown[] = []
    const functions = {
      getNonce: () => nonce,
      addSession: () => true,
      revokeSession: (one: unknown) => revoked.push(one),
    }
    const world = worldOf({ siwx: functions })
    const request = await requestOneClick(world)
    const verified = await request.prove([signedOf(request)])
    verified.drop()
    expect(revoked).toEqual([{ chainId: ethereum, address: alice }])
    expect(world.store.get(signInSessionsAtom)).toEqual([])
    expect(world.events).toEqual([])
  })

  it('hosted › sends one session, because the API accepts a nonce once', async () => {
    const sent: unknown[] = []
    const world = worldOf({
      config: { siwx: { mode: 'hosted' } },
      routes: {
        '/auth/v1/nonce': () => ({ body: { nonce, token: 'nonce-token-0001' } }),
        '/auth/v1/authenticate': (_url, body) => {
          sent.push(Reflect.get(Object(Reflect.get(Object(body), 'data')), 'chainId'))
          return { body: { token: 'session-token-0001' } }
        },
      },
    })
    const request = await requestOneClick(world)
    const verified = await request.prove([signedOf(request, base), signedOf(request)])
    verified.keep()
    expect(sent).toEqual([ethereum])
    expect(world.store.get(signInSessionsAtom).map(({ data }) => data.chainId)).toEqual([ethereum])
  })
})
