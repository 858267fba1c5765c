import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { signInViewAtom } from '#widget/domain/accounts/sign-in.ts'
import { startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { testToken, testWalletAccount } from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { bob, type TestResponse, testWorld } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { DataCaptureView } from './data-capture-view.tsx'

afterEach(cleanup)

/** The view of a connected account whose host sets no e-mail option; `respond` is the project's response. */
function renderView() {
  let respond = (_said: object): void => {}
  const project = new Promise<TestResponse>((resolve) => {
    respond = (feature) => resolve({ body: { features: [{ id: 'email_capture', ...feature }] } })
  })
  const { store } = testWorld({
    config: { siwx: { mode: 'hosted' } },
    routes: { '/appkit/v1/config': () => project },
  })
  store.set(dispatchConnectionEventAtom, 'eip155', {
    is: 'succeeded',
    connection: testConnection({ handle: 'h' }),
  })
  const view = store.get(signInViewAtom)
  if (!view) throw new Error('Nothing is asked')
  store.set(viewStackAtom, { to: 'reset', view })
  render(
    <StoreProvider store={store}>
      <FooterSlotContext value={document.body}>
        <DataCaptureView />
      </FooterSlotContext>
    </StoreProvider>,
  )
  return { store, respond: (feature: object) => act(async () => respond(feature)) }
}

describe('DataCaptureView', () => {
  it('project’s option arrives › optional › shows the form with Skip', async () => {
    const { respond } = renderView()
    expect(screen.queryByRole('textbox')).toBeNull()
    await respond({ isEnabled: true, config: [] })
    expect(await screen.findByRole('textbox')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Skip' })).toBeDefined()
  })

  it('project requires an address › shows no Skip', async () => {
    const { respond } = renderView()
    await respond({ isEnabled: true, config: ['required'] })
    await screen.findByRole('textbox')
    expect(screen.queryByRole('button', { name: 'Skip' })).toBeNull()
  })

  it('e-mail › too long for an address › is kept and shows a problem', async () => {
    const { respond } = renderView()
    await respond({ isEnabled: true, config: ['required'] })
    const field = await screen.findByRole<HTMLInputElement>('textbox')
    const type = (value: string) => fireEvent.change(field, { target: { value } })
    for (const length of [255, 5_000]) {
      const long = `${'a'.repeat(length - 2)}@b`
      type(long)
      expect([field.value, field.maxLength]).toEqual([long, -1])
      expect(screen.getByText('Too long: at most 254 characters')).toBeTruthy()
      type(`${'a'.repeat(252)}@b`)
      expect(screen.queryByText(/^Too long/)).toBeNull()
    }
    type(`${'A very long name '.repeat(20)}<ann@shop.example>`)
    expect(screen.queryByText(/^Too long/)).toBeNull()
  })

  it('project wants no address › continues to the signature', async () => {
    const { store, respond } = renderView()
    await respond({ isEnabled: false, config: null })
    await waitFor(() => expect(store.get(currentViewAtom).name).toBe('SIWXSignMessage'))
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it.each([
    ['embedded wallet', testWalletAccount.accounts?.eip155, 'SIWXSignMessage'],
    ['another wallet', bob, 'DataCapture'],
  ])('user has logged in by e-mail, account of %s › %s', async (_, address = '', view) => {
    const { store, respond } = renderView()
    await act(async () => {
      await store.set(startEmbeddedSessionAtom, { token: testToken, account: testWalletAccount })
      store.set(dispatchConnectionEventAtom, 'eip155', {
        is: 'succeeded',
        connection: testConnection({ handle: 'h', accounts: [address] }),
      })
    })
    await respond({ isEnabled: true, config: ['required'] })
    if (view === 'DataCapture') await screen.findByRole('textbox')
    else await waitFor(() => expect(store.get(currentViewAtom).name).toBe(view))
    expect(store.get(currentViewAtom).name).toBe(view)
    expect(store.get(signInViewAtom)).toEqual({ name: view })
  })
})
