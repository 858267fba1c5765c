import type { Asset } from '#widget/chains/contract.ts'
import { cleanText } from '#widget/lib/clean-text.ts'

/** Longer than any that is known. */
const nameMaxLength = 64
const symbolMaxLength = 16

/** An asset as it is put before a person: anybody can name a token, with what nobody sees or what turns texts around. */
export const cleanAsset = (asset: Asset): Asset => ({
  ...asset,
  name: cleanText(asset.name, nameMaxLength) || '?',
  symbol: cleanText(asset.symbol, symbolMaxLength) || '?',
})
