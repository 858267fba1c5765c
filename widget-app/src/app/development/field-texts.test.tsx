import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { loadQueryEngineAtom } from '#widget/lib/query.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { App } from '../app.tsx'
import { type FixtureEntry, fixtureGroups } from './fixture-list.ts'
import { fixtureWorld } from './render-fixture.ts'

afterEach(cleanup)

/** A state of each view with a field, the field's label, and the button that opens it, if any. */
const fields: readonly (readonly [view: string, state: string, label: string, opens: string | undefined])[] =
  [
    ['AllWallets', 'first page', 'Search wallets', undefined],
    ['Networks', 'many', 'Search networks', undefined],
    ['WalletSend', 'saved recipients', 'To', undefined],
    ['WalletSend', 'empty', 'Amount', undefined],
    ['WalletSendSelectToken', 'tokens', 'Search tokens', undefined],
    ['WalletReceive', 'address', 'Amount', 'Request an amount'],
    ['Swap', 'slippage wrong', 'Slippage in percent', undefined],
    ['Swap', 'empty', 'You pay', undefined],
    ['SwapSelectToken', 'tokens', 'Search tokens', undefined],
    ['PayWithExchange', 'empty', 'You deposit', undefined],
    ['ApproveTransaction', 'approval with a limit to set', 'Limit', 'Set a limit'],
    ['RegisterAccountName', 'empty', 'Name', undefined],
    ['DataCapture', 'required', 'Email', undefined],
    ['DataCaptureOtpConfirm', 'entering', 'Code', undefined],
  ]

const samples: readonly FixtureEntry[] = fixtureGroups.flat()

async function draw(name: string, state: string): Promise<void> {
  const sample = samples.find((one) => one.view.name === name && one.state === state)
  if (!sample) throw new Error(`No sample ${name} ${state}`)
  const world = await fixtureWorld(sample, null, document)
  await world.store.set(loadQueryEngineAtom)
  render(
    <StoreProvider store={world.store}>
      <App />
    </StoreProvider>,
  )
  await waitFor(() => expect(document.querySelector('[data-view-loading]')).toBeNull())
  await act(async () => sample.after?.(world))
}

describe('every field', () => {
  it.each(fields)('%s %s › %s pasted and composed › keeps the text', async (name, state, label, opens) => {
    await draw(name, state)
    if (opens !== undefined) fireEvent.click(await screen.findByRole('button', { name: opens }))
    const field = await screen.findByLabelText<HTMLInputElement>(new RegExp(`^${label}`), {
      selector: 'input',
    })
    expect(field.maxLength).toBe(-1)
    const long = `_Ж１ä${'x'.repeat(300)}`
    await act(async () => void fireEvent.change(field, { target: { value: long } }))
    expect(field.value).toBe(long)
    fireEvent.compositionStart(field)
    for (const value of ['１２３４５６', 'Ａ－_。б']) {
      await act(async () => void fireEvent.input(field, { target: { value }, isComposing: true }))
      expect(field.value).toBe(value)
    }
  })
})
