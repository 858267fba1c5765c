import { parsePlainAmount } from '#shared/amount/parse-amount.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Connection, ContractCalls } from '#widget/chains/chain-adapter.ts'
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

/** Test only: an account on Ethereum, a service that sells ether and dollars, and a browser that opens popups. */

export const ethereum = parseChainId('eip155:1')
export const buyer = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const deliveryHash = `0x${'d1'.repeat(32)}`

export const connection = testConnection({ accounts: [buyer], chain: ethereum })

const options = {
  paymentCurrencies: [
    {
      id: 'USD',
      payment_method_limits: [
        { id: 'card', min: '10.00', max: '7500.00' },
        { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
      ],
    },
    { id: 'EUR', payment_method_limits: [{ id: 'card', min: '10.00', max: '7000.00' }] },
  ],
  purchaseCurrencies: [
    {
      id: 'ETH',
      name: 'Ether',
      symbol: 'ETH',
      networks: [{ name: 'ethereum', chain_id: '1', contract_address: '' }],
    },
    {
      id: 'USDC',
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [
        { name: 'ethereum', chain_id: '1', contract_address: usdc },
        { name: 'base', chain_id: '8453', contract_address: usdc },
      ],
    },
  ],
}

/** The service's responses; each member replaces the default of an endpoint. */
export type ServiceResponses = {
  readonly options?: () => TestResponse | Promise<TestResponse>
  readonly quote?: (amount: string, body: unknown) => TestResponse | Promise<TestResponse>
  readonly url?: (body: unknown) => TestResponse | Promise<TestResponse>
  /** The status of the order. */
  readonly order?: () => TestResponse | Promise<TestResponse>
}

const money = (cents: bigint, currency: string) => ({
  amount: `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`,
  currency,
})

type QuoteBody = { amount: string; paymentCurrency: string; purchaseCurrency: string }

/** The fees are 1.5 % and 45 cents; an ether costs 3,000 in any currency, a dollar one. */
export function quoteResponse({
  amount,
  paymentCurrency: currency,
  purchaseCurrency: symbol,
}: QuoteBody): TestResponse {
  const parsed = parsePlainAmount(amount, 2)
  const total = parsed.is === 'amount' ? parsed.value : 0n
  const subtotal = total - (total * 15n) / 1_000n - 45n
  const received = symbol === 'ETH' ? (subtotal * 10n ** 8n) / 3_000n : subtotal * 10n ** 8n
  return {
    body: {
      quoteId: `quote-${total}`,
      paymentTotal: money(total, currency),
      paymentSubtotal: money(subtotal, currency),
      purchaseAmount: {
        amount: `${received / 10n ** 10n}.${String(received % 10n ** 10n).padStart(10, '0')}`,
        currency: symbol,
      },
      networkFee: money(45n, currency),
    },
  }
}

const serviceRoutes = (service: ServiceResponses, orderIds: readonly string[]) => ({
  '/v1/supported-chains': () => ({ body: { http: [ethereum], ws: [] } }),
  '/v1/fungible/price': () => ({
    body: {
      fungibles: [
        ['0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE', 'Ether', 'ETH', 'eth'] as const,
        [usdc, 'USD Coin', 'USDC', 'usdc'] as const,
      ].map(([address, name, symbol, file]) => ({
        address: `${ethereum}:${address}`,
        ...{ name, symbol, price: '1', iconUrl: `/tokens/${file}.svg` },
      })),
    },
  }),
  '/v1/onramp/options': service.options ?? (() => ({ body: options })),
  '/v1/onramp/quote': (_url: URL, body: unknown) => {
    const request: QuoteBody = Object(body)
    return service.quote?.(request.amount, body) ?? quoteResponse(request)
  },
  '/v1/generators/onrampurl': (_url: URL, body: unknown) => {
    const { partnerUserId } = Object(body)
    return service.url?.(body) ?? { body: { url: `https://provider.example/buy/${partnerUserId}` } }
  },
  ...Object.fromEntries(
    orderIds.map((id) => [
      `/v1/onramp/orders/${id}`,
      () => service.order?.() ?? { body: { status: 'waiting' } },
    ]),
  ),
})

/** A framed provider, as a deployment lists it. */
export const frameProvider = {
  id: 'quay',
  name: 'Quay Pay',
  open: 'iframe',
  origins: ['https://provider.example'],
  feePercent: ['1.5', '1.5'],
  namespaces: ['eip155'],
}

/** The options of a world with that provider, and with others. */
export const withFrameProvider = (...others: readonly object[]): TestWorldOptions => ({
  deploy: { onrampProviders: [...others, frameProvider] },
  config: { features: { onramp: ['meld', frameProvider.id] } },
})

/** A popup of the provider that records how it is used. */
export type TestWindow = OpenedWindow & { closed: boolean; readonly url: string; readonly calls: string[] }

/** A browser that opens every popup, and records them. */
export function testWindows() {
  const windows: TestWindow[] = []
  const open = (url: string): TestWindow => {
    const calls: string[] = []
    const opened: TestWindow = {
      url,
      calls,
      opener: 'the widget',
      closed: false,
      location: { href: url },
      focus: () => void calls.push('focus'),
      close: () => void calls.push('close'),
    }
    windows.push(opened)
    return opened
  }
  return { windows, open }
}

/** The ids that a world with one document can generate for its orders. */
const ids = (page: string): readonly string[] => Array.from({ length: 24 }, (_, at) => `${page}-${at + 1}`)

/** The options of a world with that account, service and chain. */
export const onrampOptions = (
  service: ServiceResponses = {},
  calls: Partial<ContractCalls> = {},
  over: TestWorldOptions = {},
  adapterParts: TestAdapterParts = {},
): TestWorldOptions => ({
  // Queries are dated by the document's clock.
  clock: fakeClock(Date.now()),
  wallets: [testWallet()],
  config: { features: { onramp: true } },
  routes: serviceRoutes(service, [...ids('id'), ...ids('later')]),
  adapter: testAdapter({
    nativeBalance: async () => 1_239_987n * 10n ** 12n,
    tokenBalances: async (_address, { id }, tokens) =>
      tokens.map((address) => ({
        asset: { chain: id, address, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
        value: 1_523_599_000n,
      })),
    contractCalls: {
      ...unexpectedCalls,
      received: async () => undefined,
      minedAt: async () => Date.UTC(2100, 0),
      ...calls,
    },
    ...adapterParts,
  }),
  ...over,
})

/** Connects the account and opens an onramp view over Account. */
export function openBuy(
  world: TestWorld,
  view: View = { name: 'OnRampAmount' },
  buyerConnection: Connection = connection,
): void {
  world.store.set(dispatchConnectionEventAtom, buyerConnection.namespace, {
    is: 'succeeded',
    connection: buyerConnection,
  })
  world.store.set(openModalAtom)
  world.store.set(viewStackAtom, { to: 'push', view })
}
