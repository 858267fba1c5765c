import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { decodeUtf8Text } from '#widget/chains/decode-message.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
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
