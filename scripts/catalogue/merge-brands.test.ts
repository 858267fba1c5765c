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
})

const merge = (brand: Brand, from: Records) => mergeBrand(brand, from, 1, `/wallets/${brand.id}.svg`)

describe('mergeBrand', () => {
  test('behavior: one brand in two ecosystems is one entry; the first source names it', () => {
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
      chains: ['eip155:8217', 'polkadot:91b171bb158e2d3848fa23a9f1c25182'],
      mobile_link: 'gull://',
      homepage: 'https://gull.test',
      order: 1,
      injected: [{ namespace: 'polkadot', injected_id: 'gull-js' }],
      namespaces: ['eip155', 'polkadot'],
    })
  })

  test.each([
    ['no link at all', record({})],
    ['a pairing link that is not a base', record({ links: ['https://gull.test'], mobileLink: 'gull:x' })],
    ['a pairing link that runs', record({ links: ['https://gull.test'], mobileLink: 'javascript://a/' })],
  ])('error: %s', (_, bad) => {
    expect(() => merge({ id: 'gull', from: [['rainbowkit', 'gull']] }, records([bad]))).toThrow()
  })

  test('error: a record that its package no longer has', () => {
    expect(() => merge({ id: 'gull', from: [['rainbowkit', 'gull']] }, records([]))).toThrow('no record gull')
  })
})

test('behavior: topOf holds the first eight and three of every ecosystem, in order', () => {
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
