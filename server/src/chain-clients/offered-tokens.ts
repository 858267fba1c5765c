/** A token that swaps offer. */
export type SwapToken = {
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  readonly iconUrl?: string
}

const toOfferedToken = ({ iconUrl, ...token }: SwapToken) => ({
  ...token,
  ...(iconUrl === undefined ? {} : { logoUri: iconUrl }),
})

/** The native currency, then tokens, in the format of a swap service. */
export const offeredTokens = (native: SwapToken, tokens: readonly SwapToken[]) =>
  [native, ...tokens].map(toOfferedToken)
