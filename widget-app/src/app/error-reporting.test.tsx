import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { App } from './app.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('view throws › tracked as a handled internal error', async () => {
  // React logs to the console as well.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const { store, events } = testWorld({ topWallets: 'no list' })
  store.set(openModalAtom)
  render(
    <StoreProvider store={store}>
      <App />
    </StoreProvider>,
  )
  expect(await screen.findByText('Something went wrong')).toBeDefined()
  expect(events).toMatchObject([
    {
      event: 'INTERNAL_SDK_ERROR',
      properties: {
        ...{ errorType: 'Error', uncaught: false },
        errorMessage: 'The bundled wallets do not have the expected shape',
      },
    },
  ])
})
