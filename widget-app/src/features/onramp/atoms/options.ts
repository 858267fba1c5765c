import { getOnrampOptions, type OnrampOptions } from '#shared/api/onramp.ts'
import { nativeEvmAddress } from '#shared/api/price.ts'
import { type ChainId, chainIdSchema } from '#shared/caip/chain-id.ts'
import { onrampDefaultLimits } from '#shared/config/limits.ts'
import { parseWire } from '#shared/wire-schema.ts'
import { blockchainApiAtom } from '#widget/core/config.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { staleTimesMs } from '#widget/core/stale-times.ts'
import { sanitizeAsset } from '#widget/domain/networks/sanitize-asset.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'
import type { PaymentMethod } from '../model.ts'
import { buyChainAtom, draftAtom, type TokenChoice } from './draft.ts'

const optionsQueryAtom = queryAtom<OnrampOptions>((get) => {
  const ports = get(portsAtom)
  const api = get(blockchainApiAtom)
  return {
    key: ['onramp-options', api.baseUrl],
    staleTimeMs: staleTimesMs.onrampOptions,
    load: (signal) => fetchEndpoint(ports, api, getOnrampOptions, { params: {}, query: {}, signal }),
  }
})

/** Shown if the service cannot be reached (SPEC §8): for display only, marked as a sample. */
const sampleOptions: OnrampOptions = {
  paymentCurrencies: [{ id: 'USD', payment_method_limits: [...onrampDefaultLimits] }],
  purchaseCurrencies: ['Ether/ETH', 'USD Coin/USDC'].map((names) => {
    const [name = '', symbol = ''] = names.split('/')
    return { id: symbol, name, symbol, networks: [] }
  }),
}

/** A token that can be bought on the active chain. */
export type BuyToken = {
  /** The service's id. */
  readonly id: string
  /** Sanitized for display. */
  readonly name: string
  readonly symbol: string
  /** The symbol as the service writes it. */
  readonly code: string
  /** The service's name of the network. */
  readonly network: string
  /** The contract address; undefined for the native currency. */
  readonly address: string | undefined
}

export type BuyOptions =
  | { readonly is: 'loading' }
  | {
      readonly is: 'ready'
      /** True if this is the sample instead of the service's options. */
      readonly isSample: boolean
      readonly currencies: readonly { readonly id: string; readonly methods: readonly PaymentMethod[] }[]
      readonly tokens: readonly BuyToken[]
    }

function chainOf(id: string | number | null | undefined): ChainId | undefined {
  const text = String(id ?? '')
  const parsed = parseWire(chainIdSchema, /^\d+$/.test(text) ? `eip155:${text}` : text)
  return parsed.success ? parsed.data : undefined
}

const nativeAddresses: ReadonlySet<string> = new Set(['', nativeEvmAddress, `0x${'0'.repeat(40)}`])

const tokensOn = (options: OnrampOptions, chain: ChainId): readonly BuyToken[] =>
  options.purchaseCurrencies.flatMap(({ id, name, symbol, networks }) =>
    networks
      .filter((network) => chainOf(network.chain_id) === chain)
      .map(({ name: network, contract_address: contract }) => {
        const address = nativeAddresses.has((contract ?? '').toLowerCase())
          ? undefined
          : (contract ?? undefined)
        const sanitized = sanitizeAsset({ chain, address, name, symbol, decimals: 0 })
        return { id, name: sanitized.name, symbol: sanitized.symbol, code: symbol, network, address }
      }),
  )

/** The currencies with their payment methods. US dollars without limits use those of the specification. */
const currenciesOf = ({ paymentCurrencies }: OnrampOptions) =>
  paymentCurrencies.flatMap(({ id, payment_method_limits: limits }) => {
    const methods = limits.length === 0 && id === 'USD' ? onrampDefaultLimits : limits
    return methods.length === 0 ? [] : [{ id, methods }]
  })

/** The tokens to buy and the currencies to pay in. Write to it to refetch. */
export const optionsAtom = atom(
  (get): BuyOptions => {
    const loaded = get(optionsQueryAtom)
    const chain = get(buyChainAtom)
    if (loaded.is === 'loading' || chain === undefined) return { is: 'loading' }
    if (loaded.is === 'ready')
      return {
        is: 'ready',
        isSample: false,
        currencies: currenciesOf(loaded.data),
        tokens: tokensOn(loaded.data, chain),
      }
    const tokens = sampleOptions.purchaseCurrencies.map(({ networks: _, ...currency }) => ({
      ...currency,
      code: currency.symbol,
      network: '',
      address: undefined,
    }))
    return { is: 'ready', isSample: true, currencies: currenciesOf(sampleOptions), tokens }
  },
  (_get, set) => {
    void set(optionsQueryAtom)
  },
)

/** The payment currency. */
export const currencyAtom = atom((get) => {
  const options = get(optionsAtom)
  if (options.is !== 'ready') return undefined
  const selected = get(draftAtom).currency
  return options.currencies.find(({ id }) => id === selected) ?? options.currencies[0]
})

/** The payment method. */
export const methodAtom = atom((get): PaymentMethod | undefined => {
  const methods = get(currencyAtom)?.methods
  return methods?.find(({ id }) => id === get(draftAtom).method) ?? methods?.[0]
})

/** Hex addresses are compared case-insensitively, others exactly. */
const contractKey = (address: string | undefined): string =>
  (address?.startsWith('0x') ? address.toLowerCase() : address) ?? ''

const isSelected = ({ id, address }: BuyToken, choice: TokenChoice | undefined): boolean =>
  choice?.by === 'id'
    ? choice.id === id
    : choice !== undefined && contractKey(choice.address) === contractKey(address)

/** The token to buy. */
export const buyTokenAtom = atom((get): BuyToken | undefined => {
  const options = get(optionsAtom)
  if (options.is !== 'ready') return undefined
  const { token: choice } = get(draftAtom)
  return options.tokens.find((token) => isSelected(token, choice)) ?? options.tokens[0]
})
