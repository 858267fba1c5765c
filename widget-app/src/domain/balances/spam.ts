import { skeleton, wellKnownSymbols } from '#widget/lib/text/impersonated-symbol.ts'
import type { AssetBalance } from './asset-balance.ts'

/** A URL, or a web address without a scheme. */
const link =
  /:\/\/|\bwww\.|\bt\.me\b|\b[a-z0-9-]{2,}\.(?:app|cc|claims?|co|com|finance|fi|gift|info|io|live|me|net|network|org|site|top|vip|xyz)\b/i

/** Invisible characters, or characters that reverse the order of others. */
const invisibleCharacters = /[\u034f\u17b4\u17b5\p{Cc}\p{Cf}\u115f\u1160\u2800\u3164\uffa0]/u

/**
 * Which tokens of a list look like spam. The price is unknown, and the name contains a link or invisible characters, or the
 * symbol resembles that of another known token. Never the native currency, nor a token that the host names by its address
 * (`named`). A missing price alone is not spam: the API may be down.
 */
export function isSpam(
  balances: readonly AssetBalance[],
  named: readonly string[],
): (token: AssetBalance) => boolean {
  const namedHere = new Set(named.map((address) => address.toLowerCase()))
  const isNamed = (address: string | undefined) =>
    address === undefined || namedHere.has(address.toLowerCase())
  // A token with a price, or named by the host, is the genuine one that others imitate.
  const genuine = new Set(
    balances
      .filter(({ asset, price }) => price !== undefined || isNamed(asset.address))
      .map(({ asset }) => skeleton(asset.symbol)),
  )
  const imitatesWellKnown = (symbol: string) =>
    wellKnownSymbols.some((one) => one !== symbol.toUpperCase() && skeleton(one) === skeleton(symbol))
  return ({ asset, price, source, wasSpam }) => {
    if (price !== undefined || isNamed(asset.address)) return false
    const texts = [asset.name, asset.symbol]
    return (
      wasSpam === true ||
      texts.some((text) => link.test(text) || invisibleCharacters.test(text)) ||
      imitatesWellKnown(asset.symbol) ||
      // Only the API knows which one is traded; tokens read from the chain have no price.
      (source === 'api' && genuine.has(skeleton(asset.symbol)))
    )
  }
}
