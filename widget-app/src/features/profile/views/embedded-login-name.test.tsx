import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { walletIdOf } from '#shared/channel/records/discovered-wallet.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  embeddedWorld,
  testToken,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { testEmbeddedWallet } from '#widget/domain/embedded-wallet/testing/embedded-wallets.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { ProfileWalletsView } from './profile-wallets-view.tsx'

afterEach(cleanup)

test('our own wallet › has the name of the login', async () => {
  const wallet = testEmbeddedWallet('eip155')
  const { store } = embeddedWorld({}, { wallets: [wallet] })
  await store.set(startEmbeddedSessionAtom, { token: testToken, account: testWalletAccount })
  await store.set(connectWalletAtom, { walletId: walletIdOf(wallet) })
  render(
    <StoreProvider store={store}>
      <ProfileWalletsView />
    </StoreProvider>,
  )
  expect(screen.getByText('ada@example.org')).toBeTruthy()
  expect(screen.getByRole('button', { name: /Disconnect ada@example.org/ })).toBeTruthy()
})
