import type { BundledToken } from './bundled-tokens.ts'

/** Symbols whose icons are in `public/tokens`, in lower case. */
const symbols: ReadonlySet<string> = new Set(
  (
    'aave arb atom avax bnb btc cake cbeth celo comp crv dai dot ens eth eurc frax ftm gho glmr grt jup ksm ldo ' +
    'link lusd mkr mnt msol op pol pyth pyusd ray shib snx sol tbtc trx tusd uni usdc usde usdt wbtc weth'
  ).split(' '),
)

/**
 * Path of a token's bundled icon; undefined if there is none. Call it only for a bundled token, or for the currency of a
 * bundled network: every contract can name itself `USDC`.
 */
export const tokenIcon = ({ symbol }: Pick<BundledToken, 'symbol'>): string | undefined =>
  symbols.has(symbol.toLowerCase()) ? `/tokens/${symbol.toLowerCase()}.svg` : undefined
