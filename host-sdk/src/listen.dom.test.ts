import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listen } from '../../shared/channel/listen.ts'
import { fakeClock } from '../../shared/channel/testing/fake-clock.ts'
import { discoverEthereumWallets } from '../../shared/channel/wallets/discover-eip6963.ts'
import { discoverStandardWallets } from '../../shared/channel/wallets/discover-wallet-standard.ts'
import { preloadOnIntent } from './frame/preload.ts'
import { watchFrame } from './frame/watch-frame.ts'

/**
 * Listeners of one target and event share one native listener, registered by the first of them: zone.js up to Angular 17.0.
 */
let restore = () => {}
beforeEach(() => {
  const { addEventListener, removeEventListener } = EventTarget.prototype
  const shared = new WeakMap<EventTarget, Map<string, Set<(event: Event) => void>>>()
  const setOf = (target: EventTarget, type: string, options: unknown) => {
    const byType = shared.get(target) ?? new Map<string, Set<(event: Event) => void>>()
    shared.set(target, byType)
    const key = `${type} ${Reflect.get(Object(options), 'capture') === true}`
    const set = byType.get(key)
    if (set) return set
    const created = new Set<(event: Event) => void>()
    byType.set(key, created)
    const run = (event: Event) => {
      for (const one of [...created]) one.call(target, event)
    }
    addEventListener.call(target, type, run, Object(options))
    return created
  }
  EventTarget.prototype.addEventListener = function (this: EventTarget, type, run, options) {
    if (typeof run === 'function') setOf(this ?? window, type, options).add(run)
  }
  EventTarget.prototype.removeEventListener = function (this: EventTarget, type, run, options) {
    if (typeof run === 'function') setOf(this ?? window, type, options).delete(run)
  }
  restore = () => Object.assign(EventTarget.prototype, { addEventListener, removeEventListener })
})
afterEach(() => restore())

it('listen › the signal aborts › ends this listener and leaves those of the page', () => {
  const target = new EventTarget()
  const [sdkListener, page, end] = [vi.fn(), vi.fn(), new AbortController()]
  listen(target, 'message', sdkListener, end.signal)
  target.addEventListener('message', page)
  end.abort()
  target.dispatchEvent(new Event('message'))
  expect([sdkListener.mock.calls.length, page.mock.calls.length]).toEqual([0, 1])
})

it('listen › the signal has already aborted › does not subscribe', () => {
  const target = new EventTarget()
  const sdkListener = vi.fn()
  listen(target, 'message', sdkListener, AbortSignal.abort())
  target.dispatchEvent(new Event('message'))
  expect(sdkListener).not.toHaveBeenCalled()
})

it('listeners of the SDK › removed › the page receives the same events as before', () => {
  const end = new AbortController()
  const options = { capture: true, passive: true }
  watchFrame(document.createElement('iframe'), 'https://w.example', fakeClock(), end)
  preloadOnIntent(undefined, () => {}, end.signal)
  discoverEthereumWallets(window, end.signal, () => {})
  discoverStandardWallets(window, end.signal, () => {})
  const received: string[] = []
  const onEvent = ({ type }: Event) => received.push(type)
  const events: readonly [EventTarget, string, AddEventListenerOptions?][] = [
    [window, 'message'],
    [window, 'eip6963:announceProvider'],
    [window, 'wallet-standard:register-wallet'],
    [document, 'securitypolicyviolation'],
    [document, 'pointerover', options],
    [document, 'focusin', options],
    [document, 'touchstart', options],
  ]
  for (const [target, type, given] of events) target.addEventListener(type, onEvent, given)
  end.abort()
  for (const [target, type] of events) target.dispatchEvent(new Event(type))
  for (const [target, type, given] of events) target.removeEventListener(type, onEvent, given)
  expect(received).toEqual(events.map(([, type]) => type))
})
