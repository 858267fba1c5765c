import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openableLink, walletListEntry } from '#shared/api/wallets.ts'
import { networkSchema } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import { catalogueEntry } from './merge-brands.ts'
import { svgLimits, svgProblems } from './svg-clean.ts'

const root = resolve(import.meta.dirname, '../..')
const iconsFolder = join(root, 'widget-app/public')
const generatedPath = (name: string) => join(root, 'widget-app/src/domain', name)
const generated = (name: string): unknown => JSON.parse(readFileSync(generatedPath(name), 'utf8'))
const filesOf = (kind: string) => readdirSync(join(iconsFolder, kind)).sort()
const bytesOf = (kind: string) =>
  filesOf(kind).reduce((sum, file) => sum + statSync(join(iconsFolder, kind, file)).size, 0)

const wallets = z.array(catalogueEntry).parse(generated('wallets/generated/wallets.json'))
const networks = z.parse(z.array(networkSchema), generated('networks/generated/networks.json'))
const topWallets = z
  .array(
    z.pick(catalogueEntry, {
      id: true,
      name: true,
      image_id: true,
      image_url: true,
      rdns: true,
      mobile_link: true,
      link_mode: true,
      desktop_link: true,
      namespaces: true,
    }),
  )
  .parse(generated('wallets/generated/top-wallets.json'))

const unique = (values: readonly string[]) => new Set(values).size === values.length

describe('wallets', () => {
  test.each([
    ['eip155', 70],
    ['solana', 20],
    ['polkadot', 10],
  ])('wallets › %s › at least %i', (namespace, minCount) => {
    const count = wallets.filter(({ namespaces }) => namespaces.some((name) => name === namespace)).length
    expect(count).toBeGreaterThanOrEqual(minCount)
  })

  test('wallets › ids, names, rdns unique, order from 1', () => {
    expect(unique(wallets.map(({ id }) => id))).toBe(true)
    expect(unique(wallets.map(({ name }) => name.toLowerCase()))).toBe(true)
    expect(unique(wallets.flatMap(({ rdns }) => rdns ?? []))).toBe(true)
    expect(wallets.map(({ order }) => order)).toEqual(wallets.map((_, at) => at + 1))
  })

  test('wallets › parsed by the wire schema › every entry valid, no field lost', () => {
    for (const wallet of wallets) {
      const { image_url: _, namespaces, ...onWire } = wallet
      expect(z.parse(walletListEntry, onWire)).toEqual(onWire)
      const pages = Object.entries(onWire).filter(([name]) => /_store$|homepage|webapp_link/.test(name))
      for (const [, page] of pages) expect(openableLink(String(page))).toBe(page)
      expect([...new Set(wallet.chains.map((chain) => chain.replace(/:.*/, '')))]).toEqual(namespaces)
    }
  })

  test('wallets › a link, https or an app scheme, and an icon', () => {
    const icons = filesOf('wallets')
    for (const wallet of wallets) {
      const pages = [
        wallet.homepage,
        wallet.webapp_link,
        wallet.chrome_store,
        wallet.app_store,
        wallet.play_store,
      ]
      const links = pages.filter((page) => page !== undefined)
      expect(links.length, wallet.id).toBeGreaterThan(0)
      for (const page of links) expect(new URL(page).protocol).toBe('https:')
      for (const link of [wallet.mobile_link, wallet.desktop_link]) {
        if (link !== undefined)
          expect(link).toMatch(/^(?!javascript|data|blob|file)[a-z][a-z0-9.+-]*:\/\/(.*\/)?$/)
      }
      expect(icons, wallet.id).toContain(wallet.image_url.replace('/wallets/', ''))
    }
  })

  test.each([
    ['metamask', 'https://metamask.app.link/', 'metamask://', undefined],
    ['trust', 'https://link.trustwallet.com/', 'trust://', undefined],
    ['rainbow', 'https://rnbwapp.com/', 'rainbow://', undefined],
    ['coinbase', undefined, 'https://go.cb-w.com/', undefined],
    ['base', undefined, 'https://go.cb-w.com/', undefined],
    ['okx', undefined, 'okex://main/', undefined],
    ['ledger', undefined, 'ledgerlive://', 'ledgerlive://'],
    ['uniswap', 'https://uniswap.org/app/', 'uniswap://', undefined],
    ['zerion', undefined, 'zerion://', undefined],
    ['subwallet', 'https://mobile.subwallet.app/', 'subwallet://', undefined],
    ['nova', undefined, 'novawallet://', undefined],
    ['talisman', undefined, 'talisman://', undefined],
  ])('%s › opens on a phone by %s or %s, on a desktop by %s', (id, universal, mobile, desktop) => {
    const wallet = wallets.find((one) => one.id === id)
    expect([wallet?.link_mode, wallet?.mobile_link, wallet?.desktop_link]).toEqual([
      universal,
      mobile,
      desktop,
    ])
  })

  test('icons › one wallet each and WalletConnect, small in total', () => {
    expect(filesOf('wallets')).toEqual(
      ['walletconnect.svg', ...wallets.map(({ image_url }) => image_url.slice('/wallets/'.length))].sort(),
    )
    expect(bytesOf('wallets')).toBeLessThan(600_000)
  })

  test('bundled list › small, with three of every ecosystem', () => {
    expect(statSync(generatedPath('wallets/generated/top-wallets.json')).size).toBeLessThanOrEqual(2_048)
    const byId = new Map(wallets.map((wallet) => [wallet.id, wallet]))
    for (const top of topWallets) {
      const whole = byId.get(top.id)
      expect(whole).toMatchObject(top)
      const { rdns, mobile_link, link_mode, desktop_link } = top
      expect(whole).toEqual({ ...whole, rdns, mobile_link, link_mode, desktop_link })
    }
    for (const namespace of ['eip155', 'solana', 'polkadot'] as const) {
      expect(topWallets.filter(({ namespaces }) => namespaces.includes(namespace)).length).toBeGreaterThan(2)
    }
  })
})

test('token table › each row › of a listed network, unique, canonical contract', () => {
  const path = join(root, 'widget-app/src/domain/balances/generated/bundled-tokens.json')
  const row = z.tuple([z.string(), z.string(), z.int(), z.string()])
  const table = z.record(z.string(), z.array(row)).parse(JSON.parse(readFileSync(path, 'utf8')))
  const knownChains = new Set<string>(networks.map(({ id }) => id))
  for (const [chain, rows] of Object.entries(table)) {
    const isEvm = chain.startsWith('eip155:')
    if (isEvm) expect(knownChains, chain).toContain(chain)
    expect(unique(rows.map(([contract]) => contract))).toBe(true)
    expect(unique(rows.map(([, symbol]) => symbol.toLowerCase())), chain).toBe(true)
    for (const [contract, symbol, decimals] of rows) {
      expect(contract).toMatch(isEvm ? /^0x[0-9a-f]{40}$/ : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
      expect(symbol).toMatch(/^[!-~]{1,16}$/)
      expect(decimals).toBeGreaterThanOrEqual(0)
      expect(decimals).toBeLessThanOrEqual(18)
    }
  }
})

test('most common tokens › have an icon', () => {
  const icons = filesOf('tokens')
  for (const symbol of ['eth', 'usdc', 'usdt', 'dai', 'weth', 'wbtc', 'pol', 'bnb', 'avax', 'sol', 'dot']) {
    expect(icons).toContain(`${symbol}.svg`)
  }
  expect(icons.length).toBeGreaterThanOrEqual(40)
})

describe.each(['wallets', 'networks', 'tokens'] as const)('icons of %s', (kind) => {
  test.each(filesOf(kind))('%s › clean and small', (file) => {
    const path = join(iconsFolder, kind, file)
    if (file.endsWith('.svg')) expect(svgProblems(readFileSync(path, 'utf8'), svgLimits[kind])).toEqual([])
    else {
      expect(readFileSync(path).subarray(8, 12).toString()).toBe('WEBP')
      expect(statSync(path).size).toBeLessThan(svgLimits.wallets)
    }
  })
})

test('NOTICE › every source, its licence and the trademark rule', () => {
  const notice = readFileSync(join(root, 'NOTICE'), 'utf8')
  const { asOf } = z.object({ asOf: z.iso.date() }).parse(generated('wallets/generated/catalogue-date.json'))
  for (const text of [
    '@rainbow-me/rainbowkit',
    '@luno-kit/core',
    '@web3icons/core',
    'wallet-adapter',
    'viem',
    '@openzeppelin/contracts',
    asOf,
  ]) {
    expect(notice).toContain(text)
  }
  expect(notice).toMatch(/trademarks of their owners/)
})
