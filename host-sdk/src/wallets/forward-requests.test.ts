import { describe, expect, it, vi } from 'vitest'
import { fakeClock } from '../../../shared/channel/testing/fake-clock.ts'
import { captureProvider } from '../../../shared/channel/wallets/injected-provider.ts'
import { createRequestForwarder, forwardedEvents } from './forward-requests.ts'

const handle = 'a'.repeat(32)

/** A wallet of the page, its request forwarder, and what the widget receives. */
function world(answer: (call: { method: string }) => unknown = () => null) {
  const listeners = new Map<string, (data: unknown) => void>()
  const wallet = {
    request: vi.fn(async (call: { method: string }) => answer(call)),
    on: vi.fn((event: string, listener: (data: unknown) => void) => void listeners.set(event, listener)),
    removeListener: vi.fn((event: string) => void listeners.delete(event)),
  }
  const provider = captureProvider(wallet)
  const forwarded: unknown[] = []
  const clock = fakeClock()
  const end = new AbortController()
  const forwardRequest = createRequestForwarder(
    (pendingRequest) => (pendingRequest === handle ? provider : undefined),
    (event) => forwarded.push(event),
    clock,
    end.signal,
  )
  const emit = (event: string, data?: unknown) => listeners.get(event)?.(data)
  return { wallet, forwardRequest, forwarded, clock, end, emit, listeners }
}

describe('requests', () => {
  it.each(['eth_requestAccounts', 'eth_chainId', 'personal_sign', 'wallet_sendCalls', 'eth_getBalance'])(
    '%s › reaches the wallet',
    async (method) => {
      const { wallet, forwardRequest } = world(() => 'answer')
      expect(await forwardRequest(handle, { method, params: [1] })).toBe('answer')
      expect(wallet.request).toHaveBeenCalledWith({ method, params: [1] })
    },
  )

  it.each(['eth_sign', 'eth_decrypt', 'wallet_invokeSnap', 'metamask_getProviderState', '__proto__', ''])(
    '%j › rejected with 4200 before the wallet receives it',
    async (method) => {
      const { wallet, forwardRequest } = world()
      await expect(forwardRequest(handle, { method })).rejects.toMatchObject({ code: 4200 })
      expect(wallet.request).not.toHaveBeenCalled()
      expect(wallet.on).not.toHaveBeenCalled()
    },
  )

  it('handle of a removed wallet › rejects with 4900', async () => {
    await expect(world().forwardRequest('b'.repeat(32), { method: 'eth_chainId' })).rejects.toMatchObject({
      code: 4900,
    })
  })

  it("the wallet's own error › passes unchanged", async () => {
    const rejection = Object.assign(new Error('User rejected'), { code: 4001, data: { a: 1 } })
    const { forwardRequest } = world(() => Promise.reject(rejection))
    await expect(forwardRequest(handle, { method: 'personal_sign' })).rejects.toBe(rejection)
  })

  it.each([
    ['a function', () => () => {}],
    ['a negative big integer', () => -10n],
    [
      'a cycle',
      () =>
        Object.assign(
          { self: {} },
          {
            get self() {
              return this
            },
          },
        ),
    ],
    ['more than 8 MB', () => 'x'.repeat(8 * 1024 * 1024 + 1)],
  ])('response with %s › an error, not a silent loss', async (_what, answer) => {
    const { forwardRequest } = world(answer)
    await expect(forwardRequest(handle, { method: 'eth_getBalance' })).rejects.toMatchObject({ code: -32603 })
  })

  it.each([
    ['a prompt', 'eth_sendTransaction', { reason: 'unknown-outcome' }],
    ['a read of bytes', 'eth_call', undefined],
    ['a read of code', 'eth_getCode', undefined],
    ['a read of storage', 'eth_getStorageAt', undefined],
    ['a read of decimal text', 'net_version', undefined],
  ])('response › a big integer after %s › error', async (_what, method, data) => {
    const failed = world(() => 10n).forwardRequest(handle, { method })
    await expect(failed).rejects.toMatchObject({ code: -32603, data })
  })

  it.each([
    ['eth_chainId', 1n, '0x1'],
    ['eth_blockNumber', 0n, '0x0'],
    ['eth_getBalance', 2n ** 80n, '0x100000000000000000000'],
    [
      'eth_feeHistory',
      { oldestBlock: 5n, baseFeePerGas: [7n] },
      { oldestBlock: '0x5', baseFeePerGas: ['0x7'] },
    ],
    [
      'wallet_getCallsStatus',
      { status: 200, receipts: [{ gasUsed: 9n }] },
      { status: 200, receipts: [{ gasUsed: '0x9' }] },
    ],
  ])('%s › response with big integers › they are quantities', async (method, answer, plain) => {
    expect(await world(() => answer).forwardRequest(handle, { method })).toEqual(plain)
  })

  it('response › a Proxy › a plain copy', async () => {
    const answer = await world(() => new Proxy(['0x1'], {})).forwardRequest(handle, {
      method: 'eth_accounts',
    })
    expect(structuredClone(answer)).toEqual(['0x1'])
  })

  it('error › wraps its rejection › the rejection crosses in its data', async () => {
    const thrown = Object.assign(new Error('Failed'), { code: -32603, cause: { code: 4001 } })
    const { forwardRequest } = world(() => Promise.reject(thrown))
    await expect(forwardRequest(handle, { method: 'personal_sign' })).rejects.toEqual({
      code: -32603,
      message: 'Failed',
      data: { cause: { code: 4001 } },
    })
  })

  it('instance of a class › arrives as plain data', async () => {
    class Receipt {
      readonly hash = '0x1'
      toString() {
        return this.hash
      }
    }
    const { forwardRequest } = world(() => new Receipt())
    const answer = await forwardRequest(handle, { method: 'eth_getTransactionReceipt' })
    expect(answer).toStrictEqual({ hash: '0x1' })
  })
})

describe('wallets that store their data in a framework', () => {
  it('forwarder › a response and an event are Proxies › both arrive as plain data', async () => {
    const accounts = new Proxy(['0x1'], {})
    const { forwardRequest, forwarded, emit } = world(() => accounts)
    const answer = await forwardRequest(handle, { method: 'eth_requestAccounts' })
    emit('accountsChanged', accounts)
    expect(() => structuredClone([answer, forwarded])).not.toThrow()
    expect([answer, forwarded]).toEqual([['0x1'], [{ handle, event: 'accountsChanged', data: ['0x1'] }]])
  })
})

describe('events', () => {
  it('events › forwarded from the first request on, once', async () => {
    const { wallet, forwardRequest, forwarded, emit } = world()
    expect(wallet.on).not.toHaveBeenCalled()
    await forwardRequest(handle, { method: 'eth_chainId' })
    await forwardRequest(handle, { method: 'eth_chainId' })
    expect(wallet.on.mock.calls.map(([event]) => event)).toEqual([...forwardedEvents])
    emit('accountsChanged', ['0x1'])
    expect(forwarded).toEqual([{ handle, event: 'accountsChanged', data: ['0x1'] }])
  })

  it('error › passes its code and message, not its stack', async () => {
    const { forwardRequest, forwarded, emit } = world()
    await forwardRequest(handle, { method: 'eth_chainId' })
    emit('disconnect', Object.assign(new Error('Disconnected from chain'), { code: 1013 }))
    expect(forwarded).toStrictEqual([
      { handle, event: 'disconnect', data: { code: 1013, message: 'Disconnected from chain' } },
    ])
  })

  it('payload that cannot cross › left out, and the event is still emitted', async () => {
    const { forwardRequest, forwarded, emit } = world()
    await forwardRequest(handle, { method: 'eth_chainId' })
    emit('message', { big: 1n })
    expect(forwarded).toStrictEqual([{ handle, event: 'message', data: undefined }])
  })

  it('event › a Proxy › a plain copy', async () => {
    const { forwardRequest, forwarded, emit } = world()
    await forwardRequest(handle, { method: 'eth_chainId' })
    emit('accountsChanged', new Proxy(['0x1'], {}))
    expect(structuredClone(forwarded)).toEqual([{ handle, event: 'accountsChanged', data: ['0x1'] }])
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('Unknown event')
      },
    ],
    ['rejects', () => Promise.reject(new Error('Unknown event'))],
  ])('wallet › %s when a listener is added › requests pass', async (_what, on) => {
    const wallet = { request: async () => 'answer', on, removeListener: on }
    const end = new AbortController()
    const forwardRequest = createRequestForwarder(
      () => captureProvider(wallet),
      () => {},
      fakeClock(),
      end.signal,
    )
    expect(await forwardRequest(handle, { method: 'eth_chainId' })).toBe('answer')
    expect(() => end.abort()).not.toThrow()
  })

  it('listener › the widget rejects an event › the wallet sees no error', async () => {
    const listeners: ((data: unknown) => void)[] = []
    const wallet = {
      request: async () => null,
      on: (_event: string, listener: (data: unknown) => void) => void listeners.push(listener),
    }
    const throwError = () => {
      throw new Error('Invalid payload')
    }
    const forwardRequest = createRequestForwarder(
      () => captureProvider(wallet),
      throwError,
      fakeClock(),
      new AbortController().signal,
    )
    await forwardRequest(handle, { method: 'eth_chainId' })
    expect(listeners.length).toBeGreaterThan(0)
    for (const listener of listeners) expect(() => listener('data')).not.toThrow()
  })

  it('signal aborted › no further access to the wallet', async () => {
    const { forwardRequest, end, listeners } = world()
    await forwardRequest(handle, { method: 'eth_chainId' })
    end.abort()
    expect(listeners.size).toBe(0)
  })
})

describe('a wallet that disconnects', () => {
  const never = () => new Promise(() => {})
  const goneError = { code: 4900, message: 'gone' }

  it.each([
    ['eth_sendTransaction', 'unknown-outcome'],
    ['eth_getBalance', 'unreachable'],
  ])('%s without a response within a second › rejects with 4900 %s', async (method, reason) => {
    const { forwardRequest, emit, clock } = world(never)
    const failed = forwardRequest(handle, { method }).catch((error: unknown) => error)
    emit('disconnect', goneError)
    clock.advance(1_000)
    expect(await failed).toMatchObject({ code: 4900, data: { reason } })
  })

  it('response within that second › is returned', async () => {
    let answer = (_value: string) => {}
    const { forwardRequest, emit, clock } = world(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    const pendingRequest = forwardRequest(handle, { method: 'eth_sendTransaction' })
    emit('disconnect', goneError)
    clock.advance(999)
    answer('0xhash')
    expect(await pendingRequest).toBe('0xhash')
    clock.advance(1_000)
  })

  it('code 1013 › recovers by itself, so pending requests continue', async () => {
    const { forwardRequest, emit, clock } = world(never)
    const settled = vi.fn()
    forwardRequest(handle, { method: 'eth_sendTransaction' }).then(settled, settled)
    emit('disconnect', Object.assign(new Error('Disconnected from chain'), { code: 1013 }))
    clock.advance(60_000)
    await new Promise(setImmediate)
    expect(settled).not.toHaveBeenCalled()
  })
})

describe('captureProvider', () => {
  it('functions that a script replaces later › not used', async () => {
    const wallet = { request: async () => 'wallet', on: () => {} }
    const provider = captureProvider(wallet)
    wallet.request = async () => 'script'
    expect(await provider?.request({ method: 'eth_chainId' })).toBe('wallet')
  })

  it('functions › keep their object, and a throw becomes a rejection', async () => {
    const wallet = {
      answer: 'mine',
      request(call: { method: string }) {
        if (call.method === 'eth_call') throw new Error('thrown')
        return this.answer
      },
    }
    const provider = captureProvider(wallet)
    expect(await provider?.request({ method: 'eth_chainId' })).toBe('mine')
    await expect(provider?.request({ method: 'eth_call' })).rejects.toThrow('thrown')
  })

  it.each([undefined, null, 'x', 7, {}, { request: 'no' }, () => {}])('%j › is no provider', (value) => {
    expect(captureProvider(value)).toBeUndefined()
  })
})
