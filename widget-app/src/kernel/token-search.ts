import type { Asset } from '#widget/chains/contract.ts'

/**
 * Tokens whose symbol, name or address contains the search, in their order, those whose symbol begins with it first.
 */
export function searchTokens<Token extends { readonly asset: Asset }>(
  tokens: readonly Token[],
  search: string,
): readonly Token[] {
  const wanted = search.trim().toLocaleLowerCase()
  if (wanted === '') return tokens
  const has = (text: string | undefined) => text?.toLocaleLowerCase().includes(wanted) === true
  const found = tokens.filter(({ asset }) => has(asset.symbol) || has(asset.name) || has(asset.address))
  const begins = ({ asset }: Token) => asset.symbol.toLocaleLowerCase().startsWith(wanted)
  return [...found.filter(begins), ...found.filter((token) => !begins(token))]
}
