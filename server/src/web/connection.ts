import type { Context } from 'hono'
import { clientAddress, clientKey, isTrustedProxy } from '../core/client-address.ts'
import type { IpNetwork } from '../core/ip-network.ts'
import type { ServerEnv } from './server-env.ts'

/** Ids that fit into a log line: UUIDs, and the ids of common proxies. */
const requestIdShape = /^[\w-]{1,64}$/

/** The peer's address; undefined on a Unix socket, and when an app is called without a server. */
const remoteOf = (c: Context<ServerEnv>): string | undefined => c.env?.incoming?.socket?.remoteAddress

/** Key of the client's budgets: a customer's network. */
export const clientOf = (c: Context<ServerEnv>, trustedProxies: readonly IpNetwork[]): string =>
  clientKey(clientAddress(remoteOf(c), c.req.header('x-forwarded-for'), trustedProxies))

/** The request id of a trusted proxy, else a new one. */
export function requestIdOf(c: Context<ServerEnv>, trustedProxies: readonly IpNetwork[]): string {
  const headerId = c.req.header('x-request-id') ?? ''
  return requestIdShape.test(headerId) && isTrustedProxy(remoteOf(c), trustedProxies)
    ? headerId
    : crypto.randomUUID()
}
