import type { Context } from 'hono'
import type { IpNetwork } from '../core/ip-network.ts'
import type { Family } from '../core/rate-limits.ts'
import { type ChargedCall, chargeCall, chargeClient, type RequestLimits } from '../core/request-limits.ts'
import { clientOf } from './connection.ts'
import type { ServerEnv } from './server-env.ts'

/**
 * Charges the client of a request, and returns a function that charges the call once it is parsed.
 * @throws HttpError 429, 503
 */
export type ChargeRequest = (
  c: Context<ServerEnv>,
  family: Family,
) => Promise<(call: ChargedCall) => Promise<void>>

/** Charges to the budgets of the deployment; the client's address is the one that trusted proxies report. */
export const createRateLimiting =
  (limits: RequestLimits, trustedProxies: readonly IpNetwork[]): ChargeRequest =>
  async (c, family) => {
    const client = clientOf(c, trustedProxies)
    await chargeClient(limits, family, client)
    return (call) => chargeCall(limits, family, client, call)
  }
