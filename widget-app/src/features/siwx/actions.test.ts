import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { SignInSession } from '#shared/channel/records/sign-in-session.ts'
import type { SignInFunctions } from '#shared/config/siwx-options.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { signInText } from '#shared/siwx/format-message.ts'
import { decodeUtf8Text } from '#widget/chains/decode-message.ts'
import { testSignIn } from '#widget/testing/flows.ts'
import { alice, bob } from '#widget/testing/world.ts'
import {
  createSignInMessage,
  lastSignedInChain,
  prepare,
  type SignInPorts,
  sign,
  signInRisks,
} from './actions.ts'
import { createLocalAuthentication } from './local-authentication.ts'
import type { SignInEvent } from './model.ts'

const ethereum = parseChainId('eip155:1')
const base = parseChainId('eip155:8453')
const account = { chain: ethereum, address: alice }
const start = Date.parse('2026-01-02T03:04:05.678Z')
const origin = 'https://shop.example'

const sessionOf = (over: Partial<SignInSession['data']> = {}): SignInSession => ({
  data: {
    ...createSignInMessage(account, { origin, nonce: 'a1b2c3d4e5f60718', now: start, config: {} }),
    ...over,
  },
  message: 'signed text',
  signature: '0x01',
})

/** An attempt with sessions in memory; `functions` are those of the host. */
function attempt(
  over: Partial<SignInPorts> & { functions?: SignInFunctions; proves?: boolean; kept?: SignInSession[] } = {},
) {
  const stored: SignInSession[] = [...(over.kept ?? [])]
  const requestedNonces: string[] = []
  const verified: SignInSession[] = []
  let nonces = 0
  const authentication = createLocalAuthentication({
    host: { siwx: testSignIn(over.functions) },
    randomNonce: () => {
      nonces += 1
      return `${nonces}`.padStart(32, '0')
    },
    verifySession: async (session) => {
      verified.push(session)
      return over.proves ?? true
    },
    storedSessions: () => stored,
  })
  const ports: SignInPorts = {
    account,
    authentication,
    now: () => start,
    config: {},
    origin,
    readText: async (text) => decodeUtf8Text(text),
    signIn: async (message) => {
      requestedNonces.push(message.nonce)
      return { message: signInText(message), signature: '0xabcd' }
    },
    storeSession: (session) => stored.unshift(session),
    ...over,
  }
  const events: SignInEvent[] = []
  const run = async () => {
    const prepared = await prepare(ports)
    if (prepared.is !== 'prepared') return prepared
    return sign(ports, prepared.message, (event) => events.push(event))
  }
  return { io: ports, kept: stored, asked: requestedNonces, proved: verified, events, run }
}

describe('createSignInMessage', () => {
  it('host options › names the verified origin, issue time, and requested end', () => {
    const wish = {
      statement: 'Hello',
      lifetimeSeconds: 60,
      requestId: 'r1',
      resources: ['https://shop.example/x'],
    }
    expect(
      createSignInMessage(account, {
        origin: 'https://shop.example:8443',
        nonce: '12345678',
        now: start,
        config: wish,
      }),
    ).toEqual({
      accountAddress: alice,
      chainId: ethereum,
      domain: 'shop.example:8443',
      uri: 'https://shop.example:8443',
      version: '1',
      nonce: '12345678',
      issuedAt: '2026-01-02T03:04:05.678Z',
      expirationTime: '2026-01-02T03:05:05.678Z',
      statement: 'Hello',
      requestId: 'r1',
      resources: ['https://shop.example/x'],
    })
  })

  it.each([
    'https://bank.example',
    'https://bank.example/login',
    'https://shop.example.bank.example',
    'https://shop.example@bank.example',
    'https://shop.example:444',
    'http://shop.example',
    '//bank.example',
    'https://shop.example\\@bank.example',
    'https://shop.example%2f@bank.example',
    'https://shop.example\n@bank.example',
    ' https://bank.example',
    'https://xn--shop-example',
    'javascript:alert(1)',
    'data:text/html,https://shop.example',
    'blob:https://shop.example/1',
    'ftp://shop.example',
    'https://',
    'shop.example',
    '',
    'https://shop.example./',
  ])('untrusted uri %j › message keeps the verified origin (test 41)', (uri) => {
    const message = createSignInMessage(account, { origin, nonce: '12345678', now: start, config: { uri } })
    expect([message.domain, new URL(message.uri).origin]).toEqual(['shop.example', origin])
    expect(signInText(message).split('\n')[0]).toMatch(/^shop\.example wants/)
  })
})

describe('sign-in attempt', () => {
  it('valid session stored › uses it without a prompt', async () => {
    const { run, asked: requestedNonces } = attempt({ kept: [sessionOf()] })
    expect(await run()).toEqual({ is: 'found' })
    expect(requestedNonces).toEqual([])
  })

  it.each<[string, SignInSession]>([
    ['of another account', sessionOf({ accountAddress: bob })],
    ['of another chain', sessionOf({ chainId: base })],
    ['that is over', sessionOf({ expirationTime: '2026-01-02T03:04:05.678Z' })],
    ['that has not begun', sessionOf({ notBefore: '2026-01-02T03:04:05.679Z' })],
  ])('session %s › is not used', async (_name, session) => {
    const { run, asked: requestedNonces } = attempt({ kept: [session] })
    await run()
    expect(requestedNonces).toHaveLength(1)
  })

  it('scope is address › one signature is valid for all networks', async () => {
    const { run, asked: requestedNonces } = attempt({
      kept: [sessionOf({ chainId: base })],
      config: { scope: 'address' },
    })
    expect(await run()).toEqual({ is: 'found' })
    expect(requestedNonces).toEqual([])
  })

  it('no host functions › nonce of 128 bits, widget verifies the signature', async () => {
    const { run, kept: stored, proved: verified, events } = attempt()
    expect(await run()).toEqual({ is: 'found' })
    expect(events).toEqual([{ is: 'signed' }])
    expect(stored).toHaveLength(1)
    expect(stored[0]?.data.nonce).toMatch(/^[0-9a-f]{32}$/)
    expect(stored[0]?.message).toBe(stored[0] && signInText(stored[0].data))
    expect(verified).toEqual(stored)
  })

  it('host functions › host supplies the nonce and verifies the signature', async () => {
    const added: SignInSession[] = []
    const functions: SignInFunctions = {
      getNonce: async ({ chainId, address = '' }) => `nonce${chainId.replace(':', '')}${address.length}`,
      addSession: async (session) => {
        added.push(session)
        return true
      },
    }
    const { run, kept: stored, proved: verified } = attempt({ functions })
    expect(await run()).toEqual({ is: 'found' })
    expect(stored[0]?.data.nonce).toBe('nonceeip155142')
    expect(added).toEqual(stored)
    expect(verified).toEqual([])
  })

  it('signature not verified › stores no session, next nonce differs', async () => {
    for (const over of [{ functions: { addSession: () => false } }, { proves: false }]) {
      const { run, kept: stored, asked: requestedNonces } = attempt(over)
      const outcome = await run()
      expect(outcome).toMatchObject({ is: 'failed', failure: { is: 'not-verified' } })
      expect(outcome.is === 'failed' && outcome.message.nonce).not.toBe(requestedNonces[0])
      expect(stored).toEqual([])
    }
  })

  it.each([
    [4001, 'rejected'],
    [-32002, 'pending'],
    [-32603, 'failed'],
  ])('wallet returns error %i › %s', async (code, is) => {
    const signIn = () => Promise.reject(new ProviderRpcError(code, 'no'))
    expect(await attempt({ signIn }).run()).toMatchObject({ is: 'failed', failure: { is } })
  })

  it('message expired or older than 10 min › not signed, renewed (test 42)', async () => {
    for (const [lifetimeSeconds, afterMs] of [
      [60, 60_000],
      [undefined, 600_001],
    ] as const) {
      const wish = lifetimeSeconds ? { lifetimeSeconds } : {}
      let now = start
      const before = attempt({ config: wish, now: () => now })
      const prepared = await prepare(before.io)
      if (prepared.is !== 'prepared') throw new Error('There is a session')
      now = start + afterMs
      const renewed = { is: 'failed', failure: { is: 'over' } }
      const outcome = await sign(before.io, prepared.message, () => {})
      expect(outcome).toMatchObject(renewed)
      expect(outcome.is === 'failed' && outcome.message.issuedAt).toBe(new Date(now).toISOString())
      expect(before.asked).toEqual([])
      const during = attempt({
        config: wish,
        now: () => now,
        signIn: async (message) => {
          now += afterMs
          return { message: signInText(message), signature: '0xabcd' }
        },
      })
      expect(await during.run()).toMatchObject(renewed)
      expect([during.kept, during.proved]).toEqual([[], []])
    }
  })

  it.each<[string, SignInFunctions]>([
    ['no nonce', { getNonce: () => 'short' }],
    ['a nonce that is none', { getNonce: () => JSON.parse('{"nonce":1}') }],
    ['sessions that are none', { getSessions: () => JSON.parse('[{"data":{}}]') }],
  ])('host returns %s › throws before the wallet is prompted', async (_name, functions) => {
    const { run, asked: requestedNonces } = attempt({ functions })
    await expect(run()).rejects.toMatchObject({ code: 'siwx/invalid-message' })
    expect(requestedNonces).toEqual([])
  })
})

describe('S1 › sign-in with the host’s statement and resources', () => {
  const recap = `urn:recap:${btoa(JSON.stringify({ att: { 'https://vault.example': { 'crud/delete': [{}] } }, prf: [] })).replaceAll('=', '')}`
  const risks = async (wish: SignInPorts['config'], forAccount = account) => {
    const prepared = await prepare(attempt({ config: wish, account: forAccount }).io)
    return prepared.is === 'prepared' ? prepared.risks : undefined
  }

  it.each<[string, SignInPorts['config']]>([
    ['capabilities (EIP-5573)', { resources: ['https://shop.example/terms', recap] }],
    ['capabilities with other letters', { resources: [recap.replace('urn:recap', 'URN:ReCap')] }],
    ['a statement in the form of a subject', { statement: 'URI: https://vault.example' }],
  ])('%s › has the same risk as in a dApp request', async (_name, wish) => {
    expect(await risks(wish)).toEqual(['sign-in-rights'])
    const solana = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
    const ofSolana = { chain: solana, address: 'FPP21sbqhr2LPjSnJkw5NBetPubeFG4PsQFBxHj8noTq' }
    expect(await risks(wish, ofSolana)).toEqual(['sign-in-rights'])
  })

  it('plain sign-in › no risk', async () => {
    expect(await risks({ statement: 'I accept the terms', resources: ['https://shop.example/x'] })).toEqual(
      [],
    )
    expect(await risks({})).toEqual([])
  })

  it('after a failure › risks are determined again', async () => {
    const { io: ports } = attempt({
      config: { resources: [recap] },
      signIn: () => Promise.reject(new Error('no')),
    })
    const prepared = await prepare(ports)
    if (prepared.is !== 'prepared') throw new Error('There is a session')
    expect(await sign(ports, prepared.message, () => {})).toMatchObject({
      is: 'failed',
      risks: ['sign-in-rights'],
    })
    const read = async (text: string) => decodeUtf8Text(text)
    expect(await signInRisks(prepared.message, read, start)).toEqual(['sign-in-rights'])
  })
})

describe('lastSignedInChain', () => {
  it.each<[string, SignInSession[], string | undefined]>([
    ['no session', [], undefined],
    ['a session here is not another network', [sessionOf()], undefined],
    ['the latest elsewhere', [sessionOf({ chainId: base }), sessionOf()], base],
    ['one of another account', [sessionOf({ chainId: base, accountAddress: bob })], undefined],
    [
      'one that is over',
      [sessionOf({ chainId: base, expirationTime: '2026-01-02T03:04:05.000Z' })],
      undefined,
    ],
    [
      'one of a network which the site has not',
      [sessionOf({ chainId: parseChainId('eip155:10') })],
      undefined,
    ],
  ])('%s › returns the chain', (_name, sessions, chain) => {
    expect(lastSignedInChain(sessions, account, [ethereum, base], start)).toBe(chain)
  })
})
