import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import type { Camera } from '#widget/lib/camera/camera.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import type { TestWorld } from '#widget/testing/world.ts'
import { draftAtom } from '../atoms.ts'
import { cameraAtom } from '../recipient/scanned-recipient.ts'
import { receiver, sendWorld, usdcAddress } from '../testing/send-world.ts'
import { WalletSendScanView } from './wallet-send-scan-view.tsx'

afterEach(cleanup)

/** Opens the view over the form, with a camera that sees what `code` says. */
function scan(code: () => string | undefined, over: Partial<Camera> = {}) {
  const world = sendWorld()
  const stop = vi.fn()
  const open = vi.fn(async () => ({ showIn: async () => {}, onEnded: () => {}, stop }))
  world.store.set(cameraAtom, { mayAsk: () => true, open, reader: async () => async () => code(), ...over })
  world.store.set(viewStackAtom, { to: 'push', view: { name: 'WalletSendScan' } })
  const shown = render(
    <StoreProvider store={world.store}>
      <WalletSendScanView />
    </StoreProvider>,
  )
  return { world, stop, open, leave: shown.unmount }
}
const draft = ({ store }: TestWorld) => store.get(draftAtom)
/** What stands over the camera's picture. */
const inFrame = () => screen.getByLabelText('Picture of your camera').parentElement?.textContent
const says = (text: string | RegExp) =>
  waitFor(() => expect(screen.getByRole('status').textContent).toMatch(text))

describe('WalletSendScanView', () => {
  it('behavior: a scanned payment link fills in the form behind it, marked as the link’s', async () => {
    const { world, stop, leave } = scan(
      () => `ethereum:${usdcAddress}@1/transfer?address=${receiver}&uint256=12500000`,
    )
    await waitFor(() => expect(world.store.get(currentViewAtom).name).toBe('WalletSend'))
    await waitFor(() => expect(draft(world).link).toBeDefined())
    expect(draft(world)).toMatchObject({
      to: receiver,
      asset: { chain: 'eip155:1', address: usdcAddress },
      amount: { is: 'exact', value: 12_500_000n },
    })
    leave()
    expect(stop).toHaveBeenCalledTimes(1)
  })

  it('behavior: a scanned address is the recipient, and the rest of the form stays', async () => {
    const { world } = scan(() => ` ${receiver}\n`)
    world.store.set(draftAtom, { amount: { is: 'typed', text: '3' } })
    await waitFor(() => expect(world.store.get(currentViewAtom).name).toBe('WalletSend'))
    expect(draft(world)).toMatchObject({ to: receiver, amount: { text: '3' }, link: undefined })
  })

  it('behavior: a code of something else is said, and the camera goes on to the next one', async () => {
    let code: string | undefined
    const { world, open } = scan(() => code)
    await says('Hold the QR code in front of the camera')
    expect(inFrame()).toBe('')
    code = 'https://shop.example'
    await says('This code is no address on Ethereum and no payment link.')
    expect(world.store.get(currentViewAtom).name).toBe('WalletSendScan')
    code = receiver
    await waitFor(() => expect(draft(world).to).toBe(receiver))
    expect(open).toHaveBeenCalledTimes(1)
  })

  it('behavior: while the person is asked for the camera it is said for whom; who leaves meanwhile is not filmed', async () => {
    let answer = () => {}
    const stop = vi.fn()
    const given = new Promise<void>((resolve) => {
      answer = resolve
    })
    const { leave } = scan(() => undefined, {
      open: async () => {
        await given
        return { showIn: async () => {}, onEnded: () => {}, stop }
      },
    })
    await says('Your browser asks for the camera. What you answer counts for the site you are on.')
    // In the frame too, which would be a black square without it.
    expect(inFrame()).toContain('Your browser asks for the camera.')
    leave()
    answer()
    await waitFor(() => expect(stop).toHaveBeenCalledTimes(1))
  })

  it('error: a camera that is denied is said, can be asked for again, or left for the keyboard', async () => {
    let refusals = 1
    const open = vi.fn(async () => {
      refusals -= 1
      if (refusals >= 0) throw new DOMException('no', 'NotAllowedError')
      return { showIn: async () => {}, onEnded: () => {}, stop: () => {} }
    })
    const { world } = scan(() => undefined, { open })
    expect((await screen.findByRole('alert')).textContent).toContain('The camera is not allowed here.')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await says('Hold the QR code in front of the camera')
    expect(open).toHaveBeenCalledTimes(2)
    world.store.set(viewStackAtom, { to: 'back' })
    expect(world.store.get(currentViewAtom).name).toBe('WalletSend')
  })

  it('error: where a page keeps the camera off nobody is asked, and only the keyboard is offered', async () => {
    const { world, open } = scan(() => undefined, { mayAsk: () => false })
    expect((await screen.findByRole('alert')).textContent).toContain('This site keeps the camera off.')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Enter the address' }))
    expect(world.store.get(currentViewAtom).name).toBe('WalletSend')
    expect(open).not.toHaveBeenCalled()
  })

  it('behavior: in a tab that goes behind another one the camera is off, and on again in front', async () => {
    let isHidden = false
    vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
    const { open, stop } = scan(() => undefined)
    await says('Hold the QR code in front of the camera')
    isHidden = true
    fireEvent(document, new Event('visibilitychange'))
    expect(stop).toHaveBeenCalledTimes(1)
    isHidden = false
    fireEvent(document, new Event('visibilitychange'))
    await waitFor(() => expect(open).toHaveBeenCalledTimes(2))
    vi.restoreAllMocks()
  })
})
