import { contains, customerNetwork, type IpAddress, type IpNetwork, parseIp } from './ip-network.ts'

/** Entries of the header that are read, counted from its end. */
const hopLimit = 16

/** Parses an entry of `X-Forwarded-For`. Some proxies include the port: `192.0.2.1:80`, `[2001:db8::1]:80`. */
function parseHop(text: string): IpAddress | undefined {
  const trimmed = text.trim()
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed) ?? []
  const [, beforePort] = /^([\d.]+):\d{1,5}$/.exec(trimmed) ?? []
  return parseIp(bracketed ?? beforePort ?? trimmed)
}

const addressOf = (remote: string | undefined): IpAddress | undefined =>
  remote === undefined ? undefined : parseIp(remote.replace(/%.*$/, ''))

/** True if the peer of a connection is one of the operator's proxies. */
export function isTrustedProxy(remote: string | undefined, trustedProxies: readonly IpNetwork[]): boolean {
  const ip = addressOf(remote)
  return ip !== undefined && trustedProxies.some((network) => contains(network, ip))
}

/**
 * The client's address: that of the connection or, behind proxies of the operator, the last entry of `X-Forwarded-For` that
 * is not a trusted proxy. Earlier entries are claims of the client and are not read; an invalid entry ends the search at the
 * proxy that sent it. Undefined when the connection has no address.
 * @param remote address of the connection.
 * @param forwardedFor all lines of the header, joined by commas.
 */
export function clientAddress(
  remote: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: readonly IpNetwork[],
): IpAddress | undefined {
  const isTrusted = (ip: IpAddress) => trustedProxies.some((network) => contains(network, ip))
  let client = addressOf(remote)
  if (forwardedFor === undefined) return client
  for (const hop of forwardedFor.split(',').slice(-hopLimit).reverse()) {
    if (client === undefined || !isTrusted(client)) return client
    const previous = parseHop(hop)
    if (previous === undefined) return client
    client = previous
  }
  return client
}

/** Key of the client's rate limit budget; clients without an address share one. */
export const clientKey = (client: IpAddress | undefined): string =>
  client === undefined ? 'unknown' : customerNetwork(client)
