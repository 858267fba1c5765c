import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { blake2AsHex } from '@polkadot/util-crypto'
import { type Network, networkSchema } from '#shared/config/network.ts'
import * as z from '#shared/zod.ts'
import { cleanSvg, inlineClasses, onTile, svgOf } from './svg-clean.ts'

type FeaturedChain = {
  /** Export of `@polkadot-api/known-chains`. */
  readonly spec: string
  /** Export of `@luno-kit/core/chains`. */
  readonly luno: string
  readonly icon: string
  /** Name of the chain whose native currency it is. */
  readonly currency: string
  /** Tile colour behind LunoKit's icon; absent: web3icons has an icon. */
  readonly tile?: string
}

const featuredChains: readonly FeaturedChain[] = [
  { spec: 'polkadot', luno: 'polkadot', icon: 'polkadot', currency: 'Polkadot' },
  {
    ...{ spec: 'polkadot_asset_hub', luno: 'polkadotAssetHub', currency: 'Polkadot' },
    ...{ icon: 'polkadot-asset-hub', tile: '#321d47' },
  },
  { spec: 'kusama', luno: 'kusama', icon: 'kusama', currency: 'Kusama', tile: '#000' },
  {
    ...{ spec: 'kusama_asset_hub', luno: 'kusamaAssetHub', currency: 'Kusama' },
    ...{ icon: 'kusama-asset-hub', tile: '#000' },
  },
]

const specSchema = z.object({
  name: z.string(),
  genesis: z.object({ stateRootHash: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)) }),
  properties: z.object({ tokenSymbol: z.string(), tokenDecimals: z.int() }),
})

const lunoSchema = z.object({
  genesisHash: z.string(),
  nativeCurrency: z.object({ symbol: z.string(), decimals: z.int() }),
  rpcUrls: z.object({ webSocket: z.array(z.string()) }),
  blockExplorers: z.object({ default: z.object({ name: z.string(), url: z.string() }) }),
  chainIconUrl: z.string(),
  testnet: z.boolean(),
})

type ChainRecord = z.infer<typeof lunoSchema>

/** Root of an empty Merkle trie: block 0 has no extrinsics. */
const emptyTrieRoot = '03170a2e7597b7b7e3d84c05391d139a62b157e78786d8c082f29dcf4c111314'

/** Hash of the header of block 0: no parent, number 0, state root, extrinsics root, no digest (SCALE, BLAKE2b-256). */
const genesisHashOf = (stateRoot: string): string =>
  blake2AsHex(`0x${'00'.repeat(32)}00${stateRoot.slice(2)}${emptyTrieRoot}00`)

/** Nodes serve HTTP at their WebSocket address; OnFinality has the protocol in its paths. */
const httpUrl = (url: string): string =>
  url
    .replace(/^wss:/, 'https:')
    .replace(/\/public-ws$/, '/public')
    .replace(/\/+$/, '')

async function exportsOf(directory: string, file: string): Promise<Readonly<Record<string, unknown>>> {
  const module: unknown = await import(pathToFileURL(join(directory, file)).href)
  return z.record(z.string(), z.unknown()).parse({ ...z.looseObject({}).parse(module) })
}

async function readLunoChains(directory: string): Promise<readonly [FeaturedChain, ChainRecord][]> {
  const chains = await exportsOf(directory, '@luno-kit/core/dist/chains/index.js')
  return featuredChains.map((chain) => [chain, lunoSchema.parse(chains[chain.luno])])
}

/**
 * Polkadot, Kusama and their asset hubs: names, currencies and genesis from Polkadot-API's chain specs, endpoints and
 * explorers from LunoKit.
 * @throws Error if the two disagree about genesis or currency.
 */
export async function readPolkadotNetworks(directory: string): Promise<Network[]> {
  const specs = await exportsOf(directory, '@polkadot-api/known-chains/dist/index.js')
  return (await readLunoChains(directory)).map(([chain, luno]) => {
    const spec = specSchema.parse(JSON.parse(z.string().parse(specs[chain.spec])))
    const { tokenSymbol: symbol, tokenDecimals: decimals } = spec.properties
    const genesisHash = genesisHashOf(spec.genesis.stateRootHash)
    if (luno.genesisHash !== genesisHash)
      throw new Error(`${spec.name}: the sources state two genesis hashes`)
    if (luno.nativeCurrency.symbol !== symbol || luno.nativeCurrency.decimals !== decimals)
      throw new Error(`${spec.name}: the sources state two currencies`)
    return z.parse(networkSchema, {
      id: `polkadot:${genesisHash.slice(2, 34)}`,
      name: spec.name,
      nativeCurrency: { name: chain.currency, symbol, decimals },
      rpcUrls: luno.rpcUrls.webSocket.slice(0, 2).map(httpUrl),
      explorer: luno.blockExplorers.default,
      ...(luno.testnet ? { testnet: true } : {}),
      imageId: chain.icon,
    })
  })
}

/** Icons that only LunoKit has, by name; each covers its square. */
export async function readPolkadotIcons(directory: string): Promise<readonly [name: string, svg: string][]> {
  return (await readLunoChains(directory)).flatMap(([{ icon, tile }, { chainIconUrl }]) => {
    const svg = svgOf(chainIconUrl)
    if (tile === undefined) return []
    if (svg === undefined) throw new Error(`no SVG of ${icon}`)
    return [[icon, onTile(inlineClasses(cleanSvg(svg)), tile)]]
  })
}
