import { describe, expect, it, vi } from 'vitest'
import { listen } from './listen.ts'

const world = () => {
  const target = new EventTarget()
  const listener = vi.fn()
  const abort = new AbortController()
  return { target, listener, abort, fire: () => target.dispatchEvent(new Event('load')) }
}

describe('listen', () => {
  it('signal › not aborted › listener called for its event only', () => {
    const { target, listener, abort, fire } = world()
    listen(target, 'load', listener, abort.signal)
    fire()
    target.dispatchEvent(new Event('error'))
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it.each([undefined, { capture: true }])('signal › aborted › listener with %o removed', (options) => {
    const { target, listener, abort, fire } = world()
    listen(target, 'load', listener, abort.signal, options)
    abort.abort()
    fire()
    expect(listener).not.toHaveBeenCalled()
  })

  it('signal › aborted before › listener never added', () => {
    const { target, listener, abort, fire } = world()
    abort.abort()
    listen(target, 'load', listener, abort.signal)
    fire()
    expect(listener).not.toHaveBeenCalled()
  })

  it('listener › option `once` › called once', () => {
    const { target, listener, abort, fire } = world()
    listen(target, 'load', listener, abort.signal, { once: true })
    fire()
    fire()
    expect(listener).toHaveBeenCalledTimes(1)
  })

  it('target › gets no option `signal`, with which zone.js removes every listener', () => {
    const { target, listener, abort } = world()
    const added = vi.spyOn(target, 'addEventListener')
    listen(target, 'load', listener, abort.signal, { passive: true })
    expect(added.mock.calls).toEqual([['load', listener, { passive: true }]])
  })
})
