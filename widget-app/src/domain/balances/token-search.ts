import type { Asset } from '#widget/chains/chain-adapter.ts'
import { searchText } from '#widget/lib/text/search-text.ts'

/** Tokens whose symbol, name or address contains the search, in their order; those whose symbol begins with it first. */
export function searchTokens<Token extends { readonly asset: Asset }>(
  tokens: readonly Token[],
  search: string,
): readonly Token[] {
  const needle = searchText(search)
  if (needle === '') return tokens
  const has = (text: string | undefined) => text !== undefined && searchText(text).includes(needle)
  const found = tokens.filter(({ asset }) => has(asset.symbol) || has(asset.name) || has(asset.address))
  const begins = ({ asset }: Token) => searchText(asset.symbol).startsWith(needle)
  return [...found.filter(begins), ...found.filter((token) => !begins(token))]
}
