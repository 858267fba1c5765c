import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { embeddedSessionAtom, startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  embeddedWorld,
  testToken,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { testVaultOpener } from '#widget/domain/embedded-wallet/testing/vault-opener.ts'
import { vaultOpenerAtom } from '#widget/domain/embedded-wallet/vault-window.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { openChangeAtom } from '../account-change.ts'
import {
  assistedAccount,
  deletionAccount,
  devicePasskeyAccount,
  loginMissingAccount,
  recoveredAccount,
  securedAccount,
  settingsRoutes,
  testDeletion,
  testDevices,
  twoDevicesAccount,
} from '../testing/settings-server.ts'
import { WalletSettingsView } from './wallet-settings-view.tsx'

afterEach(cleanup)

async function renderView(routes = settingsRoutes(), account = securedAccount) {
  const world = embeddedWorld(routes)
  const { store } = world
  await store.set(startEmbeddedSessionAtom, { token: testToken, account })
  store.set(viewStackAtom, { to: 'reset', view: { name: 'WalletSettings' } })
  const { opener, tasks } = testVaultOpener()
  store.set(vaultOpenerAtom, opener)
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
  return { ...world, tasks, click }
}

describe('WalletSettings', () => {
  it('lists logins, ways to restore, devices and activity', async () => {
    const { click } = await renderView()
    expect(screen.getByRole('button', { name: /^ada@example.org/ })).toBeTruthy()
    expect(screen.getByText('Passkey, synced by its provider')).toBeTruthy()
    expect(screen.getByText('Recovery code')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Secure it' })).toBeNull()
    await screen.findByText('Safari on iPhone')
    // The vault of this browser, and not the site.
    expect(screen.getAllByRole('button', { name: 'Remove Chrome on macOS' })).toHaveLength(1)
    await screen.findByText('Added a passkey')
    expect(screen.queryByText('Changed the account')).toBeNull()
    await click(/more/)
    expect(screen.getByText('Changed the account')).toBeTruthy()
  })

  it.each([
    ['of several ways', securedAccount, false],
    [
      'the only way',
      {
        ...securedAccount,
        passkeys: [],
        envelopes: securedAccount.envelopes.filter(({ kind }) => kind !== 'passkey'),
      },
      true,
    ],
  ])('recovery code, %s › removal is confirmed first', async (_, account, isLast) => {
    const { click } = await renderView(settingsRoutes(), account)
    await click(/^Remove the recovery code of/)
    expect(await screen.findByText('Remove this recovery code?')).toBeTruthy()
    expect(screen.queryByText('You have no other way to restore the wallet') !== null).toBe(isLast)
    await click('Remove code')
    await waitFor(() => expect(screen.queryByText('Remove this recovery code?')).toBeNull())
    expect(screen.queryByRole('button', { name: /^Remove the recovery code of/ })).toBeNull()
  })

  it.each(['Secure it', /^Add a way to restore/, /^Recovery phrase and keys/])(
    '%s › the click opens the vault in the same task',
    async (name) => {
      const { tasks } = await renderView(settingsRoutes(), testWalletAccount)
      expect(screen.getByText('Your wallet is on one device only')).toBeTruthy()
      fireEvent.click(screen.getByRole('button', { name }))
      expect(tasks).toEqual(['keep'])
    },
  )

  it.each([
    ['one device', testWalletAccount, 'Your wallet is on one device only', /^If you lose that device/],
    ['two devices', twoDevicesAccount, 'Your wallet is on 2 devices only', /Without any of them/],
    ['passkey of one device', devicePasskeyAccount, 'Your wallet isn’t secured yet', /a synced passkey/],
    ['login missing', loginMissingAccount, 'Your wallet isn’t secured yet', /Add an email address/],
  ])('wallet not secured › %s › states what it depends on', async (_, account, title, text) => {
    await renderView(settingsRoutes(), account)
    expect(screen.getByText(title)).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('devices › states which row is this site, and which has the keys of this browser', async () => {
    await renderView()
    const rowOf = (badge: string) => screen.getByText(badge).closest('li')?.textContent
    await screen.findByText('This browser')
    expect(rowOf('This site')).toMatch(/^Chrome on macOSshop\.example .*This site$/)
    expect(rowOf('This browser')).toMatch(/^Chrome on macOSCan open the wallet .*This browser$/)
    expect(screen.getByText('Safari on iPhone').closest('li')?.textContent).not.toMatch(/This/)
  })

  it('devices of a former server › no row is the vault of this browser', async () => {
    const former = testDevices.map(({ isCurrentVault: _, ...device }) => device)
    await renderView(settingsRoutes({ devices: () => ({ body: { devices: former } }) }))
    await screen.findByText('This site')
    expect(screen.queryByText('This browser')).toBeNull()
  })

  it.each([
    [
      'of this browser',
      'Remove Chrome on macOS',
      'Remove this browser?',
      /Sites in this browser stay logged in/,
    ],
    ['of another device', 'Remove Safari on iPhone', 'Remove this device?', /^Safari on iPhone can’t open/],
  ])('keys %s removed › states what that means', async (_, button, title, text) => {
    const { click } = await renderView()
    await click(button)
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Remove device' })).toBeTruthy()
  })

  it('device removed › code, keys, then back in the list', async () => {
    let calls = 0
    const revoke = () => {
      calls += 1
      return calls < 3 ? { status: 403 } : { body: {} }
    }
    const { click, tasks } = await renderView(settingsRoutes({ revoke }))
    await click('Remove Safari on iPhone')
    await click('Remove device')
    const field = await screen.findByLabelText('Code')
    await act(async () => void fireEvent.change(field, { target: { value: '123456' } }))
    await click('Open the window')
    expect(tasks).toEqual(['prove'])
    expect(calls).toBe(2)
  })

  it.each([
    [400, 'Nothing was changed', 'The server rejected it. Try again later.'],
    [500, 'The server didn’t confirm it', /^We can’t tell whether it was changed/],
  ])('removal of a device › status %i › %s', async (status, title, text) => {
    const { click } = await renderView(settingsRoutes({ revoke: () => ({ status }) }))
    await click('Remove Safari on iPhone')
    await click('Remove device')
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(text)).toBeTruthy()
  })

  it('removal of a device › response lost › settings list the devices that are left', async () => {
    let isRemoved = false
    const revoke = () => {
      isRemoved = true
      throw new TypeError('Failed to fetch')
    }
    const devices = () => ({ body: { devices: isRemoved ? testDevices.slice(0, 1) : testDevices } })
    const { click } = await renderView(settingsRoutes({ revoke, devices }))
    await click('Remove Safari on iPhone')
    await click('Remove device')
    expect(screen.queryByText('Nothing was changed')).toBeNull()
    await click('Check wallet settings')
    await screen.findByText('Chrome on macOS')
    expect(screen.queryByText('Safari on iPhone')).toBeNull()
  })

  it('removal of a login › the last one › says so', async () => {
    const { click } = await renderView(settingsRoutes({ unlink: () => ({ status: 409 }) }))
    await click('Remove ada')
    await click('Remove login')
    expect(await screen.findByText(/^This is your only way to log in/)).toBeTruthy()
  })

  it('deletion › only after the word, which is said to leave the 12 words', async () => {
    const { click, store } = await renderView()
    await click('Delete account')
    expect(await screen.findByText(/only the 12 words of the recovery phrase/)).toBeTruthy()
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete account' })
    expect(button.disabled).toBe(true)
    fireEvent.change(screen.getByLabelText('Type DELETE to confirm'), { target: { value: 'DELETE' } })
    await click('Delete account')
    await waitFor(() => expect(store.get(embeddedSessionAtom)).toBeUndefined())
  })

  it('lists fail › tried again', async () => {
    let isDown = true
    const devices = () => (isDown ? { status: 400 } : { body: { devices: [] } })
    const { click } = await renderView(settingsRoutes({ devices }))
    await screen.findByText('The devices couldn’t be loaded')
    isDown = false
    await click('Try again')
    expect(await screen.findByRole('heading', { name: 'Devices' })).toBeTruthy()
  })

  it('email clicked › leads to its change; logged out › leads to Connect', async () => {
    const { click, store } = await renderView()
    await click(/^ada@example.org/)
    expect(store.get(currentViewAtom)).toEqual({ name: 'UpdateEmailWallet' })
    await click('Log out')
    expect(store.get(currentViewAtom)).toEqual({ name: 'Connect' })
    expect(store.get(embeddedSessionAtom)).toBeUndefined()
  })
})

describe('recovery with the operator', () => {
  it('requested › states device and times; cancelled › gone', async () => {
    const { click, store } = await renderView(settingsRoutes(), recoveredAccount)
    await screen.findByText('A recovery of your wallet was requested')
    expect(screen.getByText(/from Edge on Windows/)).toBeTruthy()
    await click('Cancel the recovery')
    await waitFor(() => expect(screen.queryByText('A recovery of your wallet was requested')).toBeNull())
    expect(store.get(embeddedSessionAtom)?.account.recovery).toBe('offered')
  })

  it('requested since the last visit › shown once the server has stated it', async () => {
    const account = () => ({ body: recoveredAccount })
    await renderView(settingsRoutes({ account }), { ...securedAccount, recovery: 'offered' })
    expect(await screen.findByText('A recovery of your wallet was requested')).toBeTruthy()
  })

  it('cancellation fails › says that it was not cancelled, can be repeated', async () => {
    let calls = 0
    const cancelRecovery = () => {
      calls += 1
      return calls === 1 ? { status: 503 } : { body: { account: securedAccount } }
    }
    const { click } = await renderView(settingsRoutes({ cancelRecovery }), recoveredAccount)
    await click('Cancel the recovery')
    expect(await screen.findByText(/The recovery was not cancelled/)).toBeTruthy()
    await click('Cancel the recovery')
    await waitFor(() => expect(screen.queryByText('A recovery of your wallet was requested')).toBeNull())
  })

  it('details not loaded › says so', async () => {
    await renderView(settingsRoutes({ recovery: () => ({ status: 400 }) }), recoveredAccount)
    expect(
      await screen.findByText('A recovery was requested, but its details couldn’t be loaded'),
    ).toBeTruthy()
  })

  it('help of the operator › is a way to restore, where the operator offers it', async () => {
    await renderView(settingsRoutes(), assistedAccount)
    expect(screen.getByText('The operator can open the wallet')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Secure it' })).toBeNull()
    cleanup()
    await renderView(settingsRoutes(), { ...assistedAccount, recovery: undefined })
    expect(screen.queryByText('The operator can open the wallet')).toBeNull()
    expect(screen.getByRole('button', { name: 'Secure it' })).toBeTruthy()
  })
})

describe('deletion without the keys', () => {
  const title = 'The deletion of your account was requested'
  const typeWord = () =>
    fireEvent.change(screen.getByLabelText('Type DELETE to confirm'), { target: { value: 'DELETE' } })
  const enterCode = async () => {
    const field = await screen.findByLabelText('Code')
    await act(async () => void fireEvent.change(field, { target: { value: '123456' } }))
  }

  it('every key lost › states what is lost, requests, then shows the notice', async () => {
    const { click, tasks } = await renderView(settingsRoutes({ remove: () => ({ status: 403 }) }))
    await click('Delete account')
    await screen.findByLabelText('Type DELETE to confirm')
    typeWord()
    await click('Delete account')
    await enterCode()
    await click('I have lost every key')
    expect(tasks).toEqual([])
    expect(await screen.findByText('Have you lost every key?')).toBeTruthy()
    expect(screen.getByText(/Neither you nor the operator can bring it back/)).toBeTruthy()
    expect(screen.getByText(/after 14 days, and for 30 days/)).toBeTruthy()
    expect(screen.getByText(/by a link that we send to ada@example.org now/)).toBeTruthy()
    await click('Request the deletion')
    expect(await screen.findByText(title)).toBeTruthy()
  })

  it('other change that needs the keys › offers no way without them', async () => {
    const { click } = await renderView(settingsRoutes({ revoke: () => ({ status: 403 }) }))
    await click('Remove Safari on iPhone')
    await click('Remove device')
    await enterCode()
    expect(await screen.findByRole('button', { name: 'Open the window' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'I have lost every key' })).toBeNull()
  })

  it('requested already › the keys are the only way until it is open', async () => {
    const { click } = await renderView(settingsRoutes({ remove: () => ({ status: 403 }) }), deletionAccount)
    await click('Delete account')
    await screen.findByLabelText('Type DELETE to confirm')
    typeWord()
    await click('Delete account')
    await enterCode()
    expect(await screen.findByRole('button', { name: 'Open the window' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'I have lost every key' })).toBeNull()
  })

  it('user without an address › no link is promised', async () => {
    const { store, click } = await renderView(settingsRoutes(), { ...securedAccount, identities: [] })
    await act(async () => store.set(openChangeAtom, { is: 'request-deletion' }))
    expect(await screen.findByText(/wherever you are logged in\.$/)).toBeTruthy()
    expect(screen.queryByText(/by a link/)).toBeNull()
    await click('Cancel')
    expect(await screen.findByRole('button', { name: 'Log out' })).toBeTruthy()
  })

  it('requested › states device and times; cancelled › gone', async () => {
    const { click, store } = await renderView(settingsRoutes(), deletionAccount)
    await screen.findByText(title)
    expect(screen.getByText(/from Edge on Windows.*after Nov 28, 2023/)).toBeTruthy()
    await click('Cancel the deletion')
    await waitFor(() => expect(screen.queryByText(title)).toBeNull())
    expect(store.get(embeddedSessionAtom)?.account.deletion).toBeUndefined()
  })

  it('requested since the last visit › shown once the server has stated it', async () => {
    const account = () => ({ body: deletionAccount })
    await renderView(settingsRoutes({ account }))
    expect(await screen.findByText(title)).toBeTruthy()
  })

  it('open by the server’s clock › the word and a code delete, without the keys', async () => {
    let calls = 0
    const remove = () => {
      calls += 1
      return calls === 1 ? { status: 403 } : { body: {} }
    }
    const deletion = () => ({ body: { request: testDeletion(14) } })
    const { click, store, tasks } = await renderView(settingsRoutes({ remove, deletion }), {
      ...deletionAccount,
      deletion: 'open',
    })
    expect(await screen.findByText('Your account can be deleted now')).toBeTruthy()
    expect(screen.getByText(/Until Dec 28, 2023/)).toBeTruthy()
    await click('Delete account')
    await screen.findByLabelText('Type DELETE to confirm')
    typeWord()
    await click('Delete account')
    await enterCode()
    await waitFor(() => expect(store.get(embeddedSessionAtom)).toBeUndefined())
    expect(tasks).toEqual([])
  })

  it('device whose clock is past the end › shows the state of the server', async () => {
    const { clock } = await renderView(settingsRoutes(), deletionAccount)
    expect(clock.now()).toBeGreaterThan(testDeletion().expiresAtMs)
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.queryByText('Your account can be deleted now')).toBeNull()
  })

  it.each([
    ['over already', { status: 404 }, securedAccount],
    ['response lost, but cancelled', { status: 502 }, securedAccount],
    ['not cancelled', { status: 502 }, deletionAccount],
  ])('cancellation, %s › the account states whether it is over', async (_, response, stated) => {
    let isCancelling = false
    const { click } = await renderView(
      settingsRoutes({
        cancelDeletion: () => {
          isCancelling = true
          return response
        },
        account: () => ({ body: isCancelling ? stated : deletionAccount }),
      }),
      deletionAccount,
    )
    await screen.findByText(title)
    await click('Cancel the deletion')
    if (stated === securedAccount) await waitFor(() => expect(screen.queryByText(title)).toBeNull())
    else expect(await screen.findByText(/The server didn’t confirm the cancellation/)).toBeTruthy()
  })

  it('details not loaded › says so', async () => {
    await renderView(settingsRoutes({ deletion: () => ({ status: 400 }) }), deletionAccount)
    expect(
      await screen.findByText(
        'The deletion of your account was requested, but its details couldn’t be loaded',
      ),
    ).toBeTruthy()
  })
})
