import type { Network } from '#shared/config/network.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { sanitizeSymbol } from '#widget/lib/text/sanitize-symbol.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'

/** Longer than any known name. */
const nameMaxLength = 64
const symbolMaxLength = 16

/** An asset for display: anyone can name a token, also with invisible or direction-changing characters. */
export const sanitizeAsset = (asset: Asset): Asset => ({
  ...asset,
  name: sanitizeText(asset.name, nameMaxLength) || '?',
  symbol: sanitizeSymbol(asset.symbol, symbolMaxLength) || '?',
})

/** A host-defined network with sanitized names. */
export const sanitizeNetwork = (network: Network): Network => ({
  ...network,
  name: sanitizeText(network.name, nameMaxLength) || network.id,
  nativeCurrency: {
    ...network.nativeCurrency,
    name: sanitizeText(network.nativeCurrency.name, nameMaxLength),
    symbol: sanitizeSymbol(network.nativeCurrency.symbol, symbolMaxLength) || '?',
  },
  ...(network.explorer === undefined
    ? {}
    : {
        explorer: { ...network.explorer, name: sanitizeText(network.explorer.name, nameMaxLength) },
      }),
})
