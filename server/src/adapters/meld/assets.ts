import { onrampDefaultLimits } from '../../../../shared/config/limits.ts'
import type { OnrampOptions } from '../../ports/sources/onramp.ts'
import type { MeldCurrency } from './api.ts'

/** Chains by Meld's codes: CAIP-2, and the symbol of the native currency. */
const chains = {
  ETH: { chainId: 'eip155:1', native: 'ETH' },
  BASE: { chainId: 'eip155:8453', native: 'ETH' },
  ARBITRUM: { chainId: 'eip155:42161', native: 'ETH' },
  OPTIMISM: { chainId: 'eip155:10', native: 'ETH' },
  MATIC: { chainId: 'eip155:137', native: 'POL' },
  POLYGON: { chainId: 'eip155:137', native: 'POL' },
  BSC: { chainId: 'eip155:56', native: 'BNB' },
  AVAXC: { chainId: 'eip155:43114', native: 'AVAX' },
  SOLANA: { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', native: 'SOL' },
} as const

/** An asset that Meld sells and the widget supports. */
export type MeldAsset = {
  /** Meld's code of the asset, chain included: `USDC_BASE`. */
  readonly code: string
  readonly symbol: string
  readonly name: string
  /** Meld's code of the chain. */
  readonly network: string
  readonly networkName: string
  /** CAIP-2. */
  readonly chainId: string
  /** '' for the native currency. */
  readonly contract: string
}

const isChain = (code: string): code is keyof typeof chains => Object.hasOwn(chains, code)
const isContract = (chainId: string, text: string): boolean =>
  chainId.startsWith('eip155:')
    ? /^0x[0-9a-fA-F]{40}$/.test(text)
    : /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)
const zeroAddress = `0x${'0'.repeat(40)}`

/**
 * Converts a currency to an asset; undefined if its chain is unknown, its chain number differs, or it is a token without a
 * contract, which would look like the native currency.
 */
function assetOf(currency: MeldCurrency): MeldAsset | undefined {
  const { currencyCode: code, chainCode, chainId: number, name, chainName } = currency
  if (!chainCode || !isChain(chainCode)) return undefined
  const { chainId, native } = chains[chainCode]
  if (chainId.startsWith('eip155:') && number && `eip155:${number}` !== chainId) return undefined
  const [symbol = ''] = code.split('_')
  const contractAddress = currency.contractAddress ?? ''
  const contract = contractAddress === zeroAddress ? '' : contractAddress
  const isKnown = contract === '' ? symbol === native : isContract(chainId, contract)
  if (!isKnown) return undefined
  return {
    code,
    symbol,
    name: name.slice(0, 128) || symbol,
    network: chainCode,
    networkName: (chainName ?? chainCode).slice(0, 128) || chainCode,
    chainId,
    contract,
  }
}

/** Assets of a list of currencies: of two with the same symbol and chain the first wins. */
export function assetsOf(currencies: readonly MeldCurrency[]): readonly MeldAsset[] {
  const byKey = new Map<string, MeldAsset>()
  for (const asset of currencies.flatMap((one) => assetOf(one) ?? [])) {
    const key = `${asset.symbol} ${asset.network}`
    if (!byKey.has(key)) byKey.set(key, asset)
  }
  return [...byKey.values()]
}

/** Assets in the API's format; payments have the limits of the specification (SPEC §5). */
export const optionsOf = (assets: readonly MeldAsset[]): OnrampOptions => ({
  paymentCurrencies: [
    { id: 'USD', payment_method_limits: onrampDefaultLimits.map((limit) => ({ ...limit })) },
  ],
  purchaseCurrencies: [...new Map(assets.map((asset) => [asset.symbol, asset])).values()].map(
    ({ symbol, name }) => ({
      ...{ id: symbol, name, symbol },
      networks: assets
        .filter((asset) => asset.symbol === symbol)
        .map(({ network, networkName, chainId, contract }) => ({
          ...{ name: network, display_name: networkName, chain_id: chainId, contract_address: contract },
        })),
    }),
  ),
})
