import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseChainId } from '../../shared/caip/chain-id.ts'
import type { BridgeState } from '../../shared/channel/records/entries.ts'
import { initialState } from './initial-state.ts'
import { installDialogs } from './testing/dialogs.ts'
import { bridgeWorld } from './testing/sdk-world.ts'

const ends: (() => void)[] = []
beforeEach(() => {
  ends.push(installDialogs())
})
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
  vi.restoreAllMocks()
})

const unsigned: BridgeState = {
  ...initialState,
  open: true,
  status: 'connected',
  chains: [parseChainId('eip155:1')],
  accounts: [
    {
      id: 'ethereum:w:0x1',
      platform: 'ethereum',
      namespace: 'eip155',
      address: '0x1',
      walletName: 'W',
      walletId: 'ethereum:w',
    },
  ],
  signedIn: [],
}
const never = () => new Promise<never>(() => {})
const frames = () => document.querySelectorAll('iframe, dialog').length

/** A widget that shows the sign-in view; the test resolves its `modal.close`. */
async function signingIn(siwx: object | undefined) {
  let respond = () => {}
  const closing = vi.fn(
    () =>
      new Promise<object>((resolve) => {
        respond = () => resolve({})
      }),
  )
  const opening = vi.fn(never)
  const handlers = { 'modal.open': opening, 'modal.close': closing }
  const world = bridgeWorld(ends, handlers, siwx ? { siwx } : {})
  const opened = world.bridge.openModal().catch((error: unknown) => error)
  // The widget is open only after the call: before that, the instance may still wait for its link.
  await vi.waitFor(() => expect(opening).toHaveBeenCalledTimes(1))
  world.widget.widgets[0]?.emit('state', unsigned)
  await vi.waitFor(() => expect(world.bridge.state.open).toBe(true))
  return { ...world, opened, closing, respond: () => respond() }
}

describe('destroy during sign-in', () => {
  it('widget cancels › nothing is visible or answered, and the frame stays until then', async () => {
    const { bridge, dialog, opened, closing, respond, widget } = await signingIn({})
    const received: unknown[] = []
    bridge.ethereum.on('accountsChanged', (accounts) => received.push(accounts))
    bridge.destroy()
    expect([dialog()?.open, bridge.accounts, received]).toEqual([false, [], [[]]])
    await expect(bridge.openModal()).rejects.toMatchObject({ code: 4900 })
    await expect(bridge.disconnect()).rejects.toMatchObject({ code: 4900 })
    await expect(bridge.requestWallet('ethereum:w', { method: 'eth_accounts' })).rejects.toMatchObject({
      code: 4900,
    })
    await vi.waitFor(() => expect(closing).toHaveBeenCalledTimes(1))
    expect(frames()).toBeGreaterThan(0)
    widget.widgets[0]?.emit('state', unsigned)
    respond()
    await vi.waitFor(() => expect(frames()).toBe(0))
    expect([bridge.accounts, received]).toEqual([[], [[]]])
    expect(await opened).toMatchObject({ code: 4900 })
  })

  it('widget does not respond › frame is removed after 2 s', async () => {
    const late = new AbortController()
    const { bridge, closing } = await signingIn({})
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    bridge.destroy()
    expect(timeout).toHaveBeenCalledWith(2_000)
    await vi.waitFor(() => expect(closing).toHaveBeenCalledTimes(1))
    expect(frames()).toBeGreaterThan(0)
    late.abort()
    await vi.waitFor(() => expect(frames()).toBe(0))
  })

  it('no sign-in open › frame is removed at once', async () => {
    const { bridge, closing } = await signingIn(undefined)
    bridge.destroy()
    expect(frames()).toBe(0)
    expect(closing).not.toHaveBeenCalled()
  })
})
