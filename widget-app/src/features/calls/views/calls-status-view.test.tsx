import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { recordBundleAtom } from '#widget/domain/transactions/bundle-records.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { CallsStatusView } from './calls-status-view.tsx'

afterEach(cleanup)

const hash = (at: number) => `0x${at.toString(16).padStart(64, '0')}`

/** The status of a bundle that was sent as so many transactions; how many are listed. */
function show(count: number) {
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

describe('transactions of a bundle', () => {
  it('long list › folded, the rest counted and shown when pressed', () => {
    const listed = show(30)
    expect(listed()).toBe(10)
    fireEvent.click(screen.getByRole('button', { name: '20 more' }))
    expect(listed()).toBe(30)
    expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
  })

  it('one more than fit › listed, nothing folded', () => {
    expect(show(11)()).toBe(11)
    expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
  })
})
