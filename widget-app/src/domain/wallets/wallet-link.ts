/**
 * Schemes that wallets of the bundled catalogue registered for their apps. Any other scheme, from the catalogue service, a
 * session or the host, is rejected: some execute or read files, others start any program of the system (channel T28).
 */
const registeredSchemes = new Set(
  'argent atomicwallet backpack berasig bitkeep bitverseapp bloom bnc bw bybitapp celo coin98 com.kresus.superapp core exodus foxwallet frontier gtweb3wallet imtokenv2 io.universaleverything.universalprofiles iopay kaiawallet keplrwallet krakenwallet krystalwallet leapcompass ledgerlive magiceden mathwallet mecowallet metamask nestwallet nightly novawallet okex okto oneinch onekey-wallet ontoprovider rabby rainbow roninwallet safepalwallet subwallet talisman tpoutside trust uniswap xportal zeal zengo zerion zilpay'.split(
    ' ',
  ),
)
const linkPattern = /^([a-z][a-z0-9+.-]*):\/\/[^\s<>"'`\\\p{C}]*$/iu

/** Longest accepted link, in UTF-16 units. */
const linkMaxLength = 2_048

/** Whether a URL has no credentials, which make another host look like the opened one. */
const isPlainHttps = (link: string): boolean => {
  if (!URL.canParse(link)) return false
  const { username, password, hostname } = new URL(link)
  return username === '' && password === '' && hostname !== ''
}

/**
 * A wallet's link as a base for `wc?uri=…`: it ends in a slash, and a bare name is a scheme (`rainbow`, `rainbow:` and
 * `rainbow:/` all mean `rainbow://`). Undefined unless it is https or a registered scheme.
 * @example walletLink('rainbow') // 'rainbow://'
 */
export function walletLink(link: string | null | undefined): string | undefined {
  const text = link?.trim() ?? ''
  if (text.length > linkMaxLength) return undefined
  const base = text.includes('://') ? text : `${text.replaceAll(/[/:]/g, '')}://`
  const scheme = linkPattern.exec(base)?.[1]?.toLowerCase()
  if (scheme === undefined || !(scheme === 'https' ? isPlainHttps(base) : registeredSchemes.has(scheme)))
    return undefined
  const normalized = scheme + base.slice(scheme.length)
  return normalized.endsWith('/') ? normalized : `${normalized}/`
}
