import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDrawbridge } from './create-drawbridge.ts'
import type { Drawbridge } from './drawbridge.ts'
import type { DrawbridgeOptions } from './options.ts'
import { installDialogs } from './testing/dialogs.ts'

/** jsdom loads no frames, so every instance here waits for a widget that never comes. */
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

function create(own: Partial<DrawbridgeOptions> = {}): Drawbridge {
  const bridge = createDrawbridge({
    projectId: 'p',
    metadata: { name: 'Shop' },
    widgetUrl: 'http://widget.localhost:5173',
    ...own,
  })
  bridges.push(bridge)
  return bridge
}
const dialogs = () => [...document.querySelectorAll('dialog')]
const settled = (promise: Promise<unknown>) => {
  const seen = vi.fn()
  promise.then(seen, seen)
  return seen
}

describe('createDrawbridge', () => {
  it('behavior: making an instance loads nothing', () => {
    create()
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('behavior: openModal shows the dim and the frame, before and without an answer', () => {
    const bridge = create()
    settled(bridge.openModal())
    expect(dialogs()[0]?.open).toBe(true)
    expect(document.querySelector('iframe')?.title).toBe('Shop wallet')
  })

  it('behavior: a person can leave a widget that never comes, and openModal is dismissed', async () => {
    const bridge = create()
    const first = bridge.openModal()
    const second = bridge.openModal({ view: 'Networks' })
    dialogs()[0]?.dispatchEvent(new Event('cancel', { cancelable: true }))
    expect(await Promise.all([first, second])).toEqual([{ is: 'dismissed' }, { is: 'dismissed' }])
    expect(dialogs()[0]?.open).toBe(false)
  })

  it('behavior: closeModal before the widget is ready does the same', async () => {
    const bridge = create()
    const opened = bridge.openModal()
    await bridge.closeModal()
    expect(await opened).toEqual({ is: 'dismissed' })
  })

  it('error: eth_requestAccounts then rejects 4001 Modal closed', async () => {
    const bridge = create()
    const asked = bridge.ethereum.request({ method: 'eth_requestAccounts' }).catch((error: unknown) => error)
    await vi.waitFor(() => expect(dialogs()[0]?.open).toBe(true))
    await bridge.closeModal()
    expect(await asked).toMatchObject({ code: 4001, message: 'Modal closed' })
  })

  it('openModal › the widget never answers › says so after 10 s, and rejects on Close', async () => {
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

  it('openModal › the user tries again › asks a new frame', async () => {
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

  it('eth_accounts › the widget is known to be unreachable › is empty at once until online', async () => {
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

  it('error: destroy rejects whatever waits, takes everything out, and later calls reject', async () => {
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

  it('behavior: a theme before the first frame waits for it and loads nothing', async () => {
    const bridge = create()
    await bridge.setTheme({ mode: 'dark' })
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('behavior: two instances have a dialog and a frame each, and closing one leaves the other', async () => {
    const [one, two] = [create(), create({ projectId: 'q' })]
    const first = one.openModal()
    const second = settled(two.openModal())
    await one.closeModal()
    await first
    expect(dialogs().map(({ open }) => open)).toEqual([false, true])
    expect(second).not.toHaveBeenCalled()
  })

  it('behavior: embedded, the frame is in the element at once', () => {
    const embed = document.createElement('div')
    document.body.append(embed)
    create({ embed })
    expect(embed.querySelector('iframe')).not.toBeNull()
    expect(dialogs()).toEqual([])
    embed.remove()
  })

  it('behavior: a page that goes to the back-forward cache ends its link and warms it again when it returns', async () => {
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

  it('behavior: a script in the head, before there is a body, may open', () => {
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
  it('behavior: a late subscriber is told the present value at once', () => {
    const bridge = create()
    const heard: unknown[] = []
    for (const name of ['state', 'open', 'status', 'accounts', 'chains', 'wallets', 'alert'] as const) {
      bridge.subscribe(name, (value) => heard.push([name, value]))
    }
    expect(heard).toEqual([
      ['state', bridge.state],
      ['open', false],
      ['status', 'disconnected'],
      ['accounts', []],
      ['chains', []],
      ['wallets', []],
    ])
  })

  it('behavior: a wallet that announces itself is told to subscribers until they stop', async () => {
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

  it('behavior: names of Object.prototype are no events', () => {
    const bridge = create()
    const listener = vi.fn()
    Reflect.apply(bridge.subscribe, undefined, ['constructor', listener])()
    Reflect.apply(bridge.subscribe, undefined, ['__proto__', listener])()
    expect(listener).not.toHaveBeenCalled()
  })
})
