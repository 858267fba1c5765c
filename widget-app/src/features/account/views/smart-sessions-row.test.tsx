import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Namespace } from '#shared/caip/namespace.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { SmartSessionsRow } from './smart-sessions-row.tsx'

afterEach(cleanup)

function renderRow(namespace: Namespace, smartSessions: boolean) {
  const world = testWorld({ config: { features: { smartSessions } } })
  render(
    <StoreProvider store={world.store}>
      <SmartSessionsRow namespace={namespace} />
    </StoreProvider>,
  )
  return world
}

test('Ethereum account, feature on › opens its smart sessions', () => {
  const { store } = renderRow('eip155', true)
  fireEvent.click(screen.getByRole('button', { name: 'Smart sessions' }))
  expect(store.get(currentViewAtom)).toEqual({ name: 'SmartSessionList' })
})

test.each<[Namespace, boolean]>([
  ['eip155', false],
  ['solana', true],
  ['polkadot', true],
])('%s with the feature %s › none (SPEC §3)', (namespace, flag) => {
  renderRow(namespace, flag)
  expect(screen.queryByRole('button')).toBeNull()
})
