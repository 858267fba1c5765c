import { encodeAddress } from '@polkadot/util-crypto/address'
import { describe, expect, it } from 'vitest'
import { type AccountId, accountId } from '#shared/caip/account-id.ts'
import { namespaceOf, parseChainId } from '#shared/caip/chain-id.ts'
import { fetchRemoteConfigAtom } from '#widget/core/feature-flags.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { activeNamespaceAtom } from '#widget/domain/accounts/active-network.ts'
import { activeAccountAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { emailCapturedAtom } from '#widget/domain/accounts/sign-in.ts'
import { embeddedSessionAtom, startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  embeddedRoutes,
  testToken,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { bob, testWorld } from '#widget/testing/world.ts'
import { confirmedOtpAtom } from './email-confirmations.ts'
import { authenticationAdapterOf } from './select-authentication.ts'
import { sharedEmailAtom } from './shared-email.ts'

const ethereum = parseChainId('eip155:1')
const polkadot = parseChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182')
const { eip155 = '', polkadot: polkadotKey = '' } = testWalletAccount.accounts ?? {}
const nonceToken = 't'.repeat(32)
const email = 'ada@example.org'

type Option = 'required' | 'optional' | 'off'

/** A user of the embedded wallet with a proved address, connected; calls are in their order. */
async function openWorld(option: Option, { address = eip155, chain = ethereum, status = 200 } = {}) {
  const calls: { readonly path: string; readonly body: unknown; readonly otp: string | null }[] = []
  const record = (path: string, body: unknown, headers: Headers | undefined) =>
    calls.push({ path, body, otp: headers?.get('x-otp') ?? null })
  const config = option === 'required' ? ['required'] : []
  const world = testWorld({
    config: { platforms: ['ethereum', 'polkadot'], networks: [ethereum, polkadot], siwx: { mode: 'hosted' } },
    routes: {
      ...embeddedRoutes({
        '/shared-emails': (_url, body, headers) => {
          record('share', body, headers)
          return { status, body: {} }
        },
        '/account': () => ({
          body: { ...testWalletAccount, identities: [{ provider: 'email', name: 'new@example.org' }] },
        }),
      }),
      '/appkit/v1/config': () => ({
        body: { features: [{ id: 'email_capture', isEnabled: option !== 'off', config }] },
      }),
      '/auth/v1/nonce': () => ({ body: { nonce: 'abcdefghijklmnopqrstuvwx', token: nonceToken } }),
      '/auth/v1/authenticate': (_url, _body, headers) => {
        record('authenticate', undefined, headers)
        return { body: { token: 's'.repeat(32) } }
      },
    },
  })
  const { store } = world
  await store.set(fetchRemoteConfigAtom)
  await store.set(startEmbeddedSessionAtom, { token: testToken, account: testWalletAccount })
  const namespace = namespaceOf(chain)
  const connection = testConnection({ handle: 'h', namespace, chain, accounts: [address] })
  store.set(dispatchConnectionEventAtom, namespace, { is: 'succeeded', connection })
  store.set(activeNamespaceAtom, namespace)
  store.set(viewStackAtom, { to: 'reset', view: { name: 'SIWXSignMessage' } })

  const signIn = async () => {
    const authentication = authenticationAdapterOf(store.get, store.set)
    const nonce = await authentication.nonce({ chain, address })
    const data = {
      ...{ accountAddress: address, chainId: chain, domain: 'shop.example', uri: 'https://shop.example' },
      ...{ version: '1' as const, nonce, issuedAt: '2026-11-27T00:00:00Z' },
    }
    await authentication.add({ data, message: 'm', signature: '0x' })
  }
  const account: AccountId = accountId(chain, address)
  expect(store.get(activeAccountAtom)).toBe(account)
  return { ...world, calls, signIn, account }
}

const authenticated = { path: 'authenticate', body: undefined, otp: null }
const sharedFor = (account: AccountId) => ({
  ...{ path: 'share', body: { nonceToken, account, email }, otp: null },
})

describe('proved e-mail address', () => {
  it('required › shown, shared before the sign-in', async () => {
    const { store, calls, signIn, account } = await openWorld('required')
    expect(store.get(sharedEmailAtom)).toEqual({ email, isOptional: false, isShared: true })
    await signIn()
    expect(calls).toEqual([sharedFor(account), authenticated])
  })

  it('required, Polkadot account › shared', async () => {
    const address = encodeAddress(polkadotKey, 0)
    const { store, calls, signIn, account } = await openWorld('required', { address, chain: polkadot })
    expect(store.get(sharedEmailAtom)?.isShared).toBe(true)
    await signIn()
    expect(calls).toEqual([sharedFor(account), authenticated])
  })

  it('optional › not shared unless the user selects it', async () => {
    const { store, calls, signIn } = await openWorld('optional')
    expect(store.get(sharedEmailAtom)).toEqual({ email, isOptional: true, isShared: false })
    await signIn()
    expect(calls).toEqual([authenticated])
  })

  it('optional, selected › shared', async () => {
    const { store, calls, signIn, account } = await openWorld('optional')
    store.set(sharedEmailAtom, true)
    expect(store.get(sharedEmailAtom)?.isShared).toBe(true)
    await signIn()
    expect(calls).toEqual([sharedFor(account), authenticated])
  })

  it('optional, selected, then declined › not shared', async () => {
    const { store, calls, signIn } = await openWorld('optional')
    store.set(sharedEmailAtom, true)
    store.set(sharedEmailAtom, false)
    await signIn()
    expect(calls).toEqual([authenticated])
  })

  it.each([
    ['site that requests no address', 'off', eip155],
    ['account of another wallet', 'required', bob],
  ] as const)('%s › not shown, not shared', async (_, option, address) => {
    const { store, calls, signIn } = await openWorld(option, { address })
    expect(store.get(sharedEmailAtom)).toBeUndefined()
    await signIn()
    expect(calls).toEqual([authenticated])
  })

  it('another address confirmed by a code › only that one', async () => {
    const { store, calls, signIn, account } = await openWorld('required')
    store.set(confirmedOtpAtom, { account, uuid: 'uuid-1' })
    expect(store.get(sharedEmailAtom)).toBeUndefined()
    await signIn()
    expect(calls).toEqual([{ ...authenticated, otp: 'uuid-1' }])
  })

  it('server refuses › no sign-in', async () => {
    const { calls, signIn, account, store } = await openWorld('required', { status: 403 })
    await expect(signIn()).rejects.toMatchObject({ code: 'http/status' })
    expect(calls).toEqual([sharedFor(account)])
    expect(store.get(currentViewAtom).name).toBe('SIWXSignMessage')
  })

  it('address changed in another browser › no sign-in, the address view opens again', async () => {
    const { store, calls, signIn, account } = await openWorld('required', { status: 409 })
    store.set(emailCapturedAtom, [account])
    await expect(signIn()).rejects.toMatchObject({ code: 'http/status' })
    expect(calls).toEqual([sharedFor(account)])
    expect(store.get(embeddedSessionAtom)?.account.identities).toMatchObject([{ name: 'new@example.org' }])
    expect(store.get(emailCapturedAtom)).toEqual([])
    expect(store.get(currentViewAtom).name).toBe('DataCapture')
  })
})
