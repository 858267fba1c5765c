import { describe, expect, it } from 'vitest'
import type { ConnectorGroup } from '#shared/config/connector-order.ts'
import { testWallet } from '#widget/testing/world.ts'
import type { CatalogueWallet } from './catalogue-wallet.ts'
import { type Connector, connectorGroupOrder, type ExcludedWallet, sortWallets } from './sort-wallets.ts'
import { walletRow } from './wallet-rows.ts'

const links = {
  chrome: undefined,
  ios: undefined,
  android: undefined,
  web: undefined,
  webApp: undefined,
  universal: undefined,
  mobile: undefined,
  desktop: undefined,
}
const entry = (id: string, over: Partial<CatalogueWallet> = {}): CatalogueWallet => ({
  id,
  name: id,
  rdns: undefined,
  injectedIds: [],
  imageUrl: `/wallets/${id}.svg`,
  namespaces: ['eip155'],
  links,
  isCertified: false,
  ...over,
})
const listed = (group: ConnectorGroup, wallet: CatalogueWallet): Connector => ({
  group,
  found: [],
  entry: wallet,
})
const installed = (
  over: Parameters<typeof testWallet>[0],
  group: ConnectorGroup = 'injected',
): Connector => ({
  group,
  found: [testWallet(over)],
  entry: undefined,
})
const ids = (
  sources: readonly Connector[],
  order?: readonly ConnectorGroup[],
  excluded: readonly ExcludedWallet[] = [],
) => sortWallets(sources, order, excluded).map((source) => `${source.group}:${walletRow(source).id}`)

const one = (group: ConnectorGroup) => listed(group, entry(group))
const everyGroup: readonly ConnectorGroup[] = [
  'recommended',
  'external',
  'custom',
  'featured',
  'injected',
  'recent',
  'walletConnect',
]

describe('order of connector groups', () => {
  it('default order › as in the specification, whatever the order of the sources', () => {
    const groups = sortWallets(everyGroup.map(one), undefined, []).map((source) => source.group)
    expect(groups).toEqual([
      'walletConnect',
      'recent',
      'injected',
      'featured',
      'custom',
      'external',
      'recommended',
    ])
  })

  it.each<[readonly ConnectorGroup[], readonly ConnectorGroup[]]>([
    [
      ['injected', 'recent'],
      ['injected', 'recent', 'walletConnect', 'featured', 'custom', 'external', 'recommended'],
    ],
    [[], ['walletConnect', 'recent', 'injected', 'featured', 'custom', 'external', 'recommended']],
    [
      ['recommended', 'recommended'],
      ['recommended', 'walletConnect', 'recent', 'injected', 'featured', 'custom', 'external'],
    ],
  ])('configured %j › %j', (configured, order) => {
    expect(connectorGroupOrder(configured)).toEqual(order)
  })
})

describe('each wallet once', () => {
  it.each<[string, readonly Connector[], readonly string[]]>([
    [
      'by rdns',
      [
        installed({ rdns: 'me.rainbow', name: 'Rainbow' }),
        listed('featured', entry('r', { name: 'Other', rdns: 'me.rainbow' })),
      ],
      ['injected:me.rainbow'],
    ],
    [
      'by name, where one side has no rdns',
      [
        installed({ rdns: 'me.rainbow', name: 'Rainbow' }),
        listed('featured', entry('r', { name: ' rainbow ' })),
      ],
      ['injected:me.rainbow'],
    ],
    [
      'by catalogue id',
      [listed('featured', entry('r', { name: 'A' })), listed('recommended', entry('r', { name: 'B' }))],
      ['featured:r'],
    ],
    [
      'not by name, where the rdns differ',
      [
        installed({ rdns: 'evil.example', name: 'MetaMask' }),
        listed('featured', entry('m', { name: 'MetaMask', rdns: 'io.metamask' })),
      ],
      ['injected:evil.example', 'featured:m'],
    ],
    [
      'an app that announces itself beside its extension',
      [
        installed({ rdns: 'io.metamask.mobile', name: 'MetaMask' }),
        listed('featured', entry('m', { name: 'MetaMask Wallet', rdns: 'io.metamask' })),
      ],
      ['injected:io.metamask.mobile'],
    ],
    [
      'in the first group of the order',
      [
        installed({ rdns: 'me.rainbow', name: 'Rainbow' }),
        installed({ rdns: 'me.rainbow', name: 'Rainbow' }, 'recent'),
      ],
      ['recent:me.rainbow'],
    ],
  ])('%s', (_, sources, expected) => {
    expect(ids(sources)).toEqual(expected)
  })

  it('one row › announcements of all namespaces, standards before window.ethereum', () => {
    const legacy = testWallet({ name: 'Phantom', source: 'legacy', handle: '1'.repeat(32) })
    const solana = testWallet({ name: 'Phantom', namespace: 'solana', handle: '2'.repeat(32) })
    const standardWallet = testWallet({ name: 'Phantom', rdns: 'app.phantom', handle: '3'.repeat(32) })
    const [row, ...more] = sortWallets(
      [legacy, solana, standardWallet].map(
        (wallet): Connector => ({ group: 'injected', found: [wallet], entry: undefined }),
      ),
      undefined,
      [],
    )
    expect(more).toEqual([])
    expect(row?.found).toEqual([solana, standardWallet, legacy])
  })

  it('two announcements of one rdns › one row, marked ambiguous', () => {
    const first = testWallet({ handle: '1'.repeat(32) })
    const second = testWallet({ handle: '2'.repeat(32), warning: 'duplicate-rdns' })
    const [source] = sortWallets(
      [{ group: 'injected', found: [first, second], entry: undefined }],
      undefined,
      [],
    )
    expect(source && walletRow(source)).toMatchObject({ id: 'io.metamask', isDoubtful: true })
  })
})

describe('excluded wallets', () => {
  const sources = [
    installed({ rdns: 'io.metamask', name: 'MetaMask' }),
    listed('featured', entry('rainbow', { name: 'Rainbow' })),
    listed('recommended', entry('zerion')),
  ]
  it.each<[ExcludedWallet, readonly string[]]>([
    [{ rdns: 'io.metamask' }, ['featured:rainbow', 'recommended:zerion']],
    [{ name: 'metamask' }, ['featured:rainbow', 'recommended:zerion']],
    [{ id: 'io.metamask' }, ['featured:rainbow', 'recommended:zerion']],
    [{ id: 'rainbow' }, ['injected:io.metamask', 'recommended:zerion']],
    [{ name: 'RAINBOW' }, ['injected:io.metamask', 'recommended:zerion']],
    [{ rdns: 'other' }, ['injected:io.metamask', 'featured:rainbow', 'recommended:zerion']],
  ])('%j › leaves %j', (excluded, expected) => {
    expect(ids(sources, undefined, [excluded])).toEqual(expected)
  })
})

describe('walletRow', () => {
  it.each([
    [
      'curated, where the rdns is known',
      { icon: 'data:image/png,x' },
      entry('m', { name: 'MetaMask', rdns: 'io.metamask' }),
      '/wallets/m.svg',
    ],
    [
      'announced, where only the name fits',
      { icon: 'data:image/png,x' },
      entry('m', { name: 'MetaMask' }),
      'data:image/png,x',
    ],
    ['announced, without catalogue', { icon: 'data:image/png,x' }, undefined, 'data:image/png,x'],
    ['none', {}, undefined, undefined],
  ])('icon › %s', (_, wallet, known, icon) => {
    expect(walletRow({ group: 'injected', found: [testWallet(wallet)], entry: known }).icon).toBe(icon)
  })

  it.each<[ConnectorGroup, boolean, 'recent' | 'installed' | undefined]>([
    ['recent', true, 'recent'],
    ['injected', true, 'installed'],
    ['featured', true, 'installed'],
    ['featured', false, undefined],
  ])('badge in %s, installed %s › %s', (group, isInstalled, badge) => {
    expect(walletRow({ group, found: isInstalled ? [testWallet()] : [], entry: entry('m') }).badge).toBe(
      badge,
    )
  })
})

describe('one brand in several namespaces', () => {
  const brand = entry('abc', { name: 'Talisman', rdns: 'xyz.talisman', injectedIds: ['talisman'] })
  const evm = installed({ name: 'Talisman', rdns: 'xyz.talisman' })
  const polkadot = installed({
    ...{ name: 'talisman', rdns: undefined, injectedId: 'talisman' },
    ...{ namespace: 'polkadot', source: 'injected-web3', handle: '2'.repeat(32) },
  })
  const solana = installed({
    ...{ name: 'Talisman', rdns: undefined },
    ...{ namespace: 'solana', source: 'wallet-standard', handle: '3'.repeat(32) },
  })

  it('all announcements › one row, under the name of the catalogue', () => {
    const [row, ...more] = sortWallets([evm, polkadot, solana, listed('featured', brand)], undefined, [])
    expect(more).toEqual([])
    expect(row && walletRow(row)).toMatchObject({ name: 'Talisman', badge: 'installed' })
    expect(row?.found.map(({ namespace }) => namespace)).toEqual(['eip155', 'polkadot', 'solana'])
  })

  it('extension key › identifies an extension, also one without a catalogue entry', () => {
    const [known] = sortWallets([polkadot, listed('featured', brand)], undefined, [])
    expect(known && walletRow(known).name).toBe('Talisman')
    const [unknown] = sortWallets([polkadot], undefined, [])
    expect(unknown && walletRow(unknown)).toMatchObject({ id: 'talisman', name: 'talisman' })
  })
})
