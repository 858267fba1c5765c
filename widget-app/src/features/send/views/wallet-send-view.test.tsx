import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { openModalAtom } from '#widget/kernel/modal.ts'
import { currentViewAtom } from '#widget/kernel/view-stack.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { reviewAtom } from '../bind.ts'
import { receiver, sendWorld } from '../send-world.ts'
import { WalletSendView } from './wallet-send-view.tsx'

afterEach(cleanup)

/** The form as a host asks for it. */
function opened(features: { readonly send?: boolean }) {
  const world = sendWorld({}, { name: 'Account' }, { config: { features } })
  world.store.set(openModalAtom, { view: 'WalletSend', to: receiver, amount: '0.5', assetAddress: 'native' })
  render(
    <StoreProvider store={world.store}>
      <WalletSendView />
    </StoreProvider>,
  )
  return world
}

describe('WalletSendView', () => {
  it('behavior: a site whose sending is off and that asks for the form is told so, and nothing can be sent', () => {
    const { store } = opened({ send: false })
    expect(screen.getByText('This site does not offer sending')).toBeDefined()
    expect(screen.queryByRole('textbox')).toBeNull()
    store.set(reviewAtom)
    expect(store.get(currentViewAtom).name).toBe('WalletSend')
  })

  it('behavior: otherwise the form is there, with what the site filled in', () => {
    opened({})
    expect(screen.queryByText('This site does not offer sending')).toBeNull()
    expect(screen.getByDisplayValue('0.5')).toBeDefined()
  })
})
