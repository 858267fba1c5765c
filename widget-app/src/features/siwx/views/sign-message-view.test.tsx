import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { decodeUtf8Text } from '#widget/chains/decode-message.ts'
import { fetchRemoteConfigAtom } from '#widget/core/feature-flags.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { testToken, testWalletAccount } from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { testAdapter, testWorld } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { SignMessageView } from './sign-message-view.tsx'

afterEach(cleanup)

/** The sign view with these resources, once its message is ready. */
async function renderView(resources: readonly string[]) {
  const { store } = testWorld({
    config: { siwx: { resources: [...resources] } },
    siwx: { getNonce: () => 'a1b2c3d4e5f60718293a4b5c' },
    adapter: testAdapter({
      signIn: () => new Promise(() => {}),
      verifyMessage: async () => true,
      decodeText: async (text) => decodeUtf8Text(text),
    }),
  })
  store.set(dispatchConnectionEventAtom, 'eip155', {
    is: 'succeeded',
    connection: testConnection({ handle: 'h' }),
  })
  render(
    <StoreProvider store={store}>
      <FooterSlotContext value={document.body}>
        <SignMessageView />
      </FooterSlotContext>
    </StoreProvider>,
  )
  await screen.findByText('shop.example')
  const lookOf = (name: string) => screen.getByRole('button', { name }).getAttribute('data-look')
  return { cancel: lookOf('Cancel'), sign: lookOf('Sign') }
}

/** Announced texts; the gated button has an empty alert for its own messages. */
const alerts = () =>
  screen.queryAllByRole('alert').flatMap(({ textContent }) => (textContent ? [textContent] : []))

describe('SignMessageView', () => {
  it('S1 › capabilities in the host’s resources › warns, Cancel is primary', async () => {
    const looks = await renderView(['https://shop.example/terms', 'urn:recap:eyJhdHQiOnt9fQ'])
    expect(alerts()).toEqual([
      'More than a sign-in It lets another account act for you. Read which one, and what for.',
    ])
    expect(screen.queryByText(/can’t move funds/)).toBeNull()
    expect(looks).toEqual({ cancel: 'primary', sign: 'danger' })
  })

  it('plain sign-in › no warning, Sign is primary', async () => {
    const looks = await renderView(['https://shop.example/terms'])
    expect(alerts()).toEqual([])
    expect(screen.getByText(/can’t move funds/)).toBeTruthy()
    expect(looks).toEqual({ cancel: 'secondary', sign: 'primary' })
  })
})

describe('SignMessageView, user of the embedded wallet with a proved e-mail address', () => {
  /** The sign view on a site whose project requests an address. */
  async function renderHosted(config: readonly string[] | undefined) {
    const { store } = testWorld({
      config: { siwx: { mode: 'hosted' } },
      routes: {
        '/appkit/v1/config': () => ({
          body: {
            features: [{ id: 'email_capture', isEnabled: config !== undefined, config: config ?? [] }],
          },
        }),
        '/auth/v1/nonce': () => ({ body: { nonce: 'a1b2c3d4e5f60718293a4b5c', token: 't'.repeat(32) } }),
      },
      adapter: testAdapter({
        signIn: () => new Promise(() => {}),
        verifyMessage: async () => true,
        decodeText: async (text) => decodeUtf8Text(text),
      }),
    })
    await store.set(fetchRemoteConfigAtom)
    await store.set(startEmbeddedSessionAtom, { token: testToken, account: testWalletAccount })
    const accounts = [testWalletAccount.accounts?.eip155 ?? ''] as const
    const connection = testConnection({ handle: 'h', accounts })
    store.set(dispatchConnectionEventAtom, 'eip155', { is: 'succeeded', connection })
    render(
      <StoreProvider store={store}>
        <FooterSlotContext value={document.body}>
          <SignMessageView />
        </FooterSlotContext>
      </StoreProvider>,
    )
    await screen.findByText('shop.example')
  }

  it('address required › states which address the site gets, cannot be declined', async () => {
    await renderHosted(['required'])
    expect(screen.getByText('Your email ada@example.org is shared with shop.example')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('address optional › shared only if selected, can be declined again', async () => {
    await renderHosted([])
    const box = screen.getByRole<HTMLInputElement>('checkbox', {
      name: 'Share your email ada@example.org with shop.example',
    })
    const states = [box.checked]
    for (const _ of [1, 2]) {
      fireEvent.click(box)
      states.push(box.checked)
    }
    expect(states).toEqual([false, true, false])
  })

  it('no address requested › states none', async () => {
    await renderHosted(undefined)
    expect(screen.queryByText(/ada@example\.org/)).toBeNull()
  })
})
