/** Symbols whose icons are bundled as `tokens/<symbol in lower case>.svg`; names as in web3icons. */
export const tokenIcons: readonly string[] = (
  'ETH USDC USDT DAI WBTC POL BNB AVAX SOL DOT ' +
  'BTC KSM CBETH TBTC EURC PYUSD USDE FRAX LUSD GHO TUSD ' +
  'OP LINK UNI AAVE CRV LDO MKR ENS COMP SNX GRT CAKE SHIB ' +
  'CELO MNT FTM GLMR JUP PYTH RAY MSOL TRX ATOM'
).split(' ')

/** Tokens whose icon is that of their network. */
export const networkTokenIcons: readonly (readonly [symbol: string, network: string])[] = [
  ['ARB', 'arbitrum-one'],
]

/** Tokens whose icon is from MetaMask's contract metadata: drawn for a white background. */
export const metadataTokenIcons: readonly (readonly [symbol: string, file: string])[] = [['WETH', 'weth.svg']]

/**
 * Assets of Aave that are not bundled: pool shares and principal tokens, whose symbols do not identify one asset, and tokens
 * that lost their value, whose amounts must not look like money.
 */
export const unlistedSymbols =
  /^(PT-|UNI-V2$|BPT$|G-UNI$|UST$|FEI$|REN$|renFIL$|RAI$|AMPL$|miMATIC$|MAI$|jEUR$)/

/** `chainId:contract` of tokens with the symbol of another token of the network, and the symbol that distinguishes them. */
export const renamedTokens: Readonly<Record<string, string>> = {
  '1:0xdd974d5c2e2928dea5f71b9825b8b646686bd200': 'unlisted',
  '10:0x7f5c764cbc14f9669b88837ca1490cca17c31607': 'USDC.e',
  '137:0x2791bca1f2de4661ed88a30c99a7a9449aa84174': 'USDC.e',
  '42161:0xff970a61a04b1ca14834a43f5de4533ebddb5cc8': 'USDC.e',
}

/** Bundled mints, with the symbols that their issuers use. */
export const solanaTokens: readonly (readonly [mint: string, symbol: string])[] = [
  ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'USDC'],
  ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 'USDT'],
  ['So11111111111111111111111111111111111111112', 'WSOL'],
  ['mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So', 'mSOL'],
  ['4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R', 'RAY'],
  ['orcaEKTdK7LKz57vaAYr9QeNsVEPfiu6QeMU1kektZE', 'ORCA'],
  ['bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1', 'bSOL'],
  ['7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs', 'ETH'],
  ['3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh', 'WBTC'],
]

/** Tokens that the table must contain, so that an update of a source cannot drop them unnoticed. */
export const requiredTokens: readonly (readonly [chain: string, contract: string])[] = [
  ['eip155:1', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48'],
  ['eip155:1', '0xdac17f958d2ee523a2206206994597c13d831ec7'],
  ['eip155:1', '0x6b175474e89094c44da98b954eedeac495271d0f'],
  ['eip155:8453', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'],
  ['eip155:42161', '0xaf88d065e77c8cc2239327c5edb3a432268e5831'],
  ['eip155:10', '0x0b2c639c533813f4aa9d7837caf62653d097ff85'],
  ['eip155:137', '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359'],
]
