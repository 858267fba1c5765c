import { afterEach, describe, expect, it, vi } from 'vitest'
import { walletIconMaxBytes } from '../../config/limits.ts'
import { discoverEthereumWallets } from './discover-eip6963.ts'

const ends: AbortController[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end.abort()
  Reflect.deleteProperty(window, 'ethereum')
})

const wallet = () => ({ request: async () => null })
const info = (own: object = {}) => ({
  uuid: '350670db-19fa-4704-a166-e52e178b59d2',
  name: 'Test',
  rdns: 'io.test',
  icon: 'data:image/svg+xml,<svg/>',
  ...own,
})
const announce = (detail: unknown) => dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))

function discover(onChange: () => void = () => {}) {
  const end = new AbortController()
  ends.push(end)
  return { ...discoverEthereumWallets(window, end.signal, onChange), end }
}

describe('EIP-6963', () => {
  it('wallets › announced on request and later › listed in order', () => {
    const earlyWallet = wallet()
    const announceEarly = () => announce({ info: info(), provider: earlyWallet })
    addEventListener('eip6963:requestProvider', announceEarly, { once: true })
    const onChange = vi.fn()
    const { list, provider } = discover(onChange)
    announce({ info: info({ uuid: 'b', rdns: 'io.other', name: 'Other' }), provider: wallet() })
    expect(list()).toEqual([
      expect.objectContaining({ name: 'Test', rdns: 'io.test', source: 'eip6963', namespace: 'eip155' }),
      expect.objectContaining({ name: 'Other', rdns: 'io.other' }),
    ])
    expect(onChange).toHaveBeenCalledTimes(2)
    const [first] = list()
    expect(first?.handle).toMatch(/^[0-9a-f]{32}$/)
    expect(provider(first?.handle ?? '')?.identity).toBe(earlyWallet)
    expect(provider('0'.repeat(32))).toBeUndefined()
  })

  it('same announcement again › no change', () => {
    const provider = wallet()
    const onChange = vi.fn()
    const { list } = discover(onChange)
    for (let times = 0; times < 3; times += 1) announce({ info: info(), provider })
    expect(list()).toHaveLength(1)
    expect(list()[0]?.warning).toBeUndefined()
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  it('announcement › with space around its members › listed with its icon', () => {
    const { list } = discover()
    const own = { name: ' Test ', rdns: ' io.test\n', icon: '\n  data:image/png;base64,AA==\n' }
    announce({ info: info(own), provider: wallet() })
    expect(list()).toMatchObject([{ name: 'Test', rdns: 'io.test', icon: 'data:image/png;base64,AA==' }])
  })

  it('two wallets of one rdns › in any order › both marked', () => {
    const { list } = discover()
    announce({ info: info(), provider: wallet() })
    announce({ info: info({ uuid: 'other' }), provider: wallet() })
    expect(list().map(({ warning }) => warning)).toEqual(['duplicate-rdns', 'duplicate-rdns'])
  })

  it('provider › announced under another rdns too › marked, and stays marked', () => {
    const provider = wallet()
    const { list } = discover()
    announce({ info: info(), provider })
    const before = list()[0]?.handle
    announce({ info: info({ rdns: 'io.other' }), provider })
    announce({ info: info(), provider })
    expect(list()).toEqual([expect.objectContaining({ warning: 'duplicate-rdns', handle: before })])
  })

  it('long name, invalid or large icon › name truncated, icon omitted', () => {
    const { list } = discover()
    const icons = [
      'https://evil.example/pixel.png',
      'javascript:alert(1)',
      'data:text/html,<script>',
      `data:image/png;base64,${'A'.repeat(walletIconMaxBytes)}`,
      7,
      undefined,
    ]
    for (const [index, icon] of icons.entries()) {
      announce({
        info: info({ uuid: `${index}`, rdns: `io.w${index}`, name: 'N'.repeat(500), icon }),
        provider: wallet(),
      })
    }
    expect(list()).toHaveLength(icons.length)
    for (const found of list()) {
      expect(found.icon).toBeUndefined()
      expect(found.name).toHaveLength(64)
    }
  })

  const throwing = (name: string) =>
    Object.defineProperty({}, name, {
      get: () => {
        throw new Error('a trap')
      },
    })

  it.each([
    ['nothing', undefined],
    ['no info', { provider: wallet() }],
    ['no provider', { info: info() }],
    ['a provider without request', { info: info(), provider: {} }],
    ['neither a name nor an rdns', { info: info({ name: ' ', rdns: '' }), provider: wallet() }],
    ['a name and an rdns that are no text', { info: info({ name: {}, rdns: 7 }), provider: wallet() }],
    ['a hostile rdns and no name', { info: info({ rdns: 'io.test<script>', name: '' }), provider: wallet() }],
    ['a getter that throws in info', { info: throwing('name'), provider: wallet() }],
    ['a getter that throws in the provider', { info: info(), provider: throwing('request') }],
    ['a getter that throws in the detail', throwing('info')],
  ])('announcement with %s › not listed, others unaffected', (_what, detail) => {
    const { list } = discover()
    announce(detail)
    expect(list()).toEqual([])
    announce({ info: info(), provider: wallet() })
    expect(list()).toHaveLength(1)
  })

  it.each([
    ['a URL as rdns', { rdns: 'https://test.example' }, { name: 'Test' }],
    ['a hostile rdns', { rdns: 'io.test<script>' }, { name: 'Test' }],
    ['an empty rdns', { rdns: '' }, { name: 'Test' }],
    ['no name', { name: undefined }, { name: 'io.test', rdns: 'io.test' }],
    ['a name that is no text', { name: { toString: () => 'Test' } }, { name: 'io.test', rdns: 'io.test' }],
    ['no uuid', { uuid: undefined }, { name: 'Test', rdns: 'io.test' }],
    ['a uuid of 129 characters', { uuid: 'u'.repeat(129) }, { name: 'Test', rdns: 'io.test' }],
  ])('announcement › %s › listed with what is valid', (_what, own, listed) => {
    const { list } = discover()
    const detail = { info: info(own), provider: wallet() }
    announce(detail)
    announce(detail)
    const { name, rdns, warning } = list()[0] ?? {}
    expect(list()).toHaveLength(1)
    expect({ name, rdns, warning }).toEqual({ rdns: undefined, warning: undefined, ...listed })
  })

  it.each([
    ['the name of another wallet', { rdns: 'https://a.example' }, { name: 'test', rdns: 'io.other' }],
    ['the rdns of another wallet as its name', { rdns: '', name: 'io.test' }, {}],
    ['the name of another one without', { rdns: '' }, { rdns: '' }],
  ])('wallet without an rdns › has %s › both are marked', (_what, own, other) => {
    for (const order of [0, 1]) {
      const { list, end } = discover()
      const infos = [info({ uuid: 'a', ...own }), info({ uuid: 'b', ...other })]
      for (const one of order === 0 ? infos : infos.toReversed()) announce({ info: one, provider: wallet() })
      expect(list().map(({ warning }) => warning !== undefined)).toEqual([true, true])
      end.abort()
    }
  })

  it('window.ethereum › injected later without an event › in the next list', () => {
    const onChange = vi.fn()
    const { list, provider } = discover(onChange)
    expect(list()).toEqual([])
    const lateWallet = wallet()
    Reflect.set(window, 'ethereum', lateWallet)
    const [found] = list()
    expect(provider(found?.handle ?? '')?.identity).toBe(lateWallet)
    expect(list()).toEqual([found])
    expect(onChange).toHaveBeenCalledTimes(1)
  })

  it('window.ethereum › its getter throws › the list is returned', () => {
    const { list } = discover()
    announce({ info: info(), provider: wallet() })
    const get = () => {
      throw new Error('A getter of the page')
    }
    Object.defineProperty(window, 'ethereum', { configurable: true, get })
    expect(list()).toHaveLength(1)
  })

  it('window.ethereum › an announced wallet has its name › both are marked', () => {
    const { list } = discover()
    announce({ info: info({ rdns: '', name: 'Browser Wallet' }), provider: wallet() })
    Reflect.set(window, 'ethereum', wallet())
    dispatchEvent(new Event('ethereum#initialized'))
    expect(list().map(({ source, warning }) => [source, warning])).toEqual([
      ['eip6963', 'duplicate-name'],
      ['legacy', 'duplicate-name'],
    ])
  })

  it('getter › returns another value the second time › read once', () => {
    let reads = 0
    const detail = {
      info: {
        ...info(),
        get rdns() {
          reads += 1
          return reads === 1 ? 'io.first' : 'io.second<script>'
        },
      },
      provider: wallet(),
    }
    const { list } = discover()
    announce(detail)
    expect(list()[0]?.rdns).toBe('io.first')
    expect(reads).toBe(1)
  })

  it('thousands of announcements › 63 listed, and the legacy wallet', () => {
    const { list } = discover()
    for (let n = 0; n < 3_000; n += 1) {
      announce({ info: info({ uuid: `${n}`, rdns: `io.w${n}` }), provider: wallet() })
    }
    expect(list()).toHaveLength(63)
    Reflect.set(window, 'ethereum', wallet())
    dispatchEvent(new Event('ethereum#initialized'))
    expect(list()).toHaveLength(64)
    expect(list().at(-1)?.source).toBe('legacy')
  })

  it('signal aborted › nothing more discovered', () => {
    const { list, end } = discover()
    end.abort()
    announce({ info: info(), provider: wallet() })
    expect(list()).toEqual([])
  })
})

describe('legacy window.ethereum', () => {
  it('not announced › listed as Browser Wallet', () => {
    Reflect.set(window, 'ethereum', wallet())
    expect(discover().list()).toEqual([expect.objectContaining({ source: 'legacy', name: 'Browser Wallet' })])
  })

  it('also announced, in any order › listed once', () => {
    const provider = wallet()
    Reflect.set(window, 'ethereum', provider)
    const { list } = discover()
    expect(list()[0]?.source).toBe('legacy')
    announce({ info: info(), provider })
    dispatchEvent(new Event('ethereum#initialized'))
    expect(list()).toEqual([expect.objectContaining({ source: 'eip6963' })])
    expect(list()[0]?.warning).toBeUndefined()
  })

  it('getter that throws › not listed', () => {
    Object.defineProperty(window, 'ethereum', {
      configurable: true,
      get: () => {
        throw new Error('a trap')
      },
    })
    expect(discover().list()).toEqual([])
  })
})
