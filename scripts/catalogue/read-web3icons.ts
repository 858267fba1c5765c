import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { svgUri } from './svg-clean.ts'
import type { WalletRecord } from './wallet-record.ts'

const suffix = '.svg.js'

type Kind = 'wallets' | 'networks' | 'tokens'

const folderOf = (directory: string, kind: Kind): string =>
  join(directory, '@web3icons/core/dist/svgs', kind, 'background')

/** The square (background) variant of an icon as SVG text, or `undefined` if the package has none. */
export function readWeb3icon(directory: string, kind: Kind, name: string): string | undefined {
  const file = join(folderOf(directory, kind), `${name}${suffix}`)
  if (!existsSync(file)) return undefined
  const literal = /'(<svg[\s\S]*<\/svg>\\n)'/.exec(readFileSync(file, 'utf8'))?.[1]
  return literal?.replaceAll('\\n', '\n').replaceAll("\\'", "'")
}

/** Wallet icons of web3icons; they have no links, which the brand table adds. */
export function readWeb3iconWallets(directory: string): WalletRecord[] {
  const names = readdirSync(folderOf(directory, 'wallets'))
    .filter((file) => file.endsWith(suffix))
    .map((file) => file.slice(0, -suffix.length))
  return names.sort().map((name) => ({
    key: name,
    name,
    icon: svgUri(readWeb3icon(directory, 'wallets', name) ?? ''),
    links: [],
  }))
}
