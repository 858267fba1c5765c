import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { dropEmbeddedSessionAtom, startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  embeddedWorld,
  testAccount,
  testToken,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { testVaultOpener } from '#widget/domain/embedded-wallet/testing/vault-opener.ts'
import { vaultOpenerAtom } from '#widget/domain/embedded-wallet/vault-window.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { updateRoutes } from '../testing/code-server.ts'
import { UpdateEmailWalletView } from './update-email-wallet-view.tsx'

afterEach(cleanup)

async function renderView(routes = updateRoutes(), account: EmbeddedAccount = testAccount) {
  const world = embeddedWorld(routes)
  await world.store.set(startEmbeddedSessionAtom, { token: testToken, account })
  world.store.set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
  world.store.set(viewStackAtom, { to: 'push', view: { name: 'UpdateEmailWallet' } })
  render(
    <StoreProvider store={world.store}>
      <FooterSlotContext value={document.body}>
        <UpdateEmailWalletView />
      </FooterSlotContext>
    </StoreProvider>,
  )
  const type = async (label: string, value: string) => {
    const field = await screen.findByLabelText(label)
    await act(async () => void fireEvent.change(field, { target: { value } }))
  }
  const click = (name: string) => act(async () => screen.getByRole('button', { name }).click())
  const enterNewAddress = async () => {
    await click('Send code')
    await type('Code', '123456')
    await type('Email', 'new@example.org')
    await click('Continue')
  }
  return { ...world, type, click, enterNewAddress }
}

describe('UpdateEmailWallet', () => {
  it('code to the former, then to the new address › changed', async () => {
    const { enterNewAddress, type, click, store } = await renderView()
    expect(screen.getByText(/^We’ll send a code to ada@example.org/)).toBeTruthy()
    await enterNewAddress()
    expect(await screen.findByText(/code sent to new@example.org/)).toBeTruthy()
    await type('Code', '123456')
    expect(await screen.findByText('Log in with new@example.org from now on.')).toBeTruthy()
    await click('Done')
    expect(store.get(currentViewAtom).name).toBe('Account')
  })

  it('address of another user › says so, and keeps it to correct', async () => {
    const { enterNewAddress, type } = await renderView(updateRoutes({ attempt: { status: 409 } }))
    await enterNewAddress()
    await type('Code', '123456')
    const problem = await screen.findByText('This email is in use')
    expect(problem.closest('[role=alert]')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('new@example.org')
  })

  it('server needs the keys › the click opens the vault in the same task', async () => {
    const routes = updateRoutes({ send: () => ({ status: 403 }) })
    const { enterNewAddress, store } = await renderView(routes, testWalletAccount)
    const { opener, tasks } = testVaultOpener()
    act(() => store.set(vaultOpenerAtom, opener))
    await enterNewAddress()
    fireEvent.click(await screen.findByRole('button', { name: 'Open the window' }))
    expect(tasks).toEqual(['prove'])
  })

  it('session ends › leads to the login', async () => {
    const { store, click } = await renderView()
    act(() => store.set(dropEmbeddedSessionAtom, testToken))
    await click('Continue with email')
    expect(store.get(currentViewAtom)).toEqual({ name: 'EmailLogin' })
  })
})
