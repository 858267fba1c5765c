// Schemes that run, read or fetch something in the browser itself, or that pick any app of the phone: never a wallet's.
const refused = new Set(
  'javascript data vbscript file filesystem blob about view-source intent content http ftp ws wss mailto tel sms chrome moz-extension safari-web-extension edge res jar'.split(
    ' ',
  ),
)
const isRefused = (link: string): boolean => {
  const scheme = link.slice(0, Math.max(0, link.indexOf(':'))).toLowerCase()
  return refused.has(scheme) || scheme.startsWith('chrome-')
}
const whole = /^[a-z][a-z0-9+.-]*:\/\/[^\s<>"'`\\]*$/i

/**
 * A wallet's link as a base that `wc?uri=…` can follow: it ends in a slash, and a bare name is a scheme (`gull`, `gull:`
 * and `gull:/` all mean `gull://`). Undefined for what a browser itself would run or read (channel T28).
 * @example walletLink('gull') // 'gull://'
 */
export function walletLink(link: string | null | undefined): string | undefined {
  const text = link?.trim() ?? ''
  const base = text.includes('://') ? text : `${text.replaceAll(/[/:]/g, '')}://`
  if (!whole.test(base) || isRefused(base) || isRefused(text)) return undefined
  return base.endsWith('/') ? base : `${base}/`
}
