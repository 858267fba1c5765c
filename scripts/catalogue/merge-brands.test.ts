import { describe, expect, test } from 'vitest'
import type { Brand } from './brand.ts'
import { type CatalogueEntry, mergeBrand, topOf } from './merge-brands.ts'
import { byKey, type Records, type WalletRecord } from './wallet-record.ts'

const record = (over: Partial<WalletRecord>): WalletRecord => ({
  key: 'gull',
  name: 'Gull',
  icon: 'data:image/svg+xml,',
  links: [],
  ...over,
})

const records = (evm: WalletRecord[], polkadot: WalletRecord[] = []): Records => ({
  rainbowkit: byKey(evm),
  solana: new Map(),
  luno: byKey(polkadot),
  web3icons: new Map(),
  apps: new Map([
    [
      'me.rainbow',
      {
        links: ['https://apps.apple.com/app/id1457119021'],
        mobileLink: 'bow://',
        universalLink: 'https://bow.test/',
        desktopLink: 'bow-desk://',
      },
    ],
    ['io.rabby', { links: [], mobileLink: 'rabby://', universalLink: 'https://rabby.test/' }],
  ]),
})

const merge = (brand: Brand, from: Records) => mergeBrand(brand, from, 1, `/wallets/${brand.id}.svg`)

describe('mergeBrand', () => {
  test('one brand in two ecosystems › one entry, named by the first source', () => {
    const from = records(
      [record({ rdns: 'test.gull', mobileLink: 'gull://', links: ['https://gull.test/get'] })],
      [record({ name: 'Gull JS', extensionId: 'gull-js', links: ['https://other.test'] })],
    )
    const brand: Brand = {
      id: 'gull',
      from: [
        ['rainbowkit', 'gull'],
        ['luno', 'gull'],
      ],
      evmChains: [8217],
    }
    expect(merge(brand, from)).toEqual({
      id: 'gull',
      name: 'Gull',
      image_id: 'gull',
      image_url: '/wallets/gull.svg',
      rdns: 'test.gull',
      chains: ['eip155:8217', 'polkadot:68d56f15f85d3136970ec16946040bc1'],
      mobile_link: 'gull://',
      homepage: 'https://gull.test',
      order: 1,
      injected: [{ namespace: 'polkadot', injected_id: 'gull-js' }],
      namespaces: ['eip155', 'polkadot'],
    })
  })

  test('app registry › adds links, https and desktop only if they pair', () => {
    const from = records([record({ mobileLink: 'gull://', links: ['https://gull.test'] })])
    const links = ({ link_mode, mobile_link, desktop_link, app_store }: CatalogueEntry) => [
      link_mode,
      mobile_link,
      desktop_link,
      app_store,
    ]
    expect(links(merge({ id: 'rainbow', from: [['rainbowkit', 'gull']] }, from))).toEqual([
      'https://bow.test/',
      'gull://',
      undefined,
      'https://apps.apple.com/app/id1457119021',
    ])
    const bare = records([record({ links: ['https://gull.test'] })])
    expect(links(merge({ id: 'rabby', from: [['rainbowkit', 'gull']] }, bare))).toEqual([
      undefined,
      'rabby://',
      undefined,
      undefined,
    ])
    expect(() => merge({ id: 'trust', from: [['rainbowkit', 'gull']] }, bare)).toThrow('no record com.trust')
  })

  test.each([
    ['no link at all', record({})],
    ['a pairing link that is not a base', record({ links: ['https://gull.test'], mobileLink: 'gull:x' })],
    ['a pairing link that runs', record({ links: ['https://gull.test'], mobileLink: 'javascript://a/' })],
  ])('%s › throws', (_, bad) => {
    expect(() => merge({ id: 'gull', from: [['rainbowkit', 'gull']] }, records([bad]))).toThrow()
  })

  test('record missing in its package › throws', () => {
    expect(() => merge({ id: 'gull', from: [['rainbowkit', 'gull']] }, records([]))).toThrow('no record gull')
  })
})

test('topOf › the first eight and three of every ecosystem, in order', () => {
  const base = merge(
    { id: 'gull', from: [['rainbowkit', 'gull']] },
    records([record({ links: ['https://gull.test'] })]),
  )
  const entries = Array.from(
    { length: 30 },
    (_, at): CatalogueEntry => ({
      ...base,
      id: `w${at}`,
      namespaces: at < 20 ? ['eip155'] : at < 25 ? ['solana'] : ['polkadot'],
    }),
  )
  const ids = topOf(entries).map(({ id }) => id)
  expect(ids).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 20, 21, 22, 25, 26, 27].map((at) => `w${at}`))
})
