import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as z from '#shared/zod.ts'
import { parseUrl } from '../../shared/parse-url.ts'
import { withoutUndefined } from './links.ts'

/** A wallet's app in thirdweb's wallet registry: its store pages, and the bases of its pairing links. */
export type AppRecord = {
  readonly links: readonly string[]
  readonly mobileLink?: string
  readonly universalLink?: string
  readonly desktopLink?: string
}

const folder = 'thirdweb/dist/esm/wallets/__generated__/wallet'
const text = z.optional(z.nullable(z.string()))
const walletSchema = z.object({
  id: z.string(),
  homepage: text,
  app: z.object({ ios: text, android: text, chrome: text }),
  mobile: z.object({ native: text, universal: text }),
  desktop: z.object({ native: text }),
})

const base = (link: string | null | undefined): string | undefined =>
  link ? (link.endsWith('/') ? link : `${link}/`) : undefined

/** The wallets of thirdweb's registry by id, from its published modules: each exports one object. */
export async function readThirdweb(directory: string): Promise<ReadonlyMap<string, AppRecord>> {
  const records = new Map<string, AppRecord>()
  for (const name of readdirSync(join(directory, folder)).sort()) {
    const module: unknown = await import(pathToFileURL(join(directory, folder, name, 'index.js')).href)
    const { wallet } = z.parse(z.object({ wallet: walletSchema }), module)
    const { homepage, app, mobile, desktop } = wallet
    records.set(wallet.id, {
      links: [app.chrome, app.ios, app.android, homepage].flatMap((link) =>
        link && parseUrl(link) ? link : [],
      ),
      ...withoutUndefined({
        mobileLink: base(mobile.native),
        universalLink: base(mobile.universal),
        desktopLink: base(desktop.native),
      }),
    })
  }
  return records
}

/**
 * Ids of the EVM chains that thirdweb's package defines, parsed as text; its endpoint of each is
 * `<number>.rpc.thirdweb.com`.
 */
export function readThirdwebChains(directory: string): ReadonlySet<string> {
  const definitions = join(directory, 'thirdweb/dist/esm/chains/chain-definitions')
  const files = readdirSync(definitions).filter((name) => name.endsWith('.js'))
  return new Set(
    files.flatMap((name) => {
      const id = /\bid: ([\d_]+)/.exec(readFileSync(join(definitions, name), 'utf8'))?.[1]
      return id === undefined ? [] : id.replaceAll('_', '')
    }),
  )
}
