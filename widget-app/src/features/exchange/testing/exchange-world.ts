import { parseChainId } from '#shared/caip/chain-id.ts'
import type { ContractCalls } from '#widget/chains/chain-adapter.ts'
import type { Ports } from '#widget/core/ports.ts'
import type { View } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import type { OpenedWindow } from '#widget/lib/popup.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { unexpectedCalls } from '#widget/testing/no-contract-calls.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import {
  type TestResponse,
  type TestWorld,
  type TestWorldOptions,
  testAdapter,
  testWallet,
} from '#widget/testing/world.ts'

/** Test only: an account, two exchanges, and popups that are recorded instead of opened. */

const ethereum = parseChainId('eip155:1')
export const recipient = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const payUrl = 'https://exchange.example/pay/s-1'

export const connection = testConnection({ accounts: [recipient], chain: ethereum })

const asset = (address: string, symbol: string, name: string, decimals: number) => ({
  network: ethereum,
  asset: address,
  metadata: { name, symbol, decimals, logoURI: `/tokens/${symbol.toLowerCase()}.svg` },
})

/** A JSON-RPC call that the exchange service received. */
export type ExchangeCall = { readonly method: string; readonly params: Readonly<Record<string, unknown>> }

/** The service's responses; each member replaces the default. */
export type ServiceResponses = {
  readonly exchanges?: () => TestResponse | Promise<TestResponse>
  readonly assets?: () => TestResponse | Promise<TestResponse>
  readonly payUrl?: (calls: ExchangeCall) => TestResponse | Promise<TestResponse>
  readonly status?: () => TestResponse | Promise<TestResponse>
}

export const result = (value: unknown): TestResponse => ({ body: { jsonrpc: '2.0', id: 1, result: value } })
export const errorResult = (message: string): TestResponse => ({
  body: { jsonrpc: '2.0', id: 1, error: { code: -32_602, message } },
})
const twoExchanges = result({
  exchanges: [
    { id: 'reown_test', name: 'Test Exchange' },
    { id: 'strict', name: 'Strict Exchange' },
  ],
  total: 2,
})

/** The routes of the service; `calls` receives every call. */
function serviceRoutes(
  service: ServiceResponses,
  calls: ExchangeCall[],
): NonNullable<TestWorldOptions['routes']> {
  const assets = (id: string) => () =>
    service.assets?.() ?? {
      body: {
        exchangeId: id,
        assets: {
          eip155: [
            asset(usdc, 'USDC', 'USD Coin', 6),
            asset('native', 'ETH', 'Ether', 18),
            { ...asset('native', 'POL', 'POL', 18), network: 'eip155:137' },
          ],
        },
      },
    }
  return {
    '/v1/json-rpc': (_url, body) => {
      const call: ExchangeCall = Object(body)
      calls.push(call)
      if (call.method === 'reown_getExchanges') return service.exchanges?.() ?? twoExchanges
      if (call.method === 'reown_getExchangePayUrl')
        return service.payUrl?.(call) ?? result({ url: payUrl, sessionId: 's-1' })
      return service.status?.() ?? result({ status: 'UNKNOWN' })
    },
    '/appkit/v1/transfers/assets/exchanges/reown_test': assets('reown_test'),
    '/appkit/v1/transfers/assets/exchanges/strict': assets('strict'),
    '/v1/fungible/price': () => ({
      body: {
        fungibles: [
          { address: `${ethereum}:${usdc.toLowerCase()}`, name: 'USD Coin', symbol: 'USDC', price: '1' },
          {
            address: `${ethereum}:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee`,
            ...{ name: 'Ether', symbol: 'ETH', price: '3000' },
          },
        ],
      },
    }),
    '/v1/supported-chains': () => ({ body: { http: [ethereum], ws: [] } }),
    [`/v1/account/${recipient}/balance`]: () => ({ body: { balances: [] } }),
  }
}

/** A popup that records how it is used. */
export type FakeWindow = OpenedWindow & { closed: boolean; readonly url: string; focused: number }

/** Returns the opened popups, and the port that opens them. */
export function fakeWindows(): { readonly opened: FakeWindow[]; readonly open: Ports['openWindow'] } {
  const opened: FakeWindow[] = []
  const open: Ports['openWindow'] = (url) => {
    const page: FakeWindow = {
      ...{ url, opener: 'the widget', closed: false, location: { href: url }, focused: 0 },
      focus: () => {
        page.focused += 1
      },
      close: () => {
        page.closed = true
      },
    }
    opened.push(page)
    return page
  }
  return { opened, open }
}

type ExchangeWorldOptions = {
  readonly service?: ServiceResponses
  readonly received?: ContractCalls['received']
  readonly minedAt?: ContractCalls['minedAt']
  readonly chain?: TestAdapterParts
  readonly over?: TestWorldOptions
  readonly calls?: ExchangeCall[]
}

/** The options of a world with that account, service and chain. */
export const exchangeOptions = ({
  service = {},
  received = async () => undefined,
  minedAt = async () => Date.UTC(2100, 0),
  chain = {},
  over = {},
  calls = [],
}: ExchangeWorldOptions = {}): TestWorldOptions => ({
  // Queries are dated by the document's clock.
  clock: fakeClock(Date.now()),
  wallets: [testWallet()],
  routes: serviceRoutes(service, calls),
  config: { features: { payWithExchange: true } },
  adapter: testAdapter({
    nativeBalance: async () => 0n,
    tokenBalances: async (_account, { id }, tokens) =>
      tokens.map((address) => ({
        asset: { chain: id, address, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
        value: 0n,
      })),
    contractCalls: {
      ...unexpectedCalls,
      received,
      minedAt,
    },
    ...chain,
  }),
  ...over,
})

/** Connects the account and opens a view over Account. */
export function openExchange(world: TestWorld, view: View = { name: 'PayWithExchange' }): void {
  world.store.set(dispatchConnectionEventAtom, 'eip155', { is: 'succeeded', connection })
  world.store.set(openModalAtom)
  world.store.set(viewStackAtom, { to: 'push', view })
}
