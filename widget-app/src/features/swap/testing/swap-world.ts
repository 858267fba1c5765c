import { nativeEvmAddress } from '#shared/api/price.ts'
import { type ChainId, parseChainId } from '#shared/caip/chain-id.ts'
import type { ContractCalls, FeeEstimate, SubmittedTransaction } from '#widget/chains/chain-adapter.ts'
import type { Fact } from '#widget/chains/request-facts.ts'
import type { View } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { dispatchConnectionEventAtom } from '#widget/domain/accounts/connection-machine.ts'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { fakeClock } from '#widget/lib/fake-clock.ts'
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

/** Test only: an account with ether and dollars, a swap service, and a scripted adapter. */

export const ethereum = parseChainId('eip155:1')
export const swapper = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
export const usdcAddress = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
export const usdcKey = usdcAddress.toLowerCase()
export const router = '0x7a250d5630B4cF539739dF2C5dAcb4c659F2488D'
const daiAddress = '0x6B175474E89094C44Da98b954EedeAC495271d0F'

export const connection = testConnection({ accounts: [swapper], chain: ethereum })

/** 0.0015 ether expected, 0.0018 at most. */
export const fee: FeeEstimate = {
  gas: 150_000n,
  maxFeePerGas: 12_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
  expectedFee: 1_500_000_000_000_000n,
  maxFee: 1_800_000_000_000_000n,
}

const idOf = (address: string) => `${ethereum}:${address}`
const tokenOf = (address: string, symbol: string, name: string, decimals: number) => ({
  name,
  symbol,
  decimals,
  address: idOf(address),
  logoUri: `/tokens/${symbol.toLowerCase()}.svg`,
})
export const tokens = [
  tokenOf(nativeEvmAddress, 'ETH', 'Ether', 18),
  tokenOf(usdcAddress, 'USDC', 'USD Coin', 6),
  tokenOf(daiAddress, 'DAI', 'Dai Stablecoin', 18),
]

const balance = (symbol: string, name: string, decimals: number, numeric: string, price: string) => ({
  name,
  symbol,
  chainId: ethereum,
  price,
  quantity: { decimals: String(decimals), numeric },
  iconUrl: `/tokens/${symbol.toLowerCase()}.svg`,
})

type Routes = NonNullable<TestWorldOptions['routes']>

/** The swap service; a member replaces the response of an endpoint. */
export type Service = {
  readonly tokens?: () => TestResponse | Promise<TestResponse>
  readonly quotes?: (amount: bigint, from: string) => TestResponse | Promise<TestResponse>
  readonly allowance?: () => bigint
  readonly gasPrice?: () => TestResponse | Promise<TestResponse>
  /** Undefined: builds the requested calls. */
  readonly build?: () => TestResponse | Promise<TestResponse> | undefined
  readonly approve?: () => TestResponse | Promise<TestResponse> | undefined
  /** Responses of endpoints by path, instead of all others. */
  readonly faults?: Readonly<Record<string, () => TestResponse | Promise<TestResponse> | undefined>>
  /** Balance of ether. */
  readonly ether?: string
  /** Price of USDC. */
  readonly dollar?: string
  readonly served?: readonly ChainId[]
}

/** The service quotes 3,000 dollars for one ether, less 0.3 %. */
export const quoted = (amount: bigint, from: string): bigint =>
  from.endsWith(nativeEvmAddress)
    ? (amount * 2_991n) / 10n ** 12n
    : (amount * 997n * 10n ** 12n) / (3_000n * 1_000n)

/** 600 USDC for any amount: for a quarter of an ether a loss of a fifth. */
export const lossQuote: NonNullable<Service['quotes']> = (amount, from) => ({
  body: {
    quotes: [
      {
        id: null,
        fromAmount: String(amount),
        fromAccount: from,
        toAmount: '600000000',
        toAccount: `eip155:1:${usdcKey}`,
      },
    ],
  },
})

/** Call data that the scripted adapter decodes into these facts. */
export const encodeFacts = (...facts: readonly Fact[]): string => {
  const text = JSON.stringify(facts, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value))
  return `0x${[...new TextEncoder().encode(text)].map((one) => one.toString(16).padStart(2, '0')).join('')}`
}

const decodeFacts = (data: string): readonly Fact[] => {
  const text = decodeURIComponent(data.slice(2).replaceAll(/../g, '%$&'))
  return JSON.parse(text, (_key, value) =>
    typeof value === 'string' && /^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value,
  )
}

/** The call of an aggregator for a token swap, which cannot be decoded. */
export const aggregated = (): TestResponse => {
  const data = encodeFacts({
    is: 'unknown-call',
    to: router,
    selector: '0x12aa3caf',
    figure: undefined,
    mayTake: false,
  })
  const call = { from: idOf(swapper), to: idOf(router), data, amount: '0' }
  return { body: { tx: { ...call, eip155: { gas: 250_000, gasPrice: '10000000000' } } } }
}

type BuildBody = { amount: string; from: string; to: string; eip155: { slippage: number } }

const swapFact = (from: string, to: string, amount: bigint, minimum: bigint): Fact => {
  const contract = (id: string) => {
    const address = id.slice(ethereum.length + 1)
    return address === nativeEvmAddress ? undefined : address
  }
  return {
    is: 'swap',
    router,
    pays: { value: amount, contract: contract(from) },
    gets: { value: minimum, contract: contract(to) },
    to: swapper,
  }
}

/** A service that quotes, approves and builds. */
function serviceRoutes(service: Service = {}): Routes {
  const gas = { gas: 250_000, gasPrice: '10000000000' }
  const quote = (url: URL) => {
    const amount = BigInt(url.searchParams.get('amount') ?? '0')
    const from = url.searchParams.get('from') ?? ''
    if (service.quotes) return service.quotes(amount, from)
    const to = url.searchParams.get('to') ?? ''
    return {
      body: {
        quotes: [
          {
            id: null,
            fromAmount: String(amount),
            fromAccount: from,
            toAmount: String(quoted(amount, from)),
            toAccount: to,
            providerFee: String((amount * 3n) / 1_000n),
          },
        ],
      },
    }
  }
  const build = (body: unknown): TestResponse => {
    const { amount, from, to, eip155 }: BuildBody = Object(body)
    const minimum = (quoted(BigInt(amount), from) * BigInt(10_000 - eip155.slippage * 100)) / 10_000n
    return {
      body: {
        tx: {
          from: idOf(swapper),
          to: idOf(router),
          data: encodeFacts(swapFact(from, to, BigInt(amount), minimum)),
          amount: from.endsWith(nativeEvmAddress) ? amount : '0',
          eip155: gas,
        },
      },
    }
  }
  const approve = (url: URL): TestResponse => {
    const token = url.searchParams.get('from') ?? ''
    const approved = {
      value: BigInt(url.searchParams.get('amount') ?? '0'),
      contract: token.slice(ethereum.length + 1),
    }
    const data = encodeFacts({ is: 'approval', spender: router, figure: approved, isUnlimited: false })
    return { body: { tx: { from: idOf(swapper), to: token, data, value: '0', eip155: gas } } }
  }
  const routes: Routes = {
    '/v1/supported-chains': () => ({ body: { http: service.served ?? [ethereum], ws: [] } }),
    [`/v1/account/${swapper}/balance`]: () => ({
      body: {
        balances: [
          balance('ETH', 'Ether', 18, service.ether ?? '1.239987', '3000'),
          { ...balance('USDC', 'USD Coin', 6, '1523.599', '1'), address: idOf(usdcAddress) },
        ],
      },
    }),
    '/v1/fungible/price': () => ({
      body: {
        fungibles: [
          { address: idOf(nativeEvmAddress), name: 'Ether', symbol: 'ETH', price: '3000' },
          { address: idOf(usdcKey), name: 'USD Coin', symbol: 'USDC', price: service.dollar ?? '1' },
        ],
      },
    }),
    '/v1/convert/tokens': service.tokens ?? (() => ({ body: { tokens } })),
    '/v1/convert/quotes': quote,
    '/v1/convert/allowance': () => ({ body: { allowance: String(service.allowance?.() ?? 0n) } }),
    '/v1/convert/gas-price':
      service.gasPrice ??
      (() => ({ body: { standard: '10000000000', fast: '12000000000', instant: '15000000000' } })),
    '/v1/convert/build-approve': (url) => service.approve?.() ?? approve(url),
    '/v1/convert/build-transaction': (_url, body) => service.build?.() ?? build(body),
  }
  const respond: Routes[string] = (url, body) =>
    service.faults?.[url.pathname]?.() ?? routes[url.pathname]?.(url, body) ?? { status: 404 }
  return Object.fromEntries(Object.keys(routes).map((path) => [path, respond]))
}

export const transactionOf = (hash: string): SubmittedTransaction => ({
  chain: ethereum,
  from: swapper,
  hash,
  nonce: 4,
})

/** The chain's functions for calls: inert unless a test replaces them. */
const scriptedCalls = (script: Partial<ContractCalls> = {}): ContractCalls => ({
  ...unexpectedCalls,
  decode: async (_connection, { data }) => decodeFacts(data),
  estimate: async () => fee,
  simulate: async () => undefined,
  verify: async () => 'verified',
  received: async () => undefined,
  minedAt: async () => Date.UTC(2100, 0),
  ...script,
})

/** World options with that account, service and chain. */
export const swapOptions = (
  service: Service = {},
  calls: Partial<ContractCalls> = {},
  script: TestAdapterParts = {},
  over: TestWorldOptions = {},
): TestWorldOptions => ({
  // Queries use the document's clock for their times.
  clock: fakeClock(Date.now()),
  wallets: [testWallet()],
  routes: serviceRoutes(service),
  adapter: testAdapter({
    contractCalls: scriptedCalls(calls),
    ...script,
  }),
  ...over,
})

/** Connects the account and opens a swap view over Account. */
export function openSwap(world: TestWorld, view: View = { name: 'Swap' }, connected = connection): void {
  world.store.set(dispatchConnectionEventAtom, 'eip155', { is: 'succeeded', connection: connected })
  world.store.set(openModalAtom)
  world.store.set(viewStackAtom, { to: 'push', view })
}
