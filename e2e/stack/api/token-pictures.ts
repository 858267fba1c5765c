/** Symbols of local tokens that the widget has a picture of. */
const pictured: readonly string[] = ['ETH', 'SOL', 'USDC', 'DAI', 'USDT']

/** The picture that the widget serves for a symbol, as an adapter's token list names it. */
export const picture = (symbol: string) =>
  pictured.includes(symbol) ? { iconUrl: `/tokens/${symbol.toLowerCase()}.svg` } : {}
