import { describe, expect, it, vi } from 'vitest'
import { attempt, captureProvider } from './injected-provider.ts'

const fail = (): never => {
  throw new Error('A function of the page')
}

describe('injected provider', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'provider'],
    ['an object without request', {}],
    ['an object whose request is no function', { request: 'no' }],
  ])('value › %s › no provider', (_, value) => {
    expect(captureProvider(value)).toBeUndefined()
  })

  it.each<[string, (members: object) => object]>([
    ['an object', (members) => members],
    ['a function', (members) => Object.assign(() => {}, members)],
  ])('request › of %s › called on it, with the request', async (_, as) => {
    const calls: unknown[] = []
    const value = as({
      async request(this: unknown, ...args: unknown[]) {
        calls.push(this, ...args)
        return '0x1'
      },
    })
    const provider = captureProvider(value)
    expect(provider?.identity).toBe(value)
    expect(await provider?.request({ method: 'eth_chainId' })).toBe('0x1')
    expect(calls).toEqual([value, { method: 'eth_chainId' }])
  })

  it('request › replaced after discovery › the first is called', async () => {
    const value = { request: async () => 'first' }
    const provider = captureProvider(value)
    Object.assign(value, { request: async () => 'replaced' })
    expect(await provider?.request({ method: 'eth_chainId' })).toBe('first')
  })

  it('request › throws synchronously › rejects', async () => {
    await expect(captureProvider({ request: fail })?.request({ method: 'a' })).rejects.toThrow('A function')
  })

  it('request › its getter throws › throws', () => {
    expect(() => captureProvider(Object.defineProperty({}, 'request', { get: fail }))).toThrow('A function')
  })

  it('listener › until the signal aborts › added, then removed', () => {
    const [on, removeListener] = [vi.fn(), vi.fn()]
    const provider = captureProvider({ request: async () => null, on, removeListener })
    const [end, listener] = [new AbortController(), () => {}]
    provider?.on('accountsChanged', listener, end.signal)
    expect(on.mock.calls).toEqual([['accountsChanged', listener]])
    expect(removeListener).not.toHaveBeenCalled()
    end.abort()
    expect(removeListener.mock.calls).toEqual([['accountsChanged', listener]])
  })

  it.each<[string, object]>([
    ['has no events', {}],
    ['throws in both', { on: fail, removeListener: fail }],
    ['rejects in both', { on: async () => fail(), removeListener: async () => fail() }],
    [
      'throws in its getters',
      Object.defineProperties({}, { on: { get: fail }, removeListener: { get: fail } }),
    ],
  ])('listener › wallet %s › no error, and requests work', async (_, events) => {
    const value = Object.defineProperties(
      { request: async () => 'works' },
      Object.getOwnPropertyDescriptors(events),
    )
    const provider = captureProvider(value)
    const end = new AbortController()
    provider?.on('accountsChanged', () => {}, end.signal)
    end.abort()
    expect(await provider?.request({ method: 'eth_chainId' })).toBe('works')
  })

  it.each<[string, () => unknown]>([
    ['throws', fail],
    ['rejects', async () => fail()],
    ['returns', () => 'value'],
  ])('call whose result is not needed › %s › no error', async (_, run) => {
    const called = vi.fn(run)
    attempt(called)
    await Promise.resolve()
    expect(called).toHaveBeenCalledTimes(1)
  })
})
