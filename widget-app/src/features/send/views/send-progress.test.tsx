import { cleanup, fireEvent, getConfig, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { StoreProvider } from '#widget/lib/state.ts'
import { testWorld } from '#widget/testing/world.ts'
import { FooterSlotContext } from '#widget/ui/sheet/screen-footer.tsx'
import { reviewStates } from '../testing/review-fixtures.tsx'
import { WalletSendReviewView } from './wallet-send-review-view.tsx'

afterEach(() => {
  cleanup()
  Reflect.deleteProperty(Element.prototype, 'scrollIntoView')
})

/** Renders a state of the review as the gallery does. */
async function renderState(state: string): Promise<void> {
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
  // `after` ends when the wallet is prompted, which can take long on a slow machine: meanwhile the review requests the fee.
  await getConfig().asyncWrapper(async () => fixture?.after?.(world))
}

describe('WalletSendReviewView', () => {
  it('address similar to a known one › warns before the facts', async () => {
    await renderState('look alike')
    const warning = await screen.findByRole('alert')
    expect(warning.compareDocumentPosition(screen.getByText('Network fee'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
  })
})

describe('first payment to an address', () => {
  it('Compare address › scrolls to the checkbox and focuses it; checked › Send', async () => {
    const scrolled: Element[] = []
    // jsdom has no such method.
    Element.prototype.scrollIntoView = function () {
      scrolled.push(this)
    }
    await renderState('first payment')
    fireEvent.click(await screen.findByRole('button', { name: 'Compare address' }))
    const box = screen.getByRole('checkbox', { name: 'I’ve checked the address' })
    expect(document.activeElement).toBe(box)
    expect(scrolled).toEqual([box])
    expect(screen.queryByRole('button', { name: /^Send in/ })).toBeNull()
    fireEvent.click(box)
    expect(screen.getByRole('button', { name: /^Send in/ }).hasAttribute('disabled')).toBe(false)
    expect(screen.queryByRole('button', { name: 'Compare address' })).toBeNull()
  })
})

describe('network with calls reported by only one server', () => {
  it('review of a transfer › states it, and only then', async () => {
    await renderState('read by one server')
    expect(await screen.findByText('Confirmed by one server only')).toBeTruthy()
    cleanup()
    await renderState('native')
    expect(await screen.findByText('Network fee')).toBeTruthy()
    expect(screen.queryByText('Confirmed by one server only')).toBeNull()
  })
})

describe('token with transfer rules', () => {
  it('token takes a fee › review › shows what arrives and the fee', async () => {
    await renderState('token takes a fee')
    expect(await screen.findByText('142.975 USDC')).toBeTruthy()
    expect(screen.getByText('The token takes 7.525 USDC')).toBeTruthy()
  })

  it('fee, hook and keyless recipient › review › shows each', async () => {
    await renderState('token with a fee and a hook for an account of a program')
    expect(await screen.findByText('142.975 USDC')).toBeTruthy()
    expect(screen.getByText('The token takes 7.525 USDC')).toBeTruthy()
    expect(screen.getByText('This transfer runs a program chosen by the USDC issuer.')).toBeTruthy()
    expect(screen.getByText(/^No wallet controls this address/)).toBeTruthy()
    cleanup()
    await renderState('token with a hook')
    expect(await screen.findByText(/^This transfer runs a program/)).toBeTruthy()
    expect(screen.queryByText(/^No wallet controls this address/)).toBeNull()
  })

  it('memo, other displayed amounts and a delegate › review › shows each', async () => {
    await renderState('token with a memo and a permanent delegate')
    expect(await screen.findByText('301 USDC')).toBeTruthy()
    expect(screen.getByText('Transfer')).toBeTruthy()
    expect(screen.getByText('The issuer of USDC can move or destroy it in any account.')).toBeTruthy()
    expect(screen.queryByText('Arrives')).toBeNull()
  })

  it('arrival cannot be simulated › review › states that it is unknown', async () => {
    await renderState('received amount unknown')
    expect(await screen.findByText('Not known yet')).toBeTruthy()
  })

  it('contract fails the transfer › review › shows the reason, no prompt', async () => {
    // This DOM cannot scroll.
    Element.prototype.scrollIntoView = () => {}
    await renderState('token refuses')
    expect(await screen.findByText('This can’t be sent')).toBeTruthy()
    expect(screen.getByText(/amount too small/)).toBeTruthy()
    expect(screen.queryByText(/Send in/)).toBeNull()
  })

  it('less arrived › end › shows the received amount', async () => {
    await renderState('less arrived')
    const sentence = '142.975 USDC arrived of the 150.5 USDC that you sent. The token took the rest.'
    expect(await screen.findByText(sentence)).toBeTruthy()
  })

  it('received amount unreadable › end › does not show the requested one', async () => {
    await renderState('what arrived cannot be read')
    expect(await screen.findByText(/We couldn’t read how much arrived/)).toBeTruthy()
    expect(screen.queryByText(/150.5 USDC arrived/)).toBeNull()
  })
})

describe('SendProgress', () => {
  it('wallet app on this phone › prompted › shows a link to the app', async () => {
    await renderState('in an app of this phone')
    const link = screen.getByRole('link', { name: 'Open Pocket Wallet' })
    expect(link.getAttribute('href')).toBe('zengo://')
  })

  it('signed something else, no hash › links to the account in the explorer', async () => {
    await renderState('something else was signed')
    expect(await screen.findByRole('link', { name: /account on/i })).toBeTruthy()
  })

  it('wallet of the page › prompted › shows no link', async () => {
    await renderState('confirm in wallet')
    expect(screen.getByText('Confirm in MetaMask')).toBeTruthy()
    expect(screen.queryByRole('link')).toBeNull()
  })
})
