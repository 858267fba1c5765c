import { cleanup, getConfig, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { testWorld } from '#widget/kernel/test-world.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import { FooterSlotContext } from '#widget/ui/screen-footer.tsx'
import { reviewStates } from '../review-fixtures.tsx'
import { WalletSendReviewView } from './wallet-send-review-view.tsx'

afterEach(cleanup)

/** Shows a state of the review as the gallery does. */
async function show(state: string): Promise<void> {
  const fixture = reviewStates.find((one) => one.state === state)
  const world = testWorld(fixture?.options)
  fixture?.before?.(world)
  render(
    <StoreProvider store={world.store}>
      <FooterSlotContext value={document.body.appendChild(document.createElement('div'))}>
        <WalletSendReviewView />
      </FooterSlotContext>
    </StoreProvider>,
  )
  // It ends when the wallet is asked, however long this machine takes for that: what is drawn meanwhile asks for the fee.
  await getConfig().asyncWrapper(async () => fixture?.after?.(world))
}

describe('WalletSendReviewView', () => {
  it('error: an address that imitates another is warned of before the facts that name it', async () => {
    await show('look alike')
    const warning = await screen.findByRole('alert')
    expect(warning.compareDocumentPosition(screen.getByText('Network fee'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
  })
})

describe('network whose calls one server alone reports', () => {
  it('review of a transfer › says so, and only then', async () => {
    await show('read by one server')
    expect(await screen.findByText('Read by the word of one server alone')).toBeTruthy()
    cleanup()
    await show('native')
    expect(await screen.findByText('Network fee')).toBeTruthy()
    expect(screen.queryByText('Read by the word of one server alone')).toBeNull()
  })
})

describe('SendProgress', () => {
  it('behavior: an app of this phone is a link away while it is asked to pay', async () => {
    await show('in an app of this phone')
    const link = screen.getByRole('link', { name: 'Open Pocket Wallet' })
    expect(link.getAttribute('href')).toBe('zengo://')
  })

  it('behavior: a wallet of the page shows itself', async () => {
    await show('confirm in wallet')
    expect(screen.getByText('Confirm in MetaMask')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })
})
