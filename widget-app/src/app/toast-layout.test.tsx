import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { closeToastAtom, showToastAtom } from '#widget/core/notices.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { App } from './app.tsx'

afterEach(cleanup)

function opened() {
  const { store } = testWorld()
  store.set(openModalAtom)
  return {
    store,
    ...render(
      <StoreProvider store={store}>
        <App />
      </StoreProvider>,
    ),
  }
}

it('toast › space below the view for all its lines, as long as the view stays', async () => {
  const { store, container } = opened()
  const reservedSpace = () => container.querySelector('[data-toasted]')?.getAttribute('data-toasted')
  expect(reservedSpace()).toBeUndefined()
  act(() => store.set(showToastAtom, 'Submitted', 'info'))
  expect(reservedSpace()).toBe('1')
  act(() => store.set(closeToastAtom))
  expect(screen.queryByText('Submitted')).toBeNull()
  expect(reservedSpace()).toBe('1')
  act(() =>
    store.set(showToastAtom, 'An older payment is no longer tracked. Check it in your wallet.', 'warning'),
  )
  expect(reservedSpace()).toBe('3')
  act(() => store.set(closeToastAtom))
  act(() => store.set(viewStackAtom, { to: 'push', view: { name: 'WhatIsAWallet' } }))
  expect(reservedSpace()).toBeUndefined()
})

it('toast shown while the view changes › space in the next view', () => {
  const { store, container } = opened()
  act(() => store.set(showToastAtom, 'Submitted', 'info'))
  act(() => store.set(viewStackAtom, { to: 'push', view: { name: 'WhatIsAWallet' } }))
  expect(container.querySelector('[data-toasted="1"]')).not.toBeNull()
})
