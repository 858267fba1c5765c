import { afterEach, describe, expect, it, vi } from 'vitest'
import { discoverEthereumWallets } from './discovery.ts'

const ends: AbortController[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end.abort()
  Reflect.deleteProperty(window, 'ethereum')
})

const wallet = () => ({ request: async () => null })
const announce = (provider: object, own: object = {}) => {
  const info = { uuid: crypto.randomUUID(), name: 'Test', rdns: 'io.test', icon: '', ...own }
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
}
/** A wallet, or a script, that answers each request for announcements. */
function answering(answer: () => void, options?: AddEventListenerOptions) {
  const end = new AbortController()
  ends.push(end)
  addEventListener('eip6963:requestProvider', answer, { ...options, signal: end.signal })
}
/** A library of the page that looks for wallets. */
const request = () => dispatchEvent(new Event('eip6963:requestProvider'))

function discover(onChange: () => void = () => {}) {
  const end = new AbortController()
  ends.push(end)
  return discoverEthereumWallets(window, end.signal, onChange)
}

/** What each listed wallet is marked with. */
const marksOf = ({ list }: ReturnType<typeof discover>) => list().map(({ warning }) => warning)

describe('a wallet that announces itself anew for each request', () => {
  it.each([
    ['the same provider and a new uuid', wallet(), {}],
    ['another provider and the same uuid', undefined, { uuid: 'same' }],
    ['another provider and a new uuid', undefined, {}],
    ['another provider, and has no rdns', undefined, { rdns: '' }],
  ])('wallet › answers each request with %s › listed once, with its first', async (_what, own, more) => {
    const made: object[] = []
    answering(() => {
      const provider = own ?? wallet()
      made.push(provider)
      announce(provider, more)
    })
    const onChange = vi.fn()
    const found = discover(onChange)
    const before = found.list()
    for (let times = 0; times < 3; times += 1) {
      request()
      await Promise.resolve()
    }
    expect(made).toHaveLength(4)
    expect(found.list()).toEqual(before)
    expect(marksOf(found)).toEqual([undefined])
    expect(found.provider(before[0]?.handle ?? '')?.identity).toBe(made[0])
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  it('wallet › two requests within one task › listed once', () => {
    answering(() => announce(wallet()))
    const found = discover()
    request()
    request()
    expect(marksOf(found)).toEqual([undefined])
  })

  it('wallet › its newest provider is window.ethereum › listed once', () => {
    answering(() => {
      const provider = wallet()
      Reflect.set(window, 'ethereum', provider)
      announce(provider)
    })
    const found = discover()
    request()
    expect(found.list()).toMatchObject([{ source: 'eip6963' }])
  })
})

describe('a script that claims to be a wallet (channel T20)', () => {
  const doubtful = 'duplicate-rdns'

  it('script › announces outside a request › both are marked', async () => {
    answering(() => announce(wallet()))
    const found = discover()
    request()
    await Promise.resolve()
    announce(wallet())
    expect(marksOf(found)).toEqual([doubtful, doubtful])
  })

  it.each([
    ['before', { capture: true }],
    ['after', {}],
  ])('script › answers the first request %s the wallet › both are marked', (_when, options) => {
    answering(() => announce(wallet()))
    const script = wallet()
    answering(() => announce(script), options)
    expect(marksOf(discover())).toEqual([doubtful, doubtful])
  })

  it.each([
    ['before', { capture: true }],
    ['after', {}],
  ])('script › answers a later request %s the wallet › the wallet is marked', (_when, options) => {
    const own = wallet()
    answering(() => announce(own))
    const found = discover()
    const [before] = found.list()
    answering(() => announce(wallet()), options)
    request()
    expect(found.list()[0]).toEqual({ ...before, warning: doubtful })
    expect(found.provider(before?.handle ?? '')?.identity).toBe(own)
  })

  it('script › announced before the wallet was there › both are marked', async () => {
    const found = discover()
    announce(wallet())
    request()
    await Promise.resolve()
    announce(wallet())
    expect(marksOf(found)).toEqual([doubtful, doubtful])
  })
})
