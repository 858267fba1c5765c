/**
 * Origins that every project accepts in addition to its list (SPEC §9: localhost, {ip}, pages.dev and vercel.app hosts).
 * `{ip}` means the loopback address: any other IP address could be any machine.
 */
export const defaultAllowedOrigins: readonly string[] = [
  'localhost:*',
  '127.0.0.1:*',
  '*.pages.dev',
  '*.vercel.app',
]

/**
 * True if an origin matches `scheme?://host[:port|:*]`, where a `*` label matches exactly one label. Without scheme, https
 * matches, and also http for loopback (`localhost`, `*.localhost`) and IP addresses, which have no certificates; without
 * port, only the scheme's default port matches; `:*` matches any port. Malformed patterns and opaque origins ('null') match
 * nothing.
 * @example matchesOriginPattern('https://a.pages.dev', '*.pages.dev') // true
 */
export function matchesOriginPattern(origin: string, pattern: string): boolean {
  // Not at module level: browsers never release a compiled regular expression of a module.
  const originShape = /^(https?):\/\/(\[[0-9a-f:]+\]|[^\s/:?#@[\]]+)(?::(\d{1,5}))?$/
  const patternShape = /^(?:(https?):\/\/)?(\[[0-9a-f:]+\]|[^\s/:?#@[\]]+)(?::(\d{1,5}|\*))?$/
  const originMatch = originShape.exec(origin.toLowerCase())
  const patternMatch = patternShape.exec(pattern.toLowerCase())
  if (!originMatch || !patternMatch) return false
  const [, scheme = '', host = '', port] = originMatch
  const [, patternScheme, patternHost = '', patternPort] = patternMatch
  if (
    patternScheme === undefined ? scheme !== 'https' && !isLocalHost(patternHost) : patternScheme !== scheme
  )
    return false
  if (patternPort !== '*' && portOf(scheme, patternPort) !== portOf(scheme, port)) return false
  const labels = host.split('.')
  const patternLabels = patternHost.split('.')
  return (
    labels.length === patternLabels.length &&
    patternLabels.every((label, at) => matchesLabel(labels[at] ?? '', label))
  )
}

/** Loopback names and literal IP addresses, which are accepted without TLS. */
function isLocalHost(host: string): boolean {
  return /(?:^|\.)localhost$|^\d{1,3}(?:\.\d{1,3}){3}$|^\[/.test(host)
}

function portOf(scheme: string, port: string | undefined): number {
  return port === undefined ? (scheme === 'https' ? 443 : 80) : Number(port)
}

function matchesLabel(label: string, patternLabels: string): boolean {
  return label !== '' && (patternLabels === '*' || patternLabels === label)
}

/** `listed`: the project names it; `default`: only the defaults cover it; `unlisted`: neither. */
export type OriginPatternStatus = 'listed' | 'default' | 'unlisted'

/** Status of an origin in the project's list and the defaults. */
export function originPatternStatus(origin: string, projectOrigins: readonly string[]): OriginPatternStatus {
  if (projectOrigins.some((pattern) => matchesOriginPattern(origin, pattern))) return 'listed'
  return defaultAllowedOrigins.some((pattern) => matchesOriginPattern(origin, pattern))
    ? 'default'
    : 'unlisted'
}
