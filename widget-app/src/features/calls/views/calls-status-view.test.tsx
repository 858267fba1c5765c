import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { recordBundleAtom } from '#widget/domain/transactions/bundle-records.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { CallsStatusView } from './calls-status-view.tsx'

afterEach(cleanup)

const hash = (at: number) => `0x${at.toString(16).padStart(64, '0')}`

/** Renders the status of a bundle with `count` transactions; returns a function that counts those listed. */
function renderBundle(count: number) {
  const { store } = testWorld()
  store.set(recordBundleAtom, {
    id: 'bundle',
    chain: parseChainId('eip155:1'),
    walletId: 'ethereum:io.metamask',
    callCount: count,
    hashes: Array.from({ length: count }, (_, at) => hash(at)),
  })
  render(
    <StoreProvider store={store}>
      <CallsStatusView view={{ name: 'CallsStatus', id: 'bundle' }} />
    </StoreProvider>,
  )
  return () => screen.queryAllByText(/^Transaction \d+$/).length
}

describe('bundle transactions', () => {
  it('long list › collapsed with a count, expanded on click', () => {
    const countListed = renderBundle(30)
    expect(countListed()).toBe(10)
    fireEvent.click(screen.getByRole('button', { name: '20 more' }))
    expect(countListed()).toBe(30)
    expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
  })

  it('one more than the limit › listed in full', () => {
    expect(renderBundle(11)()).toBe(11)
    expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
  })
})
