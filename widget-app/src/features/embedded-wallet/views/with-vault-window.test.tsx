import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import {
  embeddedWorld,
  testAccount,
  testToken,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { testVaultOpener } from '#widget/domain/embedded-wallet/testing/vault-opener.ts'
import {
  type VaultFailure,
  vaultOpenerAtom,
  vaultWindowAtom,
} from '#widget/domain/embedded-wallet/vault-window.ts'
import type { ConfirmWindowState } from '#widget/domain/review-queue/reviews.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { settingsRoutes } from '../testing/settings-server.ts'
import { CreateWalletView } from './create-wallet-view.tsx'
import { EmailLoginView } from './email-login-view.tsx'
import { KeysProof } from './keys-proof.tsx'
import { WalletSettingsView } from './wallet-settings-view.tsx'

afterEach(cleanup)

const open: ConfirmWindowState = {
  ...{ stage: 'waiting', address: 'https://vault.widget.example/', comparison: undefined },
  show: () => undefined,
}

/** The views that open the vault, and what each shows without a window. */
const views = {
  'log-in': [EmailLoginView, 'Use a passkey'],
  create: [CreateWalletView, 'Create wallet'],
  prove: [() => <KeysProof onContinue={() => undefined} />, 'Open the window'],
  keep: [WalletSettingsView, 'Log out'],
} as const

const isTask = (task: string): task is keyof typeof views => Object.hasOwn(views, task)

async function renderView(task: keyof typeof views) {
  const world = embeddedWorld(settingsRoutes())
  const { store } = world
  const account = task === 'create' ? testAccount : testWalletAccount
  if (task !== 'log-in') await store.set(startEmbeddedSessionAtom, { token: testToken, account })
  const vault = testVaultOpener()
  store.set(vaultOpenerAtom, vault.opener)
  const [View, name] = views[task]
  const { unmount } = render(
    <StoreProvider store={store}>
      <FooterSlotContext value={document.body}>
        <View />
      </FooterSlotContext>
    </StoreProvider>,
  )
  return {
    ...{ ...vault, unmount },
    start: () => screen.queryByRole('button', { name }),
    show: (window: ConfirmWindowState | VaultFailure | undefined) =>
      act(() => store.set(vaultWindowAtom, window)),
    click: (button: string) => act(async () => screen.getByRole('button', { name: button }).click()),
  }
}

const announced = () => screen.getAllByRole('status').map(({ textContent }) => textContent)

describe.each(Object.keys(views).filter(isTask))('window of the vault, to %s', (task) => {
  it('open › in place of what opens it; closed › that again, announced', async () => {
    const { show, start } = await renderView(task)
    expect(start()).toBeTruthy()
    show(open)
    expect(screen.getByText('Continue in the window')).toBeTruthy()
    expect(start()).toBeNull()
    show({ ...open, stage: 'closed' })
    expect(start()).toBeTruthy()
    expect(announced()).toContain('The window was closed')
  })

  it('view left › the window ends', async () => {
    const { show, unmount, leftCount } = await renderView(task)
    show(open)
    expect(leftCount()).toBe(0)
    unmount()
    expect(leftCount()).toBe(1)
  })

  it('another way › the window ends', async () => {
    const { show, click, leftCount } = await renderView(task)
    show(open)
    await click(task === 'log-in' ? 'Use another way' : 'Cancel')
    expect(leftCount()).toBe(1)
  })

  it('failed › says so, and opens another one', async () => {
    const { show, click, tasks } = await renderView(task)
    show({ stage: 'failed', details: { code: 'http/status', text: 'HTTP status 404' } })
    expect(screen.getByText('That didn’t work').closest('[role=alert]')).toBeTruthy()
    expect(screen.getByText(/HTTP status 404/)).toBeTruthy()
    await click('Open again')
    expect(tasks).toEqual([task])
  })

  it('number to compare › announced in a region that was mounted before it', async () => {
    const { show } = await renderView(task)
    const empty = screen.getAllByRole('status').filter(({ textContent }) => textContent === '')
    show({ ...open, comparison: '42' })
    expect(empty.map(({ textContent }) => textContent)).toContain('The window shows the number 42 too.')
  })
})
