import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { fetchRemoteConfigAtom } from '#widget/core/feature-flags.ts'
import { startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { keysProofAtom } from '#widget/domain/embedded-wallet/session-proofs.ts'
import {
  embeddedRoutes,
  testToken,
  testVaultUrl,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { provedCountAtom, vaultOpenerAtom } from '#widget/domain/embedded-wallet/vault-window.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { linked, linkRoutes } from '../testing/link-server.ts'
import { securedAccount, settingsRoutes } from '../testing/settings-server.ts'
import { never, socialProject, testWindows } from '../testing/social-server.ts'
import { WalletSettingsView } from './wallet-settings-view.tsx'

afterEach(cleanup)

type Server = Parameters<typeof linkRoutes>[0]

async function renderSettings(server: Server = {}, account = securedAccount) {
  const { openWindow, urls, windows } = testWindows()
  const world = testWorld({
    deploy: { vaultUrl: testVaultUrl, socials: ['google', 'github', 'farcaster'] },
    openWindow,
    routes: {
      ...embeddedRoutes({ ...settingsRoutes(), ...linkRoutes(server) }),
      ...socialProject(['email', 'google', 'github', 'farcaster']),
    },
  })
  const { store } = world
  await store.set(fetchRemoteConfigAtom)
  await store.set(startEmbeddedSessionAtom, { token: testToken, account })
  store.set(vaultOpenerAtom, {
    open: () => {
      store.set(keysProofAtom, testToken)
      store.set(provedCountAtom, (count) => count + 1)
    },
    leave: () => undefined,
  })
  render(
    <StoreProvider store={store}>
      <FooterSlotContext value={document.body}>
        <WalletSettingsView />
      </FooterSlotContext>
    </StoreProvider>,
  )
  const click = async (name: string | RegExp) => {
    const button = await screen.findByRole('button', { name })
    await act(async () => button.click())
  }
  return { ...world, click, windowUrls: urls, windows }
}

describe('logins in the settings', () => {
  it('added › confirmed, proved by code and keys, window in the click, then in the list', async () => {
    let creations = 0
    const attempt = { id: 'try'.repeat(8), url: 'https://x.example', number: '42', lifetimeSeconds: 600 }
    const create = () => {
      creations += 1
      return creations < 3 ? { status: 403 } : { body: attempt }
    }
    let respond: () => void = () => undefined
    const read = new Promise<ReturnType<typeof linked>>((resolve) => {
      respond = () => resolve(linked())
    })
    const { click, windowUrls } = await renderSettings({ create, reads: [() => read] })
    await click('Add another login')
    expect(screen.queryByRole('button', { name: 'GitHub' })).toBeNull()
    await click('Google')
    expect(await screen.findByText(/It can’t open the keys of the wallet/)).toBeTruthy()
    await click('Continue')
    const field = await screen.findByLabelText('Code')
    await act(async () => void fireEvent.change(field, { target: { value: '123456' } }))
    await click('Open the window')
    await click('Continue')
    await screen.findByText('Continue with Google')
    expect(windowUrls).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Open the window' }))
    expect(windowUrls).toHaveLength(1)
    expect(await screen.findByText('Number: 42')).toBeTruthy()
    await act(async () => respond())
    expect(await screen.findByText('ada@gmail.example')).toBeTruthy()
  })

  it('account of another user › says so; tried again › another attempt', async () => {
    const { click } = await renderSettings({ reads: [() => ({ status: 409 }), never] })
    await click('Add another login')
    await click('Google')
    await click('Continue')
    await click('Open the window')
    await screen.findByText('This Google account is in use')
    await click('Try again')
    await click('Open the window')
    expect(await screen.findByText('Number: 42')).toBeTruthy()
    await click('Cancel')
    expect(await screen.findByRole('heading', { name: 'You log in with' })).toBeTruthy()
  })

  it('Farcaster › code to scan; cancelled › settings', async () => {
    const { click } = await renderSettings({ reads: [never] })
    await click('Add another login')
    await click('Farcaster')
    await click('Continue')
    expect(await screen.findByText('Scan with Farcaster')).toBeTruthy()
    await click('Cancel')
    expect(await screen.findByRole('heading', { name: 'You log in with' })).toBeTruthy()
  })

  it('choice cancelled › settings', async () => {
    const { click } = await renderSettings()
    await click('Add another login')
    await click('Cancel')
    expect(await screen.findByRole('heading', { name: 'You log in with' })).toBeTruthy()
  })

  it('removed › confirmed first; the last one has no button', async () => {
    const { click } = await renderSettings({}, { ...securedAccount, passkeys: [] })
    await click('Remove ada')
    expect(
      screen.getByText(
        'ada can’t log in to this wallet any more. Your other devices and sites are logged out, and your spending limits end. The wallet and your other logins stay.',
      ),
    )
    await click('Remove login')
    await screen.findByText('ada@example.org')
    expect(screen.queryByText('GitHub')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Remove ada@example.org' })).toBeNull()
  })
})
