import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDrawbridge } from './create-drawbridge.ts'
import type { Drawbridge } from './drawbridge.ts'
import type { DrawbridgeOptions } from './options.ts'
import { installDialogs } from './testing/dialogs.ts'
import { bridgeWorld } from './testing/sdk-world.ts'

const ends: (() => void)[] = []
const idle: (() => void)[] = []
beforeEach(() => {
  ends.push(installDialogs())
  vi.stubGlobal('requestIdleCallback', (run: () => void) => idle.push(run))
  document.body.innerHTML = '<button class="opener">Connect</button><button class="opener">Pay</button>'
})
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
  Reflect.deleteProperty(document, 'prerendering')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const options = { projectId: 'p', metadata: { name: 'Shop' }, widgetUrl: 'http://widget.localhost:5173' }
/** As a page without types calls it. */
function create(overrides: object = {}): Drawbridge {
  const given: DrawbridgeOptions = { ...options, ...overrides }
  const bridge = createDrawbridge(given)
  ends.push(() => bridge.destroy())
  return bridge
}
const call = (run: unknown, ...args: unknown[]): Promise<unknown> =>
  Promise.resolve(typeof run === 'function' ? Reflect.apply(run, undefined, args) : undefined)

/** The event objects that React and jQuery pass to click handlers. */
class SyntheticEvent {
  readonly nativeEvent = new MouseEvent('click')
  preventDefault() {}
}

describe('functions as click handlers', () => {
  it.each([
    ['the browser', new MouseEvent('click')],
    ['React', new SyntheticEvent()],
  ])('openModal and disconnect › the event of %s › treated as no parameter', async (_of, event) => {
    const opened = vi.fn(() => ({ is: 'dismissed' as const }))
    const { bridge, widgetCalls } = bridgeWorld(ends, { 'modal.open': opened })
    await call(bridge.openModal, event)
    expect(opened).toHaveBeenCalledWith({}, expect.anything())
    await call(bridge.disconnect, event)
    expect(widgetCalls.at(-1)).toEqual(['session.disconnect', { namespace: undefined }])
  })
})

describe('option opener', () => {
  const hover = (element: Element) =>
    element.dispatchEvent(new Event('pointerover', { bubbles: true, composed: true }))
  const openers = () => document.querySelectorAll('.opener')

  it('opener › a NodeList › a pointer over an element preloads the frame', () => {
    create({ opener: openers() })
    hover(document.body)
    expect(document.querySelector('iframe')).toBeNull()
    hover(openers()[1] ?? document.body)
    expect(document.querySelector('iframe')).not.toBeNull()
  })

  it.each([null, undefined, []])('opener › %o › no error on pointer events', (opener) => {
    const failed = vi.fn()
    addEventListener('error', failed)
    ends.push(() => removeEventListener('error', failed))
    create({ opener })
    hover(openers()[0] ?? document.body)
    expect(failed).not.toHaveBeenCalled()
  })
})

describe('option embed', () => {
  it('embed › null, as of a missing element › overlay, and the config reports it', async () => {
    const { bridge, widgetCalls, dialog } = bridgeWorld(ends, {}, { embed: null })
    await bridge.openModal()
    expect(widgetCalls[0]).toMatchObject(['config.set', { config: { embedded: false } }])
    expect(dialog()?.querySelector('iframe')).not.toBeNull()
  })
})

describe('option embed of elements', () => {
  const rejection = expect.objectContaining({
    code: 'config/invalid',
    message: 'Invalid option embed: an element of this page is required, not [object HTMLDivElement]',
  })

  it("embed › element of a frame's window › rejected, and both pages are unchanged", () => {
    const other = document.body.appendChild(document.createElement('iframe'))
    const embed = other.contentDocument?.body.appendChild(other.contentDocument.createElement('div'))
    expect(() => create({ embed })).toThrow(rejection)
    expect(embed?.childElementCount).toBe(0)
    expect(Reflect.get(Object(Reflect.get(window, 'injectedWeb3')), 'drawbridge')).toBeUndefined()
    other.remove()
  })

  it('embed › adopted from another window › the frame is inside', () => {
    const other = document.body.appendChild(document.createElement('iframe'))
    const embed = other.contentDocument?.createElement('div')
    if (embed) document.body.append(embed)
    other.remove()
    create({ embed })
    expect(embed?.querySelector('iframe')).not.toBeNull()
  })

  it('embed › copied from a template, not yet in the page › the frame is inside', () => {
    const template = Object.assign(document.createElement('template'), { innerHTML: '<div></div>' })
    const embed = template.content.firstElementChild
    create({ embed })
    expect(embed?.querySelector('iframe')).not.toBeNull()
  })

  it('embed › a text node › rejected', () => {
    expect(() => create({ embed: document.createTextNode('') })).toThrow(
      expect.objectContaining({ code: 'config/invalid', message: expect.stringContaining('embed') }),
    )
  })
})

describe('requestWallet', () => {
  it('requestWallet › no wallet id › −32602, and no other wallet receives it', async () => {
    const asked = vi.fn(() => ({ result: null }))
    const { bridge } = bridgeWorld(ends, { 'wallet.request': asked })
    const missing = call(bridge.requestWallet, undefined, { method: 'personal_sign', params: [] })
    await expect(missing).rejects.toMatchObject({ code: -32602 })
    expect(asked).not.toHaveBeenCalled()
  })

  it('requestWallet › no request › −32602', async () => {
    const { bridge } = bridgeWorld(ends)
    await expect(call(bridge.requestWallet, 'ethereum:w')).rejects.toMatchObject({ code: -32602 })
  })
})

describe('prerendered page', () => {
  const prerender = (isPrerendered: boolean) => {
    Object.defineProperty(document, 'prerendering', { configurable: true, value: isPrerendered })
    if (!isPrerendered) document.dispatchEvent(new Event('prerenderingchange'))
  }

  it('frame › page is prerendered › created when the page is shown', async () => {
    prerender(true)
    const bridge = create()
    bridge.openModal().catch(() => {})
    expect(document.querySelector('iframe')).toBeNull()
    prerender(false)
    await vi.waitFor(() => expect(document.querySelector('iframe')).not.toBeNull())
  })

  it('frame › instance destroyed before the page is shown › not created', async () => {
    prerender(true)
    const bridge = create()
    const opened = bridge.openModal().catch((error: unknown) => error)
    bridge.destroy()
    prerender(false)
    expect(await opened).toMatchObject({ code: 4900 })
    expect(document.querySelector('iframe')).toBeNull()
  })

  it('eth_accounts › page prerendered longer than the maximum wait › waits', async () => {
    vi.useFakeTimers()
    ends.push(() => vi.useRealTimers())
    prerender(true)
    const answered = vi.fn()
    create().ethereum.request({ method: 'eth_accounts' }).then(answered, answered)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(answered).not.toHaveBeenCalled()
    prerender(false)
    await vi.advanceTimersByTimeAsync(3_000)
    expect(answered).toHaveBeenCalledWith([])
  })
})
