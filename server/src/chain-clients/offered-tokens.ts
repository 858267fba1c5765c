/** A token that the widget offers. */
export type SwapToken = {
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string
}

const offered = ({ iconUrl, ...token }: SwapToken) => ({
  ...token,
  ...(iconUrl === undefined ? {} : { logoUri: iconUrl }),
})

/** The native coin, then tokens, as a swap service offers them. */
export const offeredTokens = (native: SwapToken, tokens: readonly SwapToken[]) =>
  [native, ...tokens].map(offered)
