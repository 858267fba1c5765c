import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Brand } from './brand.ts'
import { featuredNetworks, moreNetworkIcons } from './featured-networks.ts'
import { metadataTokenIcons, networkTokenIcons, tokenIcons } from './featured-tokens.ts'
import type { IconRenderer } from './picture.ts'
import { readPolkadotIcons } from './polkadot-networks.ts'
import { readWeb3icon } from './read-web3icons.ts'
import { cleanSvg, onTile, svgLimits, svgOf, svgProblems, svgUri } from './svg-clean.ts'
import { type Records, recordsOf } from './wallet-record.ts'

/** Creates an empty folder for one kind of icon, and returns its path. */
export function emptyFolder(iconsFolder: string, kind: 'wallets' | 'networks' | 'tokens'): string {
  const folder = join(iconsFolder, kind)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  return folder
}

/** Writes the icon of a brand and returns its URL path: SVG if it is small and clean, else WebP. */
export async function drawWallet(
  brand: Brand,
  records: Records,
  renderer: IconRenderer,
  folder: string,
): Promise<string> {
  const [{ icon, iconBackground }] = recordsOf(brand.from, records)
  const background = brand.tile ?? iconBackground ?? '#fff'
  const colour = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(background) ? background : '#fff'
  const text = svgOf(icon)
  const clean = text === undefined ? undefined : cleanSvg(text)
  const svg = clean === undefined || (await renderer.isOpaque(svgUri(clean))) ? clean : onTile(clean, colour)
  const problems = svg === undefined ? ['not an SVG'] : svgProblems(svg, svgLimits.wallets)
  const fits = svg !== undefined && problems.length === 0
  if (!fits) console.log(`wallets/${brand.id}: drawn as WebP (${problems.join(', ')})`)
  const file = `${brand.id}.${fits ? 'svg' : 'webp'}`
  writeFileSync(join(folder, file), fits ? svg : await renderer.toWebp(icon, colour))
  return `/wallets/${file}`
}

/** Writes the mark of WalletConnect, which is a protocol and no wallet of the catalogue. @throws Error if it is missing. */
export function drawWalletConnect(records: Records, folder: string): void {
  const svg = svgOf(records.rainbowkit.get('walletConnect')?.icon ?? '')
  writeSvg(folder, 'walletconnect', svg && cleanSvg(svg), svgLimits.wallets)
}

function writeSvg(folder: string, name: string, svg: string | undefined, maxBytes: number): void {
  if (svg === undefined) throw new Error(`no icon for ${name}`)
  const problems = svgProblems(svg, maxBytes)
  if (problems.length > 0) throw new Error(`icon of ${name}: ${problems.join(', ')}`)
  writeFileSync(join(folder, `${name.toLowerCase()}.svg`), svg)
}

/** Writes the icons of the featured networks. @throws Error if one is missing or not clean. */
export async function drawNetworks(directory: string, iconsFolder: string): Promise<void> {
  const folder = emptyFolder(iconsFolder, 'networks')
  for (const name of new Set([...featuredNetworks.flatMap(([, icon]) => icon ?? []), ...moreNetworkIcons])) {
    const svg = readWeb3icon(directory, 'networks', name)
    writeSvg(folder, name, svg && cleanSvg(svg), svgLimits.networks)
  }
  for (const [name, svg] of await readPolkadotIcons(directory)) {
    writeSvg(folder, name, svg, svgLimits.networks)
  }
}

/** Writes the icons of the featured tokens. @throws Error if one is missing or not clean. */
export function drawTokens(directory: string, iconsFolder: string): void {
  const folder = emptyFolder(iconsFolder, 'tokens')
  for (const symbol of tokenIcons) {
    const svg = readWeb3icon(directory, 'tokens', symbol)
    writeSvg(folder, symbol, svg && cleanSvg(svg), svgLimits.tokens)
  }
  for (const [symbol, network] of networkTokenIcons) {
    const svg = readWeb3icon(directory, 'networks', network)
    writeSvg(folder, symbol, svg && cleanSvg(svg), svgLimits.tokens)
  }
  for (const [symbol, file] of metadataTokenIcons) {
    const svg = readFileSync(join(directory, '@metamask/contract-metadata/images', file), 'utf8')
    writeSvg(folder, symbol, onTile(cleanSvg(svg), '#fff'), svgLimits.tokens)
  }
}
