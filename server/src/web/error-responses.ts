import type { Context } from 'hono'
import { HttpError } from '../core/http-error.ts'
import { ChainCallError, type ChainFailure } from '../ports/chain-call-error.ts'
import type { Logger } from '../ports/logger.ts'
import { UnsupportedChainError } from '../ports/rpc.ts'
import { VendorError, type VendorFailure } from '../ports/vendor.ts'
import type { ServerEnv } from './server-env.ts'

/** Widgets repeat a request that got one of these statuses; 502 means that waiting may not help. */
const sourceStatus = { limited: 503, unavailable: 503, rejected: 502, invalid: 502 } as const satisfies {
  readonly [F in VendorFailure | ChainFailure]: number
}

/** A node's own error text is for the log only. */
const chainDescriptions = (chainId: string): { readonly [F in ChainFailure]: string } => ({
  limited: `The nodes of ${chainId} limit requests`,
  unavailable: `No node of ${chainId} answered`,
  invalid: `The nodes of ${chainId} gave no usable answer`,
})

/** As nginx logs a request whose caller closed the connection, which aborts its work: not a server error. */
const clientClosedRequest = 499

/** The JSON of an HTTP error. Other errors are logged, and the caller gets a 500 with the request id. */
export function errorResponse(c: Context<ServerEnv>, error: unknown, logger: Logger): Response {
  if (error instanceof HttpError) {
    if (error.retryAfterSeconds !== undefined) c.header('retry-after', String(error.retryAfterSeconds))
    for (const [name, value] of Object.entries(error.headers)) c.header(name, value)
    return c.json({ reasons: [{ description: error.message }] }, error.status)
  }
  if (error instanceof UnsupportedChainError)
    return c.json({ reasons: [{ description: error.message }] }, 400)
  const requestId = c.get('requestId')
  if (error instanceof VendorError) {
    const { vendor, reason, message, retryAfterMs } = error
    logger.warn({ requestId, route: c.req.routePath, vendor, reason, message }, 'vendor failed')
    if (retryAfterMs !== undefined) c.header('retry-after', String(Math.ceil(retryAfterMs / 1_000)))
    return c.json({ reasons: [{ description: message }] }, sourceStatus[reason])
  }
  if (error instanceof ChainCallError) {
    const { chainId, failure, message, retryAfterMs } = error
    logger.warn({ requestId, route: c.req.routePath, chainId, reason: failure, message }, 'chain failed')
    if (retryAfterMs !== undefined) c.header('retry-after', String(Math.ceil(retryAfterMs / 1_000)))
    return c.json({ reasons: [{ description: chainDescriptions(chainId)[failure] }] }, sourceStatus[failure])
  }
  if (c.req.raw.signal.aborted) {
    logger.debug({ requestId, route: c.req.routePath }, 'the caller has closed the connection')
    return new Response(null, { status: clientClosedRequest })
  }
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  // Log the route's pattern, not the path, which may contain an address.
  logger.error(
    { requestId, method: c.req.method, route: c.req.routePath, name, message, stack },
    'request failed',
  )
  return c.json({ reasons: [{ description: `Internal error (request ${requestId})` }] }, 500)
}
