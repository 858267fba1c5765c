import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDrawbridge } from './create-drawbridge.ts'
import type { Drawbridge } from './drawbridge.ts'
import type { DrawbridgeOptions } from './options.ts'
import { installDialogs } from './testing/dialogs.ts'

/** jsdom loads no frames, so every instance of these tests waits for a widget that never loads. */
let uninstall = () => {}
const bridges: Drawbridge[] = []
beforeEach(() => {
  uninstall = installDialogs()
})
afterEach(() => {
  for (const bridge of bridges.splice(0)) bridge.destroy()
  uninstall()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

function create(overrides: Partial<DrawbridgeOptions> = {}): Drawbridge {
  const bridge = createDrawbridge({
    projectId: 'p',
    metadata: { name: 'Shop' },
    widgetUrl: 'http://widget.localhost:5173',
    ...overrides,
  })
  bridges.push(bridge)
  return bridge
}
const dialogs = () => [...document.querySelectorAll('dialog')]
const settled = (promise: Promise<unknown>) => {
  const received = vi.fn()
  promise.then(received, received)
  return received
}

describe('createDrawbridge', () => {
  it('created › loads nothing', () => {
    create()
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('openModal › shows the dimmed overlay and the frame before any response', () => {
    const bridge = create()
    settled(bridge.openModal())
    expect(dialogs()[0]?.open).toBe(true)
    expect(document.querySelector('iframe')?.title).toBe('Shop wallet')
  })

  it('openModal › user leaves a widget that never loads › resolves as dismissed', async () => {
    const bridge = create()
    const first = bridge.openModal()
    const second = bridge.openModal({ view: 'Networks' })
    dialogs()[0]?.dispatchEvent(new Event('cancel', { cancelable: true }))
    expect(await Promise.all([first, second])).toEqual([{ is: 'dismissed' }, { is: 'dismissed' }])
    expect(dialogs()[0]?.open).toBe(false)
  })

  it('closeModal › widget not ready › openModal resolves as dismissed', async () => {
    const bridge = create()
    const opened = bridge.openModal()
    await bridge.closeModal()
    expect(await opened).toEqual({ is: 'dismissed' })
  })

  it('eth_requestAccounts › modal closed › rejects with 4001 Modal closed', async () => {
    const bridge = create()
    const pendingRequest = bridge.ethereum
      .request({ method: 'eth_requestAccounts' })
      .catch((error: unknown) => error)
    await vi.waitFor(() => expect(dialogs()[0]?.open).toBe(true))
    await bridge.closeModal()
    expect(await pendingRequest).toMatchObject({ code: 4001, message: 'Modal closed' })
  })

  it('openModal › the widget never responds › notice after 10 s, rejects on Close', async () => {
    vi.useFakeTimers()
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const bridge = create()
    const failed = bridge.openModal().catch((reason: unknown) => reason)
    await vi.advanceTimersByTimeAsync(10_000)
    await vi.waitFor(() =>
      expect(dialogs()[0]?.querySelector('[role=alert]')?.textContent).toContain('could not be loaded'),
    )
    expect(error).toHaveBeenCalledExactlyOnceWith(
      expect.stringContaining('http://widget.localhost:5173 could not be loaded. It did not answer in 10 s.'),
    )
    dialogs()[0]?.dispatchEvent(new Event('cancel', { cancelable: true }))
    expect(await failed).toMatchObject({ code: 4900, data: { reason: 'unreachable' } })
    expect(dialogs()[0]?.open).toBe(false)
  })

  it('openModal › the user tries again › creates a new frame', async () => {
    vi.useFakeTimers()
    vi.spyOn(console, 'error').mockReturnValue()
    const bridge = create()
    const opened = bridge.openModal()
    await vi.advanceTimersByTimeAsync(10_000)
    const before = document.querySelector('iframe')
    const tryAgain = () => document.querySelector<HTMLButtonElement>('[role=alert] button')
    await vi.waitFor(() => expect(tryAgain()).not.toBeNull())
    tryAgain()?.click()
    await vi.advanceTimersByTimeAsync(0)
    expect(document.querySelector('iframe')).not.toBe(before)
    await vi.waitFor(() =>
      expect(dialogs()[0]?.querySelector('[role=status]')?.textContent).toContain('Still loading'),
    )
    await bridge.closeModal()
    expect(await opened).toEqual({ is: 'dismissed' })
  })

  it('eth_accounts › the widget is unreachable › is empty at once until online', async () => {
    vi.useFakeTimers()
    vi.spyOn(console, 'error').mockReturnValue()
    const bridge = create()
    const ask = () => bridge.ethereum.request({ method: 'eth_accounts' })
    const first = ask()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await first).toEqual([])
    const frame = document.querySelector('iframe')
    expect(await ask()).toEqual([])
    expect(document.querySelector('iframe')).toBe(frame)
    dispatchEvent(new Event('online'))
    const later = ask()
    expect(document.querySelector('iframe')).not.toBe(frame)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(await later).toEqual([])
  })

  it('destroy › rejects pending calls, removes all elements, and later calls reject', async () => {
    const bridge = create()
    const failed = bridge.openModal().catch((error: unknown) => error)
    bridge.destroy()
    expect(await failed).toMatchObject({ code: 4900 })
    expect(document.querySelector('dialog, iframe')).toBeNull()
    expect(document.documentElement.style.overflow).toBe('')
    await expect(bridge.openModal()).rejects.toMatchObject({ code: 4900 })
    expect(document.querySelector('dialog, iframe')).toBeNull()
    bridge.destroy()
  })

  it('setTheme › no frame yet › loads nothing and applies to the first frame', async () => {
    const bridge = create()
    await bridge.setTheme({ mode: 'dark' })
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('two instances › have a dialog and a frame each, and close independently', async () => {
    const [one, two] = [create(), create({ projectId: 'q' })]
    const first = one.openModal()
    const second = settled(two.openModal())
    await one.closeModal()
    await first
    expect(dialogs().map(({ open }) => open)).toEqual([false, true])
    expect(second).not.toHaveBeenCalled()
  })

  it('embedded › the frame is in the element at once', () => {
    const embed = document.createElement('div')
    document.body.append(embed)
    create({ embed })
    expect(embed.querySelector('iframe')).not.toBeNull()
    expect(dialogs()).toEqual([])
    embed.remove()
  })

  it('page enters the back-forward cache › link closes, and is recreated on return', async () => {
    const embed = document.createElement('div')
    document.body.append(embed)
    create({ embed })
    const before = embed.querySelector('iframe')
    dispatchEvent(new Event('pagehide'))
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await vi.waitFor(() => expect(embed.querySelector('iframe')).not.toBe(before))
    expect(embed.querySelectorAll('iframe')).toHaveLength(1)
    embed.remove()
  })

  it('script in the head, no body yet › openModal works', () => {
    const { body } = document
    body.remove()
    try {
      const bridge = create()
      settled(bridge.openModal())
      expect(dialogs()[0]?.open).toBe(true)
      bridge.destroy()
    } finally {
      document.documentElement.append(body)
    }
  })
})

describe('subscribe', () => {
  it('new subscriber › receives the current value at once', () => {
    const bridge = create()
    const emitted: unknown[] = []
    for (const name of ['state', 'open', 'status', 'accounts', 'chains', 'wallets', 'alert'] as const) {
      bridge.subscribe(name, (value) => emitted.push([name, value]))
    }
    expect(emitted).toEqual([
      ['state', bridge.state],
      ['open', false],
      ['status', 'disconnected'],
      ['accounts', []],
      ['chains', []],
      ['wallets', []],
    ])
  })

  it('wallet announced › subscribers are called until they unsubscribe', async () => {
    const bridge = create()
    const listener = vi.fn()
    const stop = bridge.subscribe('wallets', listener)
    const announce = (rdns: string) =>
      dispatchEvent(
        new CustomEvent('eip6963:announceProvider', {
          detail: { info: { uuid: rdns, name: rdns, rdns }, provider: { request: async () => null } },
        }),
      )
    announce('io.one')
    await vi.waitFor(() =>
      expect(listener).toHaveBeenLastCalledWith([expect.objectContaining({ id: 'ethereum:io.one' })]),
    )
    stop()
    announce('io.two')
    await vi.waitFor(() => expect(bridge.wallets).toHaveLength(2))
    expect(listener).toHaveBeenCalledTimes(2)
  })

  it('name of an Object.prototype member › is no event', () => {
    const bridge = create()
    const listener = vi.fn()
    Reflect.apply(bridge.subscribe, undefined, ['constructor', listener])()
    Reflect.apply(bridge.subscribe, undefined, ['__proto__', listener])()
    expect(listener).not.toHaveBeenCalled()
  })
})
