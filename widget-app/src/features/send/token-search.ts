import type { AssetBalance } from '#widget/kernel/balances.ts'

/**
 * Tokens whose symbol, name or address contains the search, in their order, those whose symbol begins with it first.
 */
export function searchTokens(tokens: readonly AssetBalance[], search: string): readonly AssetBalance[] {
  const wanted = search.trim().toLocaleLowerCase()
  if (wanted === '') return tokens
  const has = (text: string | undefined) => text?.toLocaleLowerCase().includes(wanted) === true
  const found = tokens.filter(({ asset }) => has(asset.symbol) || has(asset.name) || has(asset.address))
  const begins = ({ asset }: AssetBalance) => asset.symbol.toLocaleLowerCase().startsWith(wanted)
  return [...found.filter(begins), ...found.filter((token) => !begins(token))]
}
