import * as z from 'zod/mini'
import type { BridgeOptions } from '/sdk/bundle.js'
import type { PageConfig } from '../../wallets/page-config.ts'

const list = (text: string) => text.split(',').filter((part) => part !== '')
const json = (text: string): unknown => JSON.parse(text)
const flag = (text: string) => text !== 'false' && text !== '0'

/** How each option is written in the page's address. */
const readers: Readonly<Record<string, (text: string) => unknown>> = {
  widgetUrl: String,
  platforms: list,
  networks: list,
  defaultNetwork: String,
  autoReconnect: flag,
  debug: flag,
  announce: flag,
  features: json,
  featuredWalletIds: list,
  includeWalletIds: list,
  excludeWalletIds: list,
  customWallets: json,
  connectorOrder: list,
  tokens: json,
  themeMode: String,
  themeVariables: json,
  locale: String,
}

const extraSchema = z.record(z.string(), z.unknown())

/**
 * Options for `createDrawbridge` from the page's query: `project`, each option by its name, and `config`, a JSON
 * object that has the last word. What the query leaves open is Ethereum alone, or as the page itself has it.
 */
export function pageOptions(
  world: PageConfig,
  query: URLSearchParams,
  own: Readonly<Record<string, unknown>> = {},
): BridgeOptions {
  const given = Object.entries(readers).flatMap(([name, read]) => {
    const text = query.get(name)
    return text === null ? [] : [[name, read(text)] as const]
  })
  const config = z.parse(extraSchema, json(query.get('config') ?? '{}'))
  // A test may give the page functions of its own for signing in.
  const functions: unknown = Reflect.get(window, 'siteSignIn')
  const siwx = functions === undefined ? {} : { siwx: Object.assign({}, config.siwx, functions) }
  return {
    projectId: query.get('project') ?? 'demo',
    metadata: {
      name: 'Tidewater Coffee',
      description: 'A small shop on a local chain',
      url: location.origin,
      icons: [],
    },
    widgetUrl: world.widgetUrl,
    platforms: ['ethereum'],
    networks: world.chains.filter((chain) => chain.configured).map((chain) => `eip155:${chain.chainId}`),
    ...own,
    ...Object.fromEntries(given),
    ...config,
    ...siwx,
  }
}
