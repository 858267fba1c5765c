import { onrampDefaultLimits } from '../../../../shared/config/limits.ts'
import type { OnrampOptions } from '../../ports/sources/onramp.ts'

/** A network as Stripe names it. */
type StripeNetwork = { readonly displayName: string; readonly chainId: string }

const networks = {
  ethereum: { displayName: 'Ethereum', chainId: 'eip155:1' },
  base: { displayName: 'Base', chainId: 'eip155:8453' },
  polygon: { displayName: 'Polygon', chainId: 'eip155:137' },
  avalanche: { displayName: 'Avalanche', chainId: 'eip155:43114' },
  solana: { displayName: 'Solana', chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
} as const satisfies { readonly [name: string]: StripeNetwork }
type NetworkName = keyof typeof networks

type StripeAsset = {
  readonly symbol: string
  readonly name: string
  /** Networks it is sold on, with its contract there; '' for the native currency. */
  readonly contracts: { readonly [Name in NetworkName]?: string }
}

/**
 * Assets that Stripe sells and the widget supports (https://docs.stripe.com/crypto/onramp, "Supported currencies and
 * networks").
 */
const assets: readonly StripeAsset[] = [
  { symbol: 'ETH', name: 'Ether', contracts: { ethereum: '', base: '' } },
  { symbol: 'SOL', name: 'Solana', contracts: { solana: '' } },
  { symbol: 'AVAX', name: 'Avalanche', contracts: { avalanche: '' } },
  {
    symbol: 'USDC',
    name: 'USD Coin',
    contracts: {
      ethereum: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
      base: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      polygon: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      avalanche: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
      solana: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    },
  },
]

const isNetwork = (name: string): name is NetworkName => Object.hasOwn(networks, name)

/** The chain (CAIP-2) on which Stripe sells an asset; undefined if it does not. */
export function chainOf(symbol: string, network: string): string | undefined {
  const asset = assets.find((one) => one.symbol === symbol)
  if (asset === undefined || !isNetwork(network) || asset.contracts[network] === undefined) return undefined
  return networks[network].chainId
}

/** Stripe has no endpoint for its assets; payments have the limits of the specification (SPEC §5). */
export const stripeOptions: OnrampOptions = {
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: onrampDefaultLimits.map((limit) => ({ ...limit })) },
  ],
  purchaseCurrencies: assets.map(({ symbol, name, contracts }) => ({
    ...{ id: symbol, name, symbol },
    networks: Object.entries(contracts).flatMap(([network, contract]) =>
      isNetwork(network)
        ? [
            {
              name: network,
              display_name: networks[network].displayName,
              chain_id: networks[network].chainId,
              contract_address: contract,
            },
          ]
        : [],
    ),
  })),
}
