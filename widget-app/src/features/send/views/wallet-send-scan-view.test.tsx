import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import type { Camera } from '#widget/lib/camera/camera.ts'
import { StoreProvider } from '#widget/lib/state.ts'
import type { TestWorld } from '#widget/testing/world.ts'
import { draftAtom } from '../atoms/draft.ts'
import { cameraAtom } from '../atoms/scanned-recipient.ts'
import { recipient, sendWorld, usdcAddress } from '../testing/send-world.ts'
import { WalletSendScanView } from './wallet-send-scan-view.tsx'

afterEach(cleanup)

/** Opens the view over the form, with a camera that reads the result of `code`. */
function scan(code: () => string | undefined, over: Partial<Camera> = {}) {
  const world = sendWorld()
  const stop = vi.fn()
  const open = vi.fn(async () => ({ attachTo: async () => {}, onEnded: () => {}, stop }))
  world.store.set(cameraAtom, {
    canRequest: () => true,
    open,
    reader: async () => async () => code(),
    ...over,
  })
  world.store.set(viewStackAtom, { to: 'push', view: { name: 'WalletSendScan' } })
  const shown = render(
    <StoreProvider store={world.store}>
      <WalletSendScanView />
    </StoreProvider>,
  )
  return { world, stop, open, leave: shown.unmount }
}
const draft = ({ store }: TestWorld) => store.get(draftAtom)
/** Text over the camera's picture. */
const inFrame = () => screen.getByLabelText('Camera preview').parentElement?.textContent
const expectStatus = (text: string | RegExp) =>
  waitFor(() => expect(screen.getByRole('status').textContent).toMatch(text))

describe('WalletSendScanView', () => {
  it('payment link scanned › fills in the form, marked as from the link', async () => {
    const { world, stop, leave } = scan(
      () => `ethereum:${usdcAddress}@1/transfer?address=${recipient}&uint256=12500000`,
    )
    await waitFor(() => expect(world.store.get(currentViewAtom).name).toBe('WalletSend'))
    await waitFor(() => expect(draft(world).link).toBeDefined())
    expect(draft(world)).toMatchObject({
      to: recipient,
      asset: { chain: 'eip155:1', address: usdcAddress },
      amount: { is: 'exact', value: 12_500_000n },
    })
    leave()
    expect(stop).toHaveBeenCalledTimes(1)
  })

  it('address scanned › sets the recipient and keeps the other fields', async () => {
    const { world } = scan(() => ` ${recipient}\n`)
    world.store.set(draftAtom, { amount: { is: 'typed', text: '3' } })
    await waitFor(() => expect(world.store.get(currentViewAtom).name).toBe('WalletSend'))
    expect(draft(world)).toMatchObject({ to: recipient, amount: { text: '3' }, link: undefined })
  })

  it('other code scanned › shows a hint and continues scanning', async () => {
    let code: string | undefined
    const { world, open } = scan(() => code)
    await expectStatus('Hold the QR code in front of the camera')
    expect(inFrame()).toBe('')
    code = 'https://shop.example'
    await expectStatus('This code isn’t a valid Ethereum address or payment link.')
    expect(world.store.get(currentViewAtom).name).toBe('WalletSendScan')
    code = recipient
    await waitFor(() => expect(draft(world).to).toBe(recipient))
    expect(open).toHaveBeenCalledTimes(1)
  })

  it('permission prompt › names the site; unmount meanwhile stops the camera', async () => {
    let grant = () => {}
    const stop = vi.fn()
    const permission = new Promise<void>((resolve) => {
      grant = resolve
    })
    const { leave } = scan(() => undefined, {
      open: async () => {
        await permission
        return { attachTo: async () => {}, onEnded: () => {}, stop }
      },
    })
    await expectStatus('Allow camera access in your browser. It applies to the site you’re on.')
    // Also in the frame, which would be a black square otherwise.
    expect(inFrame()).toContain('Allow camera access in your browser.')
    leave()
    grant()
    await waitFor(() => expect(stop).toHaveBeenCalledTimes(1))
  })

  it('camera denied › shows it; can be retried or left for the keyboard', async () => {
    let denials = 1
    const open = vi.fn(async () => {
      denials -= 1
      if (denials >= 0) throw new DOMException('no', 'NotAllowedError')
      return { attachTo: async () => {}, onEnded: () => {}, stop: () => {} }
    })
    const { world } = scan(() => undefined, { open })
    expect((await screen.findByRole('alert')).textContent).toContain('Camera access is blocked.')
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await expectStatus('Hold the QR code in front of the camera')
    expect(open).toHaveBeenCalledTimes(2)
    world.store.set(viewStackAtom, { to: 'back' })
    expect(world.store.get(currentViewAtom).name).toBe('WalletSend')
  })

  it('page forbids the camera › makes no prompt, offers only the keyboard', async () => {
    const { world, open } = scan(() => undefined, { canRequest: () => false })
    expect((await screen.findByRole('alert')).textContent).toContain('This site blocks camera access.')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Enter the address' }))
    expect(world.store.get(currentViewAtom).name).toBe('WalletSend')
    expect(open).not.toHaveBeenCalled()
  })

  it('tab hidden › stops the camera, and starts it when visible', async () => {
    let isHidden = false
    vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden)
    const { open, stop } = scan(() => undefined)
    await expectStatus('Hold the QR code in front of the camera')
    isHidden = true
    fireEvent(document, new Event('visibilitychange'))
    expect(stop).toHaveBeenCalledTimes(1)
    isHidden = false
    fireEvent(document, new Event('visibilitychange'))
    await waitFor(() => expect(open).toHaveBeenCalledTimes(2))
    vi.restoreAllMocks()
  })
})
