import { skeleton, wellKnownSymbols } from '#widget/lib/text/impersonated-symbol.ts'
import type { AssetBalance } from './asset-balance.ts'

/** A link, or an address of the web as people write one. */
const link =
  /:\/\/|\bwww\.|\bt\.me\b|\b[a-z0-9-]{2,}\.(?:app|cc|claims?|co|com|finance|fi|gift|info|io|live|me|net|network|org|site|top|vip|xyz)\b/i

/** Characters nobody sees, or that turn the order of others around. */
const unseen = /[\u034f\u17b4\u17b5\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u

/**
 * Which tokens of a list look like spam: nobody knows a price, and the name carries a link or characters that are not
 * seen, or the symbol looks like one that is known and is another token. Never the native coin, nor one that the host
 * names by its address (`named`). Without a price alone nothing is spam: then the API may just be down.
 */
export function isSpam(
  balances: readonly AssetBalance[],
  named: readonly string[],
): (token: AssetBalance) => boolean {
  const namedHere = new Set(named.map((address) => address.toLowerCase()))
  const isNamed = (address: string | undefined) =>
    address === undefined || namedHere.has(address.toLowerCase())
  // What has a price, or a voucher, is the one that others imitate.
  const genuine = new Set(
    balances
      .filter(({ asset, price }) => price !== undefined || isNamed(asset.address))
      .map(({ asset }) => skeleton(asset.symbol)),
  )
  const isFamous = (symbol: string) =>
    wellKnownSymbols.some((one) => one !== symbol.toUpperCase() && skeleton(one) === skeleton(symbol))
  return ({ asset, price, source, wasSpam }) => {
    if (price !== undefined || isNamed(asset.address)) return false
    const words = [asset.name, asset.symbol]
    return (
      wasSpam === true ||
      words.some((text) => link.test(text) || unseen.test(text)) ||
      isFamous(asset.symbol) ||
      // Only the API knows which one is traded; read from the chain no token has a price.
      (source === 'api' && genuine.has(skeleton(asset.symbol)))
    )
  }
}
