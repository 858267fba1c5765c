import { describe, expect, it } from 'vitest'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { connectionsAtom } from '#widget/domain/accounts/connections.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { embeddedSessionAtom, startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { isLoggedOutAtom } from '#widget/domain/embedded-wallet/session-end.ts'
import {
  embeddedWorld,
  testToken,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { testEmbeddedWallet } from '#widget/domain/embedded-wallet/testing/embedded-wallets.ts'
import { enabledWalletsAtom } from '#widget/domain/wallets/enabled-wallets.ts'
import type { TestResponse } from '#widget/testing/world.ts'
import { resumeEmbeddedSessionAtom } from './resume-embedded-session.ts'

const wallet = testEmbeddedWallet('eip155')
const walletId = walletIdOf(wallet)

/** The wallet of the last visit, with the server's response to the check of its session. */
async function resumedWorld(response: TestResponse) {
  const world = embeddedWorld({ '/account': () => response }, { wallets: [wallet] })
  const { store } = world
  await store.set(startEmbeddedSessionAtom, { token: testToken, account: testWalletAccount })
  await store.set(connectWalletAtom, { walletId })
  return world
}

describe('session of the last visit', () => {
  it('server knows it › wallet stays connected', async () => {
    const { store, urls } = await resumedWorld({ body: testWalletAccount })
    await store.set(resumeEmbeddedSessionAtom)
    expect(urls.filter((url) => url.includes('/embedded/v1/account'))).toHaveLength(1)
    expect(store.get(connectionsAtom)).toMatchObject({ eip155: { is: 'connected' } })
    expect(store.get(isLoggedOutAtom)).toBe(false)
  })

  it('server does not know it › logged out, disconnected, and not reconnected', async () => {
    const { store } = await resumedWorld({ status: 401 })
    await store.set(resumeEmbeddedSessionAtom)
    expect(store.get(embeddedSessionAtom)).toBeUndefined()
    expect(store.get(connectionsAtom)).toMatchObject({ eip155: { is: 'disconnected' } })
    expect(store.get(enabledWalletsAtom).autoReconnect).toEqual([])
    expect(store.get(isLoggedOutAtom)).toBe(true)
    await store.set(startEmbeddedSessionAtom, { token: testToken, account: testWalletAccount })
    expect(store.get(isLoggedOutAtom)).toBe(false)
  })

  it('server responds otherwise › wallet stays connected', async () => {
    const { store } = await resumedWorld({ status: 404 })
    await store.set(resumeEmbeddedSessionAtom)
    expect(store.get(connectionsAtom)).toMatchObject({ eip155: { is: 'connected' } })
  })

  it('no session is stored › wallet is not reconnected any more', async () => {
    const { store, urls } = embeddedWorld({})
    store.set(enabledWalletsAtom, { autoReconnect: [walletId, 'ethereum:io.metamask'] })
    await store.set(resumeEmbeddedSessionAtom)
    expect(store.get(enabledWalletsAtom).autoReconnect).toEqual(['ethereum:io.metamask'])
    expect(urls).toEqual([])
  })
})
