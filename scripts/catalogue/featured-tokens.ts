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

/** Tokens whose icon comes from MetaMask's contract metadata: drawn for a white ground. */
export const metadataTokenIcons: readonly (readonly [symbol: string, file: string])[] = [['WETH', 'weth.svg']]
