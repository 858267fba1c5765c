import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'
import { fetchRemoteConfigAtom } from '#widget/core/feature-flags.ts'
import { embeddedSessionAtom, startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  embeddedRoutes,
  testAccount,
  testToken,
  testVaultUrl,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { testVaultOpener } from '#widget/domain/embedded-wallet/testing/vault-opener.ts'
import { vaultOpenerAtom } from '#widget/domain/embedded-wallet/vault-window.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { farcasterRoutes, socialProject, socialRoutes, testWindows } from '../testing/social-server.ts'
import { LogInAgain } from './log-in-again.tsx'

afterEach(cleanup)

const identitiesOf = (...providers: readonly EmbeddedAccount['identities'][number]['provider'][]) =>
  providers.map((provider) => ({ provider, name: 'Ada' }))
const passkey = {
  ...{ id: 'passkey'.repeat(4), name: 'Passkey', isBackedUp: true, createdAtMs: 1 },
  canOpenWallet: true,
}

/** A user without an e-mail address, of whom the server requires a recent login. */
async function renderAgain(account: EmbeddedAccount, userId = account.userId) {
  const completed = () => ({
    body: { is: 'completed', token: 'cd'.repeat(32), isNew: false, account: { ...account, userId } },
  })
  const windows = testWindows()
  const world = testWorld({
    deploy: { vaultUrl: testVaultUrl, socials: ['google', 'farcaster'] },
    openWindow: windows.openWindow,
    routes: {
      ...embeddedRoutes({
        ...socialRoutes({ reads: [completed] }),
        ...farcasterRoutes(),
        '/sign-out': () => ({ body: {} }),
      }),
      ...socialProject(['google', 'farcaster', 'x']),
    },
  })
  const { store } = world
  await store.set(fetchRemoteConfigAtom)
  await store.set(startEmbeddedSessionAtom, { token: testToken, account })
  const vault = testVaultOpener()
  store.set(vaultOpenerAtom, vault.opener)
  const onContinue = vi.fn<() => void>()
  render(
    <StoreProvider store={store}>
      <FooterSlotContext value={document.body}>
        <LogInAgain onContinue={onContinue} />
      </FooterSlotContext>
    </StoreProvider>,
  )
  const click = (name: string) => act(async () => screen.getByRole('button', { name }).click())
  return { ...world, ...vault, windows, onContinue, click }
}

describe('LogInAgain', () => {
  it('user of a social account › logs in there, then continues', async () => {
    const account = { ...testAccount, identities: identitiesOf('google', 'x') }
    const { click, store, onContinue, flowCalls, windows } = await renderAgain(account)
    expect(screen.getByText('Log in again')).toBeTruthy()
    // Not configured by the operator any more.
    expect(screen.queryByRole('button', { name: 'Continue with X' })).toBeNull()
    await click('Continue with Google')
    expect(windows.urls).toHaveLength(1)
    await screen.findByText('You’re logged in')
    expect(store.get(embeddedSessionAtom)?.token).toBe('cd'.repeat(32))
    await click('Continue')
    expect(onContinue).toHaveBeenCalledOnce()
    expect(flowCalls).toEqual([])
  })

  it('account of another user › says so, and lets the user choose again', async () => {
    const account = { ...testAccount, identities: identitiesOf('google') }
    const { click, store } = await renderAgain(account, 'other'.repeat(4))
    await click('Continue with Google')
    await screen.findByText('This login belongs to another user')
    expect(store.get(embeddedSessionAtom)?.token).toBe(testToken)
    await click('Use another way')
    expect(screen.getByText('Log in again')).toBeTruthy()
  })

  it('user of Farcaster › shows its code', async () => {
    const { click } = await renderAgain({ ...testAccount, identities: identitiesOf('farcaster') })
    await click('Continue with Farcaster')
    expect(await screen.findByRole('img', { name: 'QR code for Farcaster' })).toBeTruthy()
  })

  it('user of a passkey › opens the vault in the same task', async () => {
    const { tasks } = await renderAgain({ ...testAccount, identities: [], passkeys: [passkey] })
    act(() => screen.getByRole('button', { name: 'Use a passkey' }).click())
    expect(tasks).toEqual(['log-in'])
  })

  it('no way is offered any more › can log out', async () => {
    const { click, store } = await renderAgain({ ...testAccount, identities: identitiesOf('x') })
    await click('Log out')
    await waitFor(() => expect(store.get(embeddedSessionAtom)).toBeUndefined())
  })
})
