/** Symbols of local tokens that have an icon in the widget. */
const symbolsWithIcon: readonly string[] = ['ETH', 'SOL', 'USDC', 'DAI', 'USDT']

/** The icon of a symbol as a member of an adapter's token; empty if the widget has none. */
export const tokenIcon = (symbol: string) =>
  symbolsWithIcon.includes(symbol) ? { iconUrl: `/tokens/${symbol.toLowerCase()}.svg` } : {}
