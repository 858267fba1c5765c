import { describe, expect, it } from 'vitest'
import { completeDeployConfig } from '#shared/config/deploy-config.ts'
import { deployConfigAtom } from '#widget/core/config.ts'
import { fetchRemoteConfigAtom } from '#widget/core/feature-flags.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { httpStatusOf } from '#widget/lib/http.ts'
import { atom } from '#widget/lib/state.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { type TestRoutes, testWorld } from '#widget/testing/world.ts'
import { embeddedWalletOfferAtom } from './is-offered.ts'
import { dropEmbeddedSessionAtom, embeddedSessionAtom, startEmbeddedSessionAtom } from './session.ts'
import { refreshEmbeddedAccountAtom, requestVaultTicketAtom } from './session-calls.ts'
import { signOutEmbeddedAtom } from './sign-out.ts'
import {
  deferredResponse,
  embeddedRoutes,
  embeddedWorld,
  testAccount,
  testToken,
  testVaultUrl,
  testWalletAccount,
} from './testing/embedded-server.ts'

const session = { token: testToken, account: testAccount }
const otherSession = { token: 'cd'.repeat(32), account: testAccount }
const sessionKeyAtom = atom(scopedKey('embeddedSession'))

/** A frame that was logged in at the last visit. */
function returningWorld(routes: TestRoutes, stored: unknown = session) {
  const storage = memoryArea()
  const world = embeddedWorld(routes, { storage })
  storage.set(world.store.get(sessionKeyAtom), JSON.stringify({ v: 1, at: 0, data: stored }))
  return world
}

describe('embeddedWalletOfferAtom', () => {
  it.each([
    ['vault and feature', testVaultUrl, ['email'], 'pending', 'on'],
    ['no vault', undefined, ['email', 'google'], 'off', 'off'],
    ['only socials', testVaultUrl, ['google'], 'pending', 'on'],
    ['other socials', testVaultUrl, ['github'], 'pending', 'off'],
  ])('%s', async (_, vaultUrl, config, first, offer) => {
    const { store } = testWorld({
      routes: {
        '/appkit/v1/config': () => ({
          body: { features: [{ id: 'social_login', isEnabled: true, config }] },
        }),
      },
    })
    store.set(deployConfigAtom, completeDeployConfig({ vaultUrl, socials: ['google'] }))
    store.set(modalOpenAtom, true)
    expect(store.get(embeddedWalletOfferAtom)).toBe(first)
    await store.set(fetchRemoteConfigAtom)
    expect(store.get(embeddedWalletOfferAtom)).toBe(offer)
  })

  it('widget that is only preloaded › settings are not fetched until it opens', async () => {
    const { store, urls } = testWorld({ routes: embeddedRoutes({}) })
    store.set(deployConfigAtom, completeDeployConfig({ vaultUrl: 'https://vault.example' }))
    const stop = store.sub(embeddedWalletOfferAtom, () => undefined)
    expect([store.get(embeddedWalletOfferAtom), urls]).toEqual(['pending', []])
    store.set(modalOpenAtom, true)
    await expect.poll(() => urls.length).toBe(1)
    stop()
  })

  it('no vault › settings are not fetched for it', () => {
    const { store, urls } = testWorld({ routes: embeddedRoutes({}) })
    const stop = store.sub(embeddedWalletOfferAtom, () => undefined)
    expect(urls).toEqual([])
    stop()
  })
})

describe('embedded session', () => {
  it('key that lasts as long as the page › session is not stored', async () => {
    const { store, storage } = embeddedWorld({})
    await store.set(startEmbeddedSessionAtom, session)
    expect(store.get(embeddedSessionAtom)).toEqual(session)
    expect(storage.get(store.get(sessionKeyAtom))).toBeNull()
  })

  it('stored session › shown before the server responds, then updated', async () => {
    const { respond, response } = deferredResponse()
    const { store } = returningWorld({ '/account': () => response })
    expect(store.get(embeddedSessionAtom)).toEqual(session)
    const refreshed = store.set(refreshEmbeddedAccountAtom)
    expect(store.get(embeddedSessionAtom)).toEqual(session)
    respond({ body: testWalletAccount })
    await refreshed
    expect(store.get(embeddedSessionAtom)).toEqual({ token: testToken, account: testWalletAccount })
  })

  it.each([
    ['token', { ...session, token: 'x' }],
    ['account', { token: testToken, account: { ...testAccount, identities: 'none' } }],
  ])('stored %s invalid › no session', (_, stored) => {
    expect(returningWorld({}, stored).store.get(embeddedSessionAtom)).toBeUndefined()
  })

  it.each([
    ['401', { status: 401 }, undefined],
    ['404', { status: 404 }, session],
    ['of another shape', { body: {} }, session],
  ])('refresh › response %s', async (_, response, remaining) => {
    const { store } = returningWorld({ '/account': () => response })
    await store.set(refreshEmbeddedAccountAtom)
    expect(store.get(embeddedSessionAtom)).toEqual(remaining)
  })

  it('refresh › 401 for a session that another tab has replaced › the new one stays', async () => {
    const { respond, response } = deferredResponse()
    const { store, storage } = returningWorld({ '/account': () => response })
    const refreshed = store.set(refreshEmbeddedAccountAtom)
    storage.set(store.get(sessionKeyAtom), JSON.stringify({ v: 1, at: 0, data: otherSession }))
    respond({ status: 401 })
    await refreshed
    expect(store.get(embeddedSessionAtom)).toEqual(otherSession)
  })

  it('refresh › server not reachable › session stays', async () => {
    const { store, clock } = returningWorld({})
    let isSettled = false
    const refreshed = store.set(refreshEmbeddedAccountAtom).finally(() => {
      isSettled = true
    })
    while (!isSettled) {
      await clock.advance(100)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await refreshed
    expect(store.get(embeddedSessionAtom)).toEqual(session)
  })

  it('drop › of another session › stays', () => {
    const { store } = returningWorld({})
    store.set(dropEmbeddedSessionAtom, otherSession.token)
    expect(store.get(embeddedSessionAtom)).toEqual(session)
  })

  it.each([
    ['server responds', {}],
    ['server fails', { status: 500 }],
  ])('sign-out › %s › ends here at once', async (_, response) => {
    const tokens: (string | null | undefined)[] = []
    const { store } = returningWorld({
      '/sign-out': (_url, _body, headers) => {
        tokens.push(headers?.get('authorization'))
        return response
      },
    })
    const signedOut = store.set(signOutEmbeddedAtom)
    expect(store.get(embeddedSessionAtom)).toBeUndefined()
    await signedOut
    expect(tokens).toEqual([`DPoP ${testToken}`])
  })

  it('ticket › of the session', async () => {
    const ticket = 'ef'.repeat(32)
    const { store } = returningWorld({ '/tickets': () => ({ body: { ticket } }) })
    expect(await store.set(requestVaultTicketAtom)).toBe(ticket)
  })

  it('ticket › session has ended › rejects and drops it', async () => {
    const { store } = returningWorld({ '/tickets': () => ({ status: 401 }) })
    await expect(store.set(requestVaultTicketAtom)).rejects.toSatisfy((error) => httpStatusOf(error) === 401)
    expect(store.get(embeddedSessionAtom)).toBeUndefined()
  })

  it('ticket › no session › rejects without a call', async () => {
    const { store, urls } = embeddedWorld({})
    await expect(store.set(requestVaultTicketAtom)).rejects.toThrow('No session found')
    expect(urls).toEqual([])
  })
})
