import { afterEach, describe, expect, it, vi } from 'vitest'
import { completeLoginAtom, repeatLoginAtom } from '#widget/domain/embedded-wallet/complete-login.ts'
import { embeddedApiAtom } from '#widget/domain/embedded-wallet/embedded-api.ts'
import { embeddedSessionAtom, startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { isAccepted, keysProofAtom } from '#widget/domain/embedded-wallet/session-proofs.ts'
import {
  deferredResponse,
  embeddedWorld,
  testAccount,
  testToken,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import {
  leaveVaultAtom,
  openVaultAtom,
  provedCountAtom,
  shownVaultWindowAtom,
  type VaultTask,
  vaultOpenerAtom,
  vaultWindowAtom,
} from '#widget/domain/embedded-wallet/vault-window.ts'
import {
  connectedWindow,
  type ScriptedWindow,
  scriptedWindows,
} from '#widget/domain/review/window/testing/scripted-window.ts'
import type { TestRoutes } from '#widget/testing/world.ts'
import { prepareVaultAtom } from './open-vault.ts'

const opened: ScriptedWindow[] = []
afterEach(() => {
  for (const window of opened.splice(0)) window.close()
})

const ticket = 'ef'.repeat(32)
const latest = { token: 'cd'.repeat(32), account: testWalletAccount }
const signatures = {
  eip155: `0x${'11'.repeat(65)}`,
  solana: '1'.repeat(64),
  polkadot: `0x${'11'.repeat(64)}`,
}

/** A user who opens the vault for a task; `window` is its connected window. */
async function vaultWorld(is: VaultTask['is'], routes: TestRoutes = {}, account = testWalletAccount) {
  const windows = scriptedWindows()
  const world = embeddedWorld(
    { '/account': () => ({ body: account }), '/sign-out': () => ({ body: {} }), ...routes },
    { openWindow: windows.openWindow, page: windows.page, deploy: { vaultUrl: windows.origin } },
  )
  const { store, clock } = world
  if (is !== 'log-in') await store.set(startEmbeddedSessionAtom, { token: testToken, account })
  await store.set(prepareVaultAtom)
  const unmount = store.sub(shownVaultWindowAtom, () => undefined)
  store.set(openVaultAtom, { is })
  const window = await connectedWindow(windows)
  opened.push(window)
  const shown = () => store.get(shownVaultWindowAtom)
  await vi.waitFor(() => expect(shown()?.stage).toBe('waiting'))
  return {
    ...{ ...world, window, windows, shown, unmount },
    ended: () => window.received.find((message) => message.is === 'ended'),
    closeWindow: async () => {
      windows.closeSilently()
      await clock.advance(500)
    },
  }
}

describe('window of the vault', () => {
  it('key of the frame not read yet › cannot be opened: an offer without the key is refused', async () => {
    const { store } = embeddedWorld({})
    let readKey: (thumbprint: string) => void = () => undefined
    vi.spyOn(store.get(embeddedApiAtom), 'thumbprint').mockReturnValueOnce(
      new Promise((resolve) => {
        readKey = resolve
      }),
    )
    const prepared = store.set(prepareVaultAtom)
    expect(store.get(vaultOpenerAtom)).toBeUndefined()
    readKey('k'.repeat(43))
    await prepared
    expect(store.get(vaultOpenerAtom)).toBeDefined()
  })

  it('closed › none is shown', async () => {
    const { store, closeWindow, shown } = await vaultWorld('log-in')
    await closeWindow()
    expect(store.get(vaultWindowAtom)?.stage).toBe('closed')
    expect(shown()).toBeUndefined()
  })

  it.each([
    ['view left', 'unmount'],
    ['another way chosen', 'leave'],
  ])('%s › the window ends, and none is kept', async (_, how) => {
    const { store, unmount, ended } = await vaultWorld('log-in')
    if (how === 'unmount') unmount()
    else store.set(leaveVaultAtom)
    await vi.waitFor(() => expect(ended()).toEqual({ is: 'ended', how: 'cancelled' }))
    expect(store.get(vaultWindowAtom)).toBeUndefined()
  })

  it.each<VaultTask['is']>(['create', 'keep', 'log-in', 'prove'])(
    '%s, ten minutes › the window goes on',
    async (is) => {
      const { clock, window, ended, shown, closeWindow } = await vaultWorld(is)
      await clock.advance(300_000)
      window.send({ is: 'hello' })
      await clock.advance(301_000)
      window.send({ is: 'hello' })
      await vi.waitFor(() => expect(shown()?.stage).toBe('waiting'))
      expect(ended()).toBeUndefined()
      await closeWindow()
      await vi.waitFor(() => expect(shown()).toBeUndefined())
    },
  )

  it('view left after the wallet is on this device › the window goes on', async () => {
    const { store, window, unmount, ended, flowCalls, closeWindow } = await vaultWorld('create')
    window.send({ is: 'wallet-ready' })
    await vi.waitFor(() => expect(flowCalls).toEqual(['afterEmbeddedLogin']))
    unmount()
    await closeWindow()
    expect(ended()).toBeUndefined()
    expect(store.get(vaultWindowAtom)).toBeUndefined()
  })

  it('logged in › session and next step; the window goes on without the view of the login', async () => {
    const { store, window, flowCalls, shown, unmount, ended, closeWindow } = await vaultWorld('log-in', {
      '/frame-session': () => ({ body: latest }),
    })
    store.sub(embeddedSessionAtom, unmount)
    window.send({ is: 'logged-in', ticket })
    await vi.waitFor(() => expect(flowCalls).toEqual(['afterEmbeddedLogin']))
    expect(store.get(embeddedSessionAtom)).toEqual(latest)
    expect(shown()).toBeUndefined()
    await closeWindow()
    expect(ended()).toBeUndefined()
  })

  it.each<[string, VaultTask['is'], TestRoutes, Parameters<ScriptedWindow['send']>[0]]>([
    ['login', 'log-in', { '/frame-session': () => ({ status: 404 }) }, { is: 'logged-in', ticket }],
    ['proof', 'prove', { '/wallet-proof': () => ({ status: 400 }) }, { is: 'proved', signatures }],
    ['challenge', 'prove', { '/wallet-challenge': () => ({ status: 404 }) }, { is: 'challenge-wanted' }],
  ])('%s fails › both windows say so, and it can be opened again', async (_, is, routes, message) => {
    const { store, window, ended, shown } = await vaultWorld(is, routes)
    window.send(message)
    await vi.waitFor(() => expect(ended()).toEqual({ is: 'ended', how: 'failed' }))
    expect(shown()).toMatchObject({ stage: 'failed', details: { code: 'http/status' } })
    store.set(openVaultAtom, { is })
    expect(shown()?.stage).toBe('opening')
  })

  it('login that the user has left › is not used, and shows no failure', async () => {
    for (const result of [{ body: latest }, { status: 404 }]) {
      const { response, respond } = deferredResponse()
      const { store, window, urls, unmount, logs } = await vaultWorld('log-in', {
        '/frame-session': () => response,
      })
      window.send({ is: 'logged-in', ticket })
      await vi.waitFor(() => expect(urls.at(-1)).toContain('/frame-session'))
      unmount()
      respond(result)
      await vi.waitFor(() => expect(logs.length).toBe('status' in result ? 1 : 0))
      expect(store.get(embeddedSessionAtom)).toBeUndefined()
      expect(store.get(vaultWindowAtom)).toBeUndefined()
    }
  })

  it('login of another user, where the user was to log in again › says so', async () => {
    const other = { ...latest, account: { ...testWalletAccount, userId: 'other'.repeat(4) } }
    const { store, window, shown, ended } = await vaultWorld('log-in', {
      '/frame-session': () => ({ body: other }),
    })
    await store.set(completeLoginAtom, { token: testToken, account: testAccount })
    store.set(repeatLoginAtom)
    window.send({ is: 'logged-in', ticket })
    await vi.waitFor(() => expect(shown()?.stage).toBe('other-user'))
    expect(store.get(embeddedSessionAtom)?.token).toBe(testToken)
    await vi.waitFor(() => expect(ended()).toEqual({ is: 'ended', how: 'failed' }))
  })

  it('proved › the session has the proof, and its view continues', async () => {
    const { store, window, ended, shown } = await vaultWorld('prove', {
      '/wallet-proof': () => ({ body: {} }),
    })
    window.send({ is: 'proved', signatures })
    await vi.waitFor(() => expect(ended()).toEqual({ is: 'ended', how: 'answered' }))
    expect(isAccepted(store.get, keysProofAtom)).toBe(true)
    expect(store.get(provedCountAtom)).toBe(1)
    expect(shown()).toBeUndefined()
  })
})
