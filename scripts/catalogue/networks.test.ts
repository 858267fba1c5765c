import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { chainReference, namespaceOf } from '#shared/caip/chain-id.ts'
import { solanaClusters } from '#shared/caip/solana-clusters.ts'
import { swapChainNumbers } from '#shared/config/limits.ts'
import { networkSchema } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import { acalaChainId, polkadotChainId } from '#stack/chains/polkadot/local-genesis.ts'
import { svmChainId } from '#stack/chains/solana/genesis.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))
const networks = z.parse(
  z.array(networkSchema),
  read('widget-app/src/domain/networks/generated/networks.json'),
)
const served = z.parse(z.array(networkSchema), read('server/src/generated/networks.json'))
const icons = readdirSync(join(root, 'widget-app/public/networks'))

const ids = networks.map(({ id }) => id)
const idsOf = (namespace: string) => ids.filter((id) => namespaceOf(id) === namespace)

/** Networks without an icon in the sources; the widget renders a generated one. */
const iconless = ['eip155:4352']

describe('widget table', () => {
  test.each([
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', 'SOL', 9],
    ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana Devnet', 'SOL', 9],
    ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 'Polkadot', 'DOT', 10],
    ['polkadot:68d56f15f85d3136970ec16946040bc1', 'Polkadot Asset Hub', 'DOT', 10],
    ['polkadot:b0a8d493285c2df73290dfb7e61f870f', 'Kusama', 'KSM', 12],
    ['polkadot:48239ef607d7928874027a43a6768920', 'Kusama Asset Hub', 'KSM', 12],
  ])('widget table › %s › %s', (id, name, symbol, decimals) => {
    const network = networks.find((one) => one.id === id)
    expect([network?.name, network?.nativeCurrency.symbol, network?.nativeCurrency.decimals]).toEqual([
      name,
      symbol,
      decimals,
    ])
  })

  test('widget table › Solana ids › clusters of the Wallet Standard', () => {
    const clusters = idsOf('solana').map((id) => solanaClusters[chainReference(id)])
    expect(clusters).toEqual(['solana:mainnet', 'solana:devnet'])
  })

  test('widget table › each chain of the wallet catalogue › has a record', () => {
    const wallets = z
      .array(z.object({ chains: z.array(z.string()) }))
      .parse(read('widget-app/src/domain/wallets/generated/wallets.json'))
    expect(ids).toEqual(expect.arrayContaining([...new Set(wallets.flatMap(({ chains }) => chains))]))
  })

  test('widget table › each swap chain of the spec › has a record', () => {
    expect(ids).toEqual(expect.arrayContaining(swapChainNumbers.map((number) => `eip155:${number}`)))
  })

  test('widget table › each record › unique, with explorer and icon', () => {
    expect(idsOf('eip155').length).toBeGreaterThanOrEqual(70)
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(networks.map(({ name }) => name)).size).toBe(ids.length)
    for (const { id, explorer, imageId } of networks) {
      if (explorer) expect(explorer.url, id).toMatch(/^https:\/\//)
      if (iconless.includes(id)) expect(imageId, id).toBeUndefined()
      else expect(icons, id).toContain(`${imageId}.svg`)
    }
  })

  test('widget table › RPC URLs › only where wallets add networks (EIP-3085)', () => {
    for (const { id, rpcUrls } of networks)
      expect((rpcUrls ?? []).length > 0, id).toBe(namespaceOf(id) === 'eip155')
  })

  test('widget table › test networks › marked and last', () => {
    const firstTest = networks.findIndex(({ testnet }) => testnet === true)
    expect(firstTest).toBeGreaterThan(0)
    expect(networks.slice(firstTest).every(({ testnet }) => testnet === true)).toBe(true)
    const byName = networks.filter(({ name }) => /sepolia|testnet|devnet|fuji|amoy|hoodi/i.test(name))
    expect(byName.length).toBe(networks.length - firstTest)
  })

  test('widget table › chains of the local test world › no record', () => {
    for (const id of [svmChainId, polkadotChainId, acalaChainId, 'eip155:31337'])
      expect(ids).not.toContain(id)
  })
})

describe('server table', () => {
  test('server table › each record › describes the network as the widget does', () => {
    const described = ({ id, name, nativeCurrency, explorer, testnet }: z.infer<typeof networkSchema>) => ({
      ...{ id, name, nativeCurrency, explorer, testnet },
    })
    expect(served.map(described)).toEqual(networks.map(described))
  })

  test('server table › endpoints › one or two https URLs without a key', () => {
    for (const { id, rpcUrls = [] } of served) {
      expect([1, 2], id).toContain(rpcUrls.length)
      expect(new Set(rpcUrls).size, id).toBe(rpcUrls.length)
      for (const url of rpcUrls) {
        expect(url, id).toMatch(/^https:\/\/[^?#]*[^/?#]$/)
        expect(new URL(url).pathname, id).not.toMatch(/[0-9a-zA-Z_-]{20,}/)
        expect(new URL(url).username, id).toBe('')
      }
    }
  })

  test("server table › endpoints of an EVM network › begin with the widget's", () => {
    for (const { id, rpcUrls = [] } of networks)
      expect(served.find((one) => one.id === id)?.rpcUrls?.slice(0, rpcUrls.length), id).toEqual(
        rpcUrls.slice(0, 2),
      )
  })

  test.each([
    ['eip155:1', 2],
    ['eip155:8453', 2],
    ['polkadot:91b171bb158e2d3848fa23a9f1c25182', 2],
    ['polkadot:48239ef607d7928874027a43a6768920', 2],
    ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 1],
  ])('server table › %s › has %i endpoints', (id, count) => {
    expect(served.find((one) => one.id === id)?.rpcUrls).toHaveLength(count)
  })
})
