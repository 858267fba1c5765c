import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  embeddedWorld,
  testDeviceEnvelope,
  testToken,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { testEmbeddedWallet } from '#widget/domain/embedded-wallet/testing/embedded-wallets.ts'
import { testVaultOpener } from '#widget/domain/embedded-wallet/testing/vault-opener.ts'
import { vaultOpenerAtom } from '#widget/domain/embedded-wallet/vault-window.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWallet } from '#widget/testing/world.ts'
import { AccountView } from './account-view.tsx'

afterEach(cleanup)

const own = testEmbeddedWallet('eip155')
const recoveryCode = (isComplete: boolean): EmbeddedAccount['envelopes'][number] => ({
  ...{ id: 'recovery'.padEnd(20, '0'), createdAtMs: 1, isComplete },
  kind: 'recovery',
})

async function renderAccount({ wallet = own, account = testWalletAccount } = {}) {
  const world = embeddedWorld({}, { wallets: [wallet] })
  const { store } = world
  await store.set(startEmbeddedSessionAtom, { token: testToken, account })
  await store.set(connectWalletAtom, { walletId: walletIdOf(wallet) })
  store.set(modalOpenAtom, true)
  store.set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
  const { opener, tasks } = testVaultOpener()
  store.set(vaultOpenerAtom, opener)
  render(
    <StoreProvider store={store}>
      <AccountView />
    </StoreProvider>,
  )
  return { ...world, tasks }
}

const warning = 'Your wallet isn’t secured yet'

describe('our own wallet in Account', () => {
  it('shows the login, and opens the settings', async () => {
    const { store } = await renderAccount()
    expect(screen.getByText('ada@example.org')).toBeTruthy()
    fireEvent.click(await screen.findByRole('button', { name: 'Wallet settings' }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'WalletSettings' })
  })

  it('no way to restore it › lasting warning, whose click opens the vault in the same task', async () => {
    const { store, tasks } = await renderAccount()
    fireEvent.click(await screen.findByRole('button', { name: 'Secure it' }))
    expect(tasks).toEqual(['keep'])
    expect(store.get(currentViewAtom)).toEqual({ name: 'WalletSettings' })
  })

  it.each([
    ['requested', 'The deletion of your account was requested'],
    ['open', 'Your account can be deleted now'],
  ] as const)('deletion without the keys %s › stated, leads to the settings', async (deletion, title) => {
    const envelopes = [recoveryCode(true)]
    const { store } = await renderAccount({ account: { ...testWalletAccount, envelopes, deletion } })
    expect(await screen.findByText(title)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Check it' }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'WalletSettings' })
  })

  it.each([
    ['complete recovery code', true, false],
    ['incomplete recovery code', false, true],
  ])('%s › warning: %s', async (_, isComplete, isWarned) => {
    await renderAccount({ account: { ...testWalletAccount, envelopes: [recoveryCode(isComplete)] } })
    await screen.findByRole('button', { name: 'Wallet settings' })
    expect(screen.queryByRole('button', { name: 'Secure it' }) !== null).toBe(isWarned)
  })

  it.each([
    ['one device has', [testDeviceEnvelope()], 'Your wallet is on one device only'],
    [
      'two devices have',
      [testDeviceEnvelope(), testDeviceEnvelope('other')],
      'Your wallet is on 2 devices only',
    ],
    ['no device has', [], warning],
  ])('%s the keys › warning does not claim that it is this device', async (_, envelopes, title) => {
    await renderAccount({ account: { ...testWalletAccount, envelopes } })
    expect(await screen.findByText(title)).toBeTruthy()
  })

  it('recovery requested › notice, whose click opens the settings', async () => {
    const { store } = await renderAccount({ account: { ...testWalletAccount, recovery: 'requested' } })
    expect(await screen.findByText('A recovery of your wallet was requested')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Check it' }))
    expect(store.get(currentViewAtom)).toEqual({ name: 'WalletSettings' })
  })

  it('another wallet › neither', async () => {
    await renderAccount({ wallet: testWallet() })
    await import('./embedded-wallet-part.tsx')
    expect(screen.queryByRole('button', { name: 'Secure it' })).toBeNull()
    expect(screen.queryByText('ada@example.org')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Wallet settings' })).toBeNull()
  })
})
