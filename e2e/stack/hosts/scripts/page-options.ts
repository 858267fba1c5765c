import * as z from '#shared/zod.ts'
import type { BridgeOptions } from '/sdk/bundle.js'
import type { PageConfig } from '../../wallets/page-config.ts'

const parseList = (text: string) => text.split(',').filter((part) => part !== '')
const parseJson = (text: string): unknown => JSON.parse(text)
const parseFlag = (text: string) => text !== 'false' && text !== '0'

/** Parsers of options in the page's query. */
const parsers: Readonly<Record<string, (text: string) => unknown>> = {
  widgetUrl: String,
  platforms: parseList,
  networks: parseList,
  defaultNetwork: String,
  autoReconnect: parseFlag,
  debug: parseFlag,
  announce: parseFlag,
  features: parseJson,
  featuredWalletIds: parseList,
  includeWalletIds: parseList,
  excludeWalletIds: parseList,
  customWallets: parseJson,
  connectorOrder: parseList,
  tokens: parseJson,
  themeMode: String,
  themeVariables: parseJson,
  locale: String,
}

const extraSchema = z.record(z.string(), z.unknown())

/**
 * Reads options for `createDrawbridge` from the page's query: `project`, each option by its name, and `config`, a JSON object
 * that overrides them. Other options are the page's defaults, else those of a dApp for Ethereum only.
 */
export function pageOptions(
  world: PageConfig,
  query: URLSearchParams,
  pageDefaults: Readonly<Record<string, unknown>> = {},
): BridgeOptions {
  const parsed = Object.entries(parsers).flatMap(([name, parse]) => {
    const text = query.get(name)
    return text === null ? [] : [[name, parse(text)] as const]
  })
  const config = z.parse(extraSchema, parseJson(query.get('config') ?? '{}'))
  // A test can define functions for signing in.
  const signInFunctions: unknown = Reflect.get(window, 'siteSignIn')
  const siwx = signInFunctions === undefined ? {} : { siwx: Object.assign({}, config.siwx, signInFunctions) }
  return {
    projectId: query.get('project') ?? 'shop',
    metadata: {
      name: 'Tidewater Coffee',
      description: 'A small shop on a local chain',
      url: location.origin,
      icons: [],
    },
    widgetUrl: world.widgetUrl,
    platforms: ['ethereum'],
    networks: world.chains.filter((chain) => chain.configured).map((chain) => `eip155:${chain.chainId}`),
    ...pageDefaults,
    ...Object.fromEntries(parsed),
    ...config,
    ...siwx,
  }
}
