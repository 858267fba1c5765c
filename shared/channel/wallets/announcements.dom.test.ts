import { afterEach, describe, expect, it, vi } from 'vitest'
import { discoverEthereumWallets } from './discover-eip6963.ts'

const ends: AbortController[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end.abort()
  Reflect.deleteProperty(window, 'ethereum')
})

const wallet = () => ({ request: async () => null })
const announce = (provider: object, ownWallet: object = {}) => {
  const info = { uuid: crypto.randomUUID(), name: 'Test', rdns: 'io.test', icon: '', ...ownWallet }
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
}
/** A wallet, or a script, that announces itself on each request. */
function onRequestAnnounce(announceSelf: () => void, options?: AddEventListenerOptions) {
  const end = new AbortController()
  ends.push(end)
  addEventListener('eip6963:requestProvider', announceSelf, { ...options, signal: end.signal })
}
/** A library of the page requests announcements. */
const request = () => dispatchEvent(new Event('eip6963:requestProvider'))

function discover(onChange: () => void = () => {}) {
  const end = new AbortController()
  ends.push(end)
  return discoverEthereumWallets(window, end.signal, onChange)
}

/** The warning of each listed wallet. */
const marksOf = ({ list }: ReturnType<typeof discover>) => list().map(({ warning }) => warning)

describe('wallet that announces itself again for each request', () => {
  it.each([
    ['the same provider and a new uuid', wallet(), {}],
    ['another provider and the same uuid', undefined, { uuid: 'same' }],
    ['another provider and a new uuid', undefined, {}],
    ['another provider, and has no rdns', undefined, { rdns: '' }],
  ])(
    'wallet › announces %s on each request › listed once, with its first',
    async (_what, ownWallet, more) => {
      const createdProviders: object[] = []
      onRequestAnnounce(() => {
        const provider = ownWallet ?? wallet()
        createdProviders.push(provider)
        announce(provider, more)
      })
      const onChange = vi.fn()
      const found = discover(onChange)
      const before = found.list()
      for (let times = 0; times < 3; times += 1) {
        request()
        await Promise.resolve()
      }
      expect(createdProviders).toHaveLength(4)
      expect(found.list()).toEqual(before)
      expect(marksOf(found)).toEqual([undefined])
      expect(found.provider(before[0]?.handle ?? '')?.identity).toBe(createdProviders[0])
      expect(onChange).toHaveBeenCalledTimes(1)
    },
  )

  it('wallet › two requests within one task › listed once', () => {
    onRequestAnnounce(() => announce(wallet()))
    const found = discover()
    request()
    request()
    expect(marksOf(found)).toEqual([undefined])
  })

  it('wallet › its newest provider is window.ethereum › listed once', () => {
    onRequestAnnounce(() => {
      const provider = wallet()
      Reflect.set(window, 'ethereum', provider)
      announce(provider)
    })
    const found = discover()
    request()
    expect(found.list()).toMatchObject([{ source: 'eip6963' }])
  })
})

describe('script that claims to be a wallet (channel T20)', () => {
  const doubtful = 'duplicate-rdns'

  it('script › announces outside a request › both are marked', async () => {
    onRequestAnnounce(() => announce(wallet()))
    const found = discover()
    request()
    await Promise.resolve()
    announce(wallet())
    expect(marksOf(found)).toEqual([doubtful, doubtful])
  })

  it.each([
    ['before', { capture: true }],
    ['after', {}],
  ])('script › announces on the first request %s the wallet › both are marked', (_when, options) => {
    onRequestAnnounce(() => announce(wallet()))
    const script = wallet()
    onRequestAnnounce(() => announce(script), options)
    expect(marksOf(discover())).toEqual([doubtful, doubtful])
  })

  it.each([
    ['before', { capture: true }],
    ['after', {}],
  ])('script › announces on a later request %s the wallet › the wallet is marked', (_when, options) => {
    const ownWallet = wallet()
    onRequestAnnounce(() => announce(ownWallet))
    const found = discover()
    const [before] = found.list()
    onRequestAnnounce(() => announce(wallet()), options)
    request()
    expect(found.list()[0]).toEqual({ ...before, warning: doubtful })
    expect(found.provider(before?.handle ?? '')?.identity).toBe(ownWallet)
  })

  it('script › announced before the wallet › both are marked', async () => {
    const found = discover()
    announce(wallet())
    request()
    await Promise.resolve()
    announce(wallet())
    expect(marksOf(found)).toEqual([doubtful, doubtful])
  })
})

describe('window.ethereum', () => {
  const setEthereum = (provider: object) => Reflect.set(window, 'ethereum', provider)

  it('replaced › the new one is listed, and the old one keeps its handle', () => {
    const onChange = vi.fn()
    const found = discover(onChange)
    const [stub, real] = [wallet(), wallet()]
    setEthereum(stub)
    const [first] = found.list()
    setEthereum(real)
    const [second, ...more] = found.list()
    expect(more).toEqual([])
    expect(second).toMatchObject({ source: 'legacy', name: 'Browser Wallet' })
    expect(found.provider(first?.handle ?? '')?.identity).toBe(stub)
    expect(found.provider(second?.handle ?? '')?.identity).toBe(real)
    expect(onChange).toHaveBeenCalledTimes(2)
  })

  it('announced later › its earlier handle still works', () => {
    const ownWallet = wallet()
    setEthereum(ownWallet)
    const found = discover()
    const [before] = found.list()
    announce(ownWallet)
    expect(found.list()).toMatchObject([{ source: 'eip6963' }])
    expect(found.provider(before?.handle ?? '')?.identity).toBe(ownWallet)
  })

  it.each([
    ['an announced wallet', (announced: object) => setEthereum(announced)],
    ['nothing', () => Reflect.deleteProperty(window, 'ethereum')],
    ['no provider', () => setEthereum({})],
  ])('replaced by %s › stays listed', (_what, replace) => {
    setEthereum(wallet())
    const found = discover()
    const announced = wallet()
    announce(announced)
    const before = found.list()
    replace(announced)
    expect(found.list()).toEqual(before)
    expect(before).toHaveLength(2)
  })

  it('another object at each read › replacements followed up to the limit', () => {
    Object.defineProperty(window, 'ethereum', { configurable: true, get: wallet })
    const onChange = vi.fn(() => void found?.list())
    let found: ReturnType<typeof discover> | undefined
    found = discover(onChange)
    const listed = Array.from({ length: 20 }, () => found?.list())
    expect(listed.at(-1)).toEqual(listed.at(-2))
    expect(onChange.mock.calls.length).toBeLessThan(10)
  })
})
