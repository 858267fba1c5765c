import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { recordBundleAtom } from '#widget/domain/transactions/bundle-records.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { CallsStatusView } from './calls-status-view.tsx'

afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

const hash = (at: number) => `0x${at.toString(16).padStart(64, '0')}`

/** Renders the status of a bundle with `count` transactions. */
function renderBundle(count: number) {
  const { store, hostCalls } = testWorld()
  store.set(recordBundleAtom, {
    id: 'bundle',
    chain: parseChainId('eip155:1'),
    walletId: 'ethereum:io.metamask',
    callCount: count,
    hashes: Array.from({ length: count }, (_, at) => hash(at)),
  })
  render(
    <StoreProvider store={store}>
      <FooterSlotContext value={document.body.appendChild(document.createElement('div'))}>
        <CallsStatusView view={{ name: 'CallsStatus', id: 'bundle' }} />
      </FooterSlotContext>
    </StoreProvider>,
  )
  return { countListed: () => screen.queryAllByText(/^Transaction \d+$/).length, hostCalls }
}

describe('bundle transactions', () => {
  it('long list › collapsed with a count, expanded on click', () => {
    const { countListed } = renderBundle(30)
    expect(countListed()).toBe(10)
    fireEvent.click(screen.getByRole('button', { name: '20 more' }))
    expect(countListed()).toBe(30)
    expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
  })

  it('one more than the limit › listed in full', () => {
    expect(renderBundle(11).countListed()).toBe(11)
    expect(screen.queryByRole('button', { name: /more/ })).toBeNull()
  })
})

describe('way out', () => {
  it('bundle pending › Close closes the modal', async () => {
    const { hostCalls } = renderBundle(1)
    fireEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(hostCalls).toContain('hide'))
  })
})
