import type { Network } from '#shared/config/network.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { cleanSymbol } from '#widget/lib/text/sanitize-symbol.ts'
import { cleanText } from '#widget/lib/text/sanitize-text.ts'

/** Longer than any that is known. */
const nameMaxLength = 64
const symbolMaxLength = 16

/** An asset as it is put before a person: anybody can name a token, with what nobody sees or what turns texts around. */
export const cleanAsset = (asset: Asset): Asset => ({
  ...asset,
  name: cleanText(asset.name, nameMaxLength) || '?',
  symbol: cleanSymbol(asset.symbol, symbolMaxLength) || '?',
})

/** A network as a host describes it, with names that are safe to show. */
export const cleanNetwork = (network: Network): Network => ({
  ...network,
  name: cleanText(network.name, nameMaxLength) || network.id,
  nativeCurrency: {
    ...network.nativeCurrency,
    name: cleanText(network.nativeCurrency.name, nameMaxLength),
    symbol: cleanSymbol(network.nativeCurrency.symbol, symbolMaxLength) || '?',
  },
  ...(network.explorer === undefined
    ? {}
    : {
        explorer: { ...network.explorer, name: cleanText(network.explorer.name, nameMaxLength) },
      }),
})
