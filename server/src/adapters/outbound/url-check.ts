import { isIP } from 'node:net'
import { parseUrl } from '../../../../shared/parse-url.ts'
import { OutboundError } from '../../ports/outbound.ts'

const maxUrlLength = 4_096

/** Names that no public DNS resolves (RFC 6761, 6762, 7686, 8375, 9476) or that a cloud resolves to its own machines. */
const localNames =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|lan|home\.arpa|onion|alt|test|invalid)$/

/** A DNS hostname: two labels or more, no trailing dot, no leading or trailing underscore. */
const publicName = /^(?:[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])$/

export type UrlRules = {
  /** Exact origins for which scheme, port and kind of hostname are not checked, e.g. `http://localhost:8545`. */
  readonly allowedOrigins: ReadonlySet<string>
  /** Ports of https URLs. */
  readonly ports: ReadonlySet<number>
  readonly isAllowedAddress: (address: string) => boolean
}

const reject = (message: string): never => {
  throw new OutboundError('url', message)
}

/** The host if it is an IP address, without brackets; undefined for a name. */
function literalAddress(url: URL): string | undefined {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return isIP(host) === 0 ? undefined : host
}

/**
 * Parses a URL and checks everything that needs no DNS. The WHATWG parser has canonicalized decimal, octal and hex forms of
 * IPv4 addresses, and has decoded the host, so that the check and the connection use the same host.
 * @param base base of a relative URL (a redirect).
 * @throws OutboundError `url` or `address`
 */
export function checkUrl(text: string, rules: UrlRules, base?: URL): URL {
  if (text.length > maxUrlLength) reject('The URL is too long')
  const url = parseUrl(text, base) ?? reject('The URL is invalid')
  if (url.username !== '' || url.password !== '') reject('The URL has credentials')
  const address = literalAddress(url)
  if (address !== undefined && !rules.isAllowedAddress(address))
    throw new OutboundError('address', 'The address is not public')
  if (rules.allowedOrigins.has(url.origin)) return url
  if (url.protocol !== 'https:') reject('The URL is not https')
  if (!rules.ports.has(url.port === '' ? 443 : Number(url.port))) reject('The port is not allowed')
  if (address !== undefined) return url
  if (!publicName.test(url.hostname) || localNames.test(url.hostname)) reject('The host name is not public')
  return url
}
