import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { reviewAtom } from '../atoms/actions.ts'
import { draftAtom } from '../atoms/draft.ts'
import { problemsAtom, roughFeeAtom } from '../atoms/form.ts'
import { recipient, sendWorld, usdcAddress } from '../testing/send-world.ts'
import { WalletSendView } from './wallet-send-view.tsx'

afterEach(cleanup)

/** The form as a host requests it. */
function openForm(features: { readonly send?: boolean }) {
  const world = sendWorld({}, { name: 'Account' }, { config: { features } })
  world.store.set(openModalAtom, { view: 'WalletSend', to: recipient, amount: '0.5', assetAddress: 'native' })
  render(
    <StoreProvider store={world.store}>
      <WalletSendView />
    </StoreProvider>,
  )
  return world
}

/** The form of a token, on a chain that fails every transfer of it for a reason. */
function openFailingForm(reason: string) {
  const estimateFee = () => Promise.reject(new WidgetError('send/failed', 'No', { data: { reason } }))
  const world = sendWorld({ estimateFee }, { name: 'WalletSend', assetAddress: usdcAddress, to: recipient })
  render(
    <StoreProvider store={world.store}>
      <WalletSendView />
    </StoreProvider>,
  )
  return world
}

it.each([
  ['token-paused', 'The issuer has paused this token.'],
  ['token-frozen', 'The issuer has frozen your account for this token.'],
  ['token-non-transferable', 'This token can’t be transferred: it is bound to the account that holds it.'],
])('form › token fails because of %s › shows it before an amount is typed', async (reason, text) => {
  const { store } = openFailingForm(reason)
  expect(await screen.findByText(text)).toBeDefined()
  store.set(reviewAtom)
  expect(store.get(currentViewAtom).name).toBe('WalletSend')
  store.set(draftAtom, { amount: { is: 'typed', text: '5' } })
  await vi.waitFor(() => expect(store.get(problemsAtom)).toMatchObject([{ is: 'token-failure' }]))
  store.set(reviewAtom)
  expect(store.get(currentViewAtom).name).toBe('WalletSend')
})

it('form › one base unit fails, but not every amount › shows no problem', async () => {
  const { store } = openFailingForm('token-refuses')
  store.set(draftAtom, { amount: { is: 'typed', text: '5' } })
  await vi.waitFor(() => expect(store.get(roughFeeAtom).is).toBe('failed'))
  expect(store.get(problemsAtom)).toEqual([])
  expect(screen.queryByText('The token’s contract rejects this transfer.')).toBeNull()
})

it('form › balance unreachable › a toast reports it, the field has a dash', async () => {
  const nativeBalance = () => Promise.reject(new Error('No node'))
  const native = { name: 'WalletSend', assetAddress: 'native' } as const
  const { store, clock } = sendWorld({ nativeBalance }, native, { routes: {} })
  render(
    <StoreProvider store={store}>
      <WalletSendView />
    </StoreProvider>,
  )
  await act(() => clock.advance(20_000))
  expect(await screen.findByText('– ETH available')).toBeTruthy()
  expect(store.get(toastAtom)).toMatchObject({ message: 'Token Balance Unavailable', open: true })
  expect(screen.queryByText('Token Balance Unavailable')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Max' })).toBeNull()
})

describe('WalletSendView', () => {
  it('host disables sending › form opened › shows it, and nothing can be sent', () => {
    const { store } = openForm({ send: false })
    expect(screen.getByText('This site does not offer sending')).toBeDefined()
    expect(screen.queryByRole('textbox')).toBeNull()
    store.set(reviewAtom)
    expect(store.get(currentViewAtom).name).toBe('WalletSend')
  })

  it('no token › the pill opens the list, and does not repeat the button’s label', () => {
    const { store } = sendWorld()
    render(
      <StoreProvider store={store}>
        <WalletSendView />
      </StoreProvider>,
    )
    // The button is in the sheet's footer, and its label is that of the first problem.
    expect(screen.queryByText('Select token')).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Token' }))
    expect(store.get(currentViewAtom).name).toBe('WalletSendSelectToken')
  })

  it('host enables sending › shows the form with the prefilled fields', () => {
    openForm({})
    expect(screen.queryByText('This site does not offer sending')).toBeNull()
    expect(screen.getByDisplayValue('0.5')).toBeDefined()
  })
})
