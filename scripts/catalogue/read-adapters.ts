import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from '#shared/zod.ts'
import type { WalletRecord } from './wallet-record.ts'

const prefix = 'wallet-adapter-'

const capture = (text: string, pattern: RegExp): string => {
  const found = pattern.exec(text)?.[1]
  if (found === undefined) throw new Error(`no match for ${pattern}`)
  return found.replace(/\s/g, '')
}

/** Wallets of the Solana wallet-adapter packages, parsed as text: each states name, url and icon once. */
export function readSolanaAdapters(directory: string): WalletRecord[] {
  const scope = join(directory, '@solana')
  const folders = readdirSync(scope).filter((folder) => folder.startsWith(prefix))
  return folders.sort().flatMap((folder) => {
    const file = join(scope, folder, 'lib/esm/adapter.js')
    if (!existsSync(file)) return []
    const text = readFileSync(file, 'utf8')
    return {
      key: folder.slice(prefix.length),
      name: /WalletName = '([^']*)'/.exec(text)?.[1] ?? folder,
      icon: capture(text, /this\.icon =\s*['`](data:[^'`]*)['`]/),
      links: [capture(text, /this\.url = '([^']*)'/)],
    }
  })
}

const sourceMap = z.object({ sources: z.array(z.string()), sourcesContent: z.array(z.string()) })

const readSources = (file: string): Map<string, string> => {
  const { sources, sourcesContent } = sourceMap.parse(JSON.parse(readFileSync(file, 'utf8')))
  return new Map(sources.map((source, at) => [source, sourcesContent[at] ?? '']))
}

/** Wallets of LunoKit, parsed from the original sources in its source maps. */
export function readLuno(directory: string): WalletRecord[] {
  const dist = join(directory, '@luno-kit/core/dist')
  const chunks = readdirSync(dist).filter((name) => name.endsWith('.js.map'))
  const logos = new Map(chunks.sort().flatMap((name) => [...readSources(join(dist, name))]))
  const connectors = readSources(join(dist, 'connectors/index.js.map'))
  return [...connectors].flatMap(([source, text]) => {
    const logo = /import \{ (\w+Wallet) \} from '..\/config\/logos/.exec(text)?.[1]
    if (logo === undefined || /walletconnect|novaMobile/.test(source)) return []
    const logoSource = [...logos].find(([name]) => name.endsWith(`/${logo}.ts`))?.[1] ?? ''
    const id = capture(text, /\bid: '([^']*)'/)
    // Some connectors pair over WalletConnect only; their id is not a key of injectedWeb3.
    const injected = /InjectConnector\(|extends InjectConnector/.test(text)
    return {
      key: source.replace(/^.*\/|\.ts$/g, ''),
      name: /\bname: '([^']*)'/.exec(text)?.[1] ?? id,
      icon: capture(logoSource, /'(data:[^']*)'/),
      ...(injected ? { extensionId: id } : {}),
      links: [capture(text, /(?:browserExtension|deepLink):\s*'([^']*)'/)],
    }
  })
}
