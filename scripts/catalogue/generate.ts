import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { argv, env, exit } from 'node:process'
import { chainReference, namespaceOf } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import { appLinks } from './app-links.ts'
import type { Brand } from './brand.ts'
import { popularBrands } from './brands.ts'
import { moreBrands, omittedRecords } from './brands-more.ts'
import { buildTokens } from './bundled-tokens.ts'
import { drawNetworks, drawTokens, drawWallet, drawWalletConnect, emptyFolder } from './draw-icons.ts'
import { withoutUndefined } from './links.ts'
import { type CatalogueEntry, mergeBrand, topOf } from './merge-brands.ts'
import { networkTables } from './network-tables.ts'
import { type LicenceTerms, noticeText } from './notice.ts'
import { openIconRenderer } from './picture.ts'
import { readLuno, readSolanaAdapters } from './read-adapters.ts'
import { readRainbowkit } from './read-rainbowkit.ts'
import { readThirdweb } from './read-thirdweb.ts'
import { readWeb3iconWallets } from './read-web3icons.ts'
import { fetchedSources, noticeSources } from './sources.ts'
import { byKey, type Records } from './wallet-record.ts'

const root = resolve(import.meta.dirname, '../..')
const domain = join(root, 'widget-app/src/domain')
const bundledTokens = join(domain, 'balances/generated/bundled-tokens.json')
const serverNetworks = join(root, 'server/src/generated/networks.json')
const iconsFolder = join(root, 'widget-app/public')
const minWallets = { eip155: 70, solana: 20, polkadot: 10 }

/** All normalized names of the wallets: the widget loads the list only for a wallet that is in it. */
const namesOf = (entries: readonly CatalogueEntry[]): readonly string[] =>
  [
    ...new Set(
      entries.flatMap(({ rdns, injected = [], name }) => [
        ...(rdns === undefined ? [] : [rdns.replace(/\.mobile$/, '')]),
        ...injected.flatMap(({ namespace, injected_id: id }) => (namespace === 'polkadot' ? [id] : [])),
        name.trim().toLowerCase(),
      ]),
    ),
  ].sort()

/** Writes a table below `domain/`. */
const writeJson = (name: string, value: unknown): void =>
  writeFileSync(join(domain, name), `${JSON.stringify(value)}\n`)

function checkSources(directory: string): void {
  const packageJson = z.object({ version: z.string() })
  for (const { name, version } of fetchedSources) {
    const found = packageJson.parse(JSON.parse(readFileSync(join(directory, name, 'package.json'), 'utf8')))
    if (found.version !== version) throw new Error(`${name} is ${found.version}, not ${version}`)
  }
}

async function readRecords(directory: string): Promise<Records> {
  return {
    rainbowkit: byKey(await readRainbowkit(directory)),
    solana: byKey(readSolanaAdapters(directory)),
    luno: byKey(readLuno(directory)),
    web3icons: byKey(readWeb3iconWallets(directory)),
    apps: await readThirdweb(directory),
  }
}

// web3icons also has wallets that no longer exist, so its records need no brand.
function checkComplete(brands: readonly Brand[], records: Records): void {
  const used = new Set(brands.flatMap(({ from }) => from.map((address) => address.join(' '))))
  const allRecords = (['rainbowkit', 'luno'] as const).flatMap((source) =>
    [...records[source].keys()].map((key) => `${source} ${key}`),
  )
  const missing = allRecords.filter((address) => !used.has(address) && !omittedRecords.has(address))
  if (missing.length > 0) throw new Error(`wallets without a brand: ${missing.join(', ')}`)
}

async function buildWallets(brands: readonly Brand[], records: Records): Promise<CatalogueEntry[]> {
  const studio = await openIconRenderer(env.CHROMIUM_PATH)
  try {
    const folder = emptyFolder(iconsFolder, 'wallets')
    drawWalletConnect(records, folder)
    const entries: CatalogueEntry[] = []
    for (const [at, brand] of brands.entries()) {
      entries.push(mergeBrand(brand, records, at + 1, await drawWallet(brand, records, studio, folder)))
    }
    return entries
  } finally {
    await studio.close()
  }
}

function checkCounts(entries: readonly CatalogueEntry[]): void {
  for (const [namespace, minCount] of Object.entries(minWallets)) {
    const count = entries.filter(({ namespaces }) => namespaces.some((name) => name === namespace)).length
    console.log(`${namespace}: ${count} wallets`)
    if (count < minCount) throw new Error(`only ${count} ${namespace} wallets, ${minCount} wanted`)
  }
}

const readTerms = (directory: string): LicenceTerms[] =>
  [
    { licence: 'ISC', holder: '@metamask/contract-metadata' },
    { licence: 'Apache-2.0', holder: '@solana/wallet-adapter-phantom' },
  ].map(({ licence, holder }) => ({
    licence,
    text: readFileSync(join(directory, holder, 'LICENSE'), 'utf8').trim(),
  }))

async function generate(directory: string, asOf: string): Promise<void> {
  checkSources(directory)
  const records = await readRecords(directory)
  const brands = [...popularBrands, ...moreBrands]
  checkComplete(brands, records)
  const unknownIds = Object.keys(appLinks).filter((id) => !brands.some((brand) => brand.id === id))
  if (unknownIds.length > 0) throw new Error(`app links of no brand: ${unknownIds.join(', ')}`)
  for (const folder of ['wallets', 'networks', 'balances'])
    mkdirSync(join(domain, folder, 'generated'), { recursive: true })
  const entries = await buildWallets(brands, records)
  checkCounts(entries)
  await drawNetworks(directory, iconsFolder)
  drawTokens(directory, iconsFolder)
  writeJson('wallets/generated/wallets.json', entries)
  writeJson('wallets/generated/built-in-names.json', namesOf(entries))
  writeJson(
    'wallets/generated/top-wallets.json',
    topOf(entries).map(({ id, name, image_id, image_url, rdns, namespaces, ...links }) => ({
      ...{ id, name, image_id, image_url },
      ...(rdns === undefined ? {} : { rdns }),
      // Whether a click starts a pairing or opens a store must be known before the list loads.
      ...withoutUndefined({
        mobile_link: links.mobile_link,
        link_mode: links.link_mode,
        desktop_link: links.desktop_link,
      }),
      namespaces,
    })),
  )
  const networks = await networkTables(directory)
  writeJson('networks/generated/networks.json', networks.widget)
  mkdirSync(dirname(serverNetworks), { recursive: true })
  writeFileSync(serverNetworks, `${JSON.stringify(networks.server)}\n`)
  const chainIds = new Set(
    networks.widget.flatMap(({ id }) => (namespaceOf(id) === 'eip155' ? Number(chainReference(id)) : [])),
  )
  writeFileSync(bundledTokens, `${JSON.stringify(buildTokens(directory, chainIds))}\n`)
  writeJson('wallets/generated/catalogue-date.json', { asOf })
  writeFileSync(join(root, 'NOTICE'), noticeText(noticeSources, readTerms(directory), asOf))
}

const [, , directory, asOf] = argv
if (directory === undefined || asOf === undefined || !/^\d{4}-\d{2}-\d{2}$/.test(asOf)) {
  console.error('Usage: tsx scripts/catalogue/generate.ts <directory of sources> <as-of date, YYYY-MM-DD>')
  exit(1)
}
await generate(resolve(directory), asOf)
