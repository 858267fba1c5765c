import { priceIdOf, priceQueryOf } from '#widget/domain/balances/prices.ts'
import { atom } from '#widget/lib/state.ts'
import { buyChainAtom } from './draft.ts'
import { type BuyToken, optionsAtom } from './options.ts'
import { tokenIconUrlsAtom } from './token-icon-urls.ts'

/** Returns the icon of a token; undefined until it is loaded, and for a sample. */
export const tokenIconAtom = atom((get) => {
  const options = get(optionsAtom)
  const chain = get(buyChainAtom)
  if (options.is !== 'ready' || options.isSample || chain === undefined) return () => undefined
  const icons = get(
    tokenIconUrlsAtom(priceQueryOf(options.tokens.map(({ address }) => ({ chain, address })))),
  )
  return ({ address }: BuyToken): string | undefined =>
    icons.is === 'ready' ? icons.data[priceIdOf({ chain, address }) ?? ''] : undefined
})
