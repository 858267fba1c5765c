import { afterEach, describe, expect, it, vi } from 'vitest'
import { discoverEthereumWallets } from './discover-eip6963.ts'

const ends: AbortController[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end.abort()
  Reflect.deleteProperty(window, 'ethereum')
})

const wallet = () => ({ request: async () => null })
const marked = () => ({ ...wallet(), [Symbol.for('drawbridge.wallet')]: true })
const announce = (own: object = {}, provider: object = wallet()) => {
  const info = { uuid: crypto.randomUUID(), name: 'Test', rdns: 'io.test', icon: '', ...own }
  dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
}
const setEthereum = (provider: object) => {
  Reflect.set(window, 'ethereum', provider)
  dispatchEvent(new Event('ethereum#initialized'))
}

function discover(onChange: () => void = () => {}) {
  const end = new AbortController()
  ends.push(end)
  return { ...discoverEthereumWallets(window, end.signal, onChange), end }
}
const warningsOf = ({ list }: ReturnType<typeof discover>) => list().map(({ warning }) => warning)

describe('widget in the page', () => {
  it.each<[string, () => void]>([
    ['announced with its symbol', () => announce({}, marked())],
    ['announced by its rdns', () => announce({ rdns: 'app.drawbridge' })],
    ['as window.ethereum', () => setEthereum(marked())],
  ])('widget › %s › not listed', (_, appear) => {
    const found = discover()
    appear()
    expect(found.list()).toEqual([])
  })
})

describe('wallets that the user could confuse', () => {
  it.each<[string, readonly object[], readonly (string | undefined)[]]>([
    ['one name, different rdns', [{}, { rdns: 'io.other' }], [undefined, undefined]],
    ['different names, one rdns', [{}, { name: 'Other' }], ['duplicate-rdns', 'duplicate-rdns']],
    [
      'one name in capitals, no rdns',
      [{ rdns: '' }, { rdns: '', name: 'TEST' }],
      ['duplicate-name', 'duplicate-name'],
    ],
    ['different names, no rdns', [{ rdns: '' }, { rdns: '', name: 'Other' }], [undefined, undefined]],
    ['two of three', [{}, { rdns: 'io.other' }, {}], ['duplicate-rdns', undefined, 'duplicate-rdns']],
    [
      'marked by name, then one more of its rdns',
      [{}, { rdns: '' }, {}],
      ['duplicate-rdns', 'duplicate-name', 'duplicate-rdns'],
    ],
    ['one name, one rdns', [{}, { rdns: '' }], ['duplicate-name', 'duplicate-name']],
    [
      'an rdns as name',
      [{ rdns: '', name: 'io.test' }, { name: 'Other' }],
      ['duplicate-name', 'duplicate-name'],
    ],
    [
      'one name, and two rdns',
      [{}, { rdns: 'io.other' }, { rdns: '' }],
      ['duplicate-name', 'duplicate-name', 'duplicate-name'],
    ],
  ])('wallets › %s › marked, or not, in either order', (_, infos, warnings) => {
    const found = discover()
    for (const info of infos) announce(info)
    expect(warningsOf(found)).toEqual(warnings)
    found.end.abort()
    const reversed = discover()
    for (const info of infos.toReversed()) announce(info)
    expect(warningsOf(reversed)).toEqual(warnings.toReversed())
  })

  it.each([
    [128, true],
    [129, false],
  ])('rdns › of %i characters › valid: %s', (length, isValid) => {
    const found = discover()
    const rdns = `io.${'t'.repeat(length - 3)}`
    announce({ rdns })
    expect(found.list()[0]?.rdns).toBe(isValid ? rdns : undefined)
  })

  it.each(['io test', ' io/test', 'io.test/', '<io.test'])('rdns › %j › not valid', (rdns) => {
    const found = discover()
    announce({ rdns })
    expect(found.list()).toMatchObject([{ name: 'Test' }])
    expect(found.list()[0]).not.toHaveProperty('rdns')
  })

  it('wallet › without a valid icon › no member for it', () => {
    const found = discover()
    announce({ icon: 'https://test.example/icon.png' })
    expect(found.list()[0]).not.toHaveProperty('icon')
  })
})

describe('provider announced again', () => {
  it('provider › under another name › marked once, with one report', () => {
    const onChange = vi.fn()
    const found = discover(onChange)
    const provider = wallet()
    announce({}, provider)
    announce({ rdns: 'io.other' }, provider)
    announce({ rdns: 'io.third' }, provider)
    expect(warningsOf(found)).toEqual(['duplicate-rdns'])
    expect(onChange).toHaveBeenCalledTimes(2)
  })

  it('provider › under another rdns › other wallets are not marked', () => {
    const found = discover()
    const provider = wallet()
    announce({ rdns: 'io.first' })
    announce({}, provider)
    announce({ rdns: 'io.other' }, provider)
    expect(warningsOf(found)).toEqual([undefined, 'duplicate-rdns'])
  })

  it('provider › under another name with the same rdns › not marked', () => {
    const found = discover()
    const provider = wallet()
    announce({}, provider)
    announce({ name: 'Renamed' }, provider)
    expect(warningsOf(found)).toEqual([undefined])
  })
})

describe('legacy window.ethereum', () => {
  it('announced › when the list is full › no longer listed, with a report', () => {
    const onChange = vi.fn()
    const found = discover(onChange)
    for (let n = 0; n < 63; n += 1) announce({ rdns: `io.w${n}`, name: `W${n}` })
    const legacy = wallet()
    setEthereum(legacy)
    expect(found.list()).toHaveLength(64)
    const before = onChange.mock.calls.length
    announce({}, legacy)
    // `window.ethereum` is still that provider, so that the next list has it again as a legacy wallet.
    expect(onChange.mock.calls.length).toBeGreaterThan(before)
    expect(
      found
        .list()
        .map(({ source }) => source)
        .filter((source) => source === 'legacy'),
    ).toHaveLength(1)
  })

  it('announced wallets › before and after it › it is last', () => {
    const found = discover()
    announce()
    setEthereum(wallet())
    announce({ rdns: 'io.other', name: 'Other' })
    expect(found.list().map(({ name }) => name)).toEqual(['Test', 'Other', 'Browser Wallet'])
  })

  it('another wallet announced › it keeps its handle, also if the page removes it', () => {
    const found = discover()
    setEthereum(wallet())
    const [before] = found.list()
    expect(before).toMatchObject({ namespace: 'eip155', source: 'legacy' })
    Reflect.deleteProperty(window, 'ethereum')
    announce()
    expect(found.list().at(-1)).toEqual(before)
  })

  it('announced by its name and no rdns › both are marked, in any order', () => {
    const found = discover()
    setEthereum(wallet())
    announce({ rdns: '', name: 'browser wallet' })
    expect(warningsOf(found)).toEqual(['duplicate-name', 'duplicate-name'])
  })

  it.each([
    [4, 4],
    [9, 4],
  ])('replaced %i times › %i replacements are followed', (count, followed) => {
    const found = discover()
    const providers = Array.from({ length: count + 1 }, wallet)
    const handles = providers.map((provider) => {
      setEthereum(provider)
      return found.list()[0]?.handle ?? ''
    })
    expect(new Set(handles).size).toBe(followed + 1)
    for (const [index, handle] of handles.slice(0, followed + 1).entries())
      expect(found.provider(handle)?.identity).toBe(providers[index])
  })

  it('signal aborted › initialised afterwards › read with the next list only', () => {
    const onChange = vi.fn()
    const { end } = discover(onChange)
    end.abort()
    setEthereum(wallet())
    expect(onChange).not.toHaveBeenCalled()
  })

  it('initialised › reported at once', () => {
    const onChange = vi.fn()
    discover(onChange)
    setEthereum(wallet())
    expect(onChange).toHaveBeenCalledTimes(1)
  })
})

describe('requests of the page', () => {
  const request = async () => {
    dispatchEvent(new Event('eip6963:requestProvider'))
    await Promise.resolve()
  }
  function onRequest(run: () => void) {
    const end = new AbortController()
    ends.push(end)
    addEventListener('eip6963:requestProvider', run, { signal: end.signal })
  }

  it('wallet › first announces itself on a later request › listed beside others', async () => {
    const found = discover()
    announce()
    onRequest(() => announce({ rdns: 'io.other', name: 'Other' }))
    await request()
    expect(found.list().map(({ name, warning }) => [name, warning])).toEqual([
      ['Test', undefined],
      ['Other', undefined],
    ])
  })

  it('one of two wallets › answers with another provider › both are listed once', async () => {
    onRequest(() => announce())
    const found = discover()
    announce({ rdns: 'io.other', name: 'Other' })
    await request()
    expect(warningsOf(found)).toEqual([undefined, undefined])
  })
})

describe('request of the widget', () => {
  it('request › a wallet answers it › dispatched once, and the wallet is listed', () => {
    const onRequest = vi.fn((_event: Event) => announce())
    addEventListener('eip6963:requestProvider', onRequest)
    const found = discover()
    removeEventListener('eip6963:requestProvider', onRequest)
    expect(onRequest.mock.calls.map(([event]) => event.type)).toEqual(['eip6963:requestProvider'])
    expect(found.list()).toHaveLength(1)
  })
})
