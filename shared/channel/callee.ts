import type * as z from 'zod/mini'
import { promptQueueLimit, seenRequestLimit } from '../config/limits.ts'
import { ProviderRpcError, providerCodes } from '../errors/provider-error.ts'
import { encodeError, linkError, type WireError } from '../errors/wire-error.ts'
import { parseWire } from '../wire-schema.ts'
import { createCallLimiter } from './call-limiter.ts'
import { storeChunkedResults } from './chunked-result.ts'
import type { Clock } from './clock.ts'
import { fitsInMessage } from './message-limits.ts'
import type { CallContext, Handler, Handlers, Method, MethodTable, Risk } from './method.ts'
import { partMethod, partParamsSchema, protocolVersion, type Request, type Response } from './wire.ts'

/** The serving side of a contract table. */
export type Callee = {
  /** Serves one envelope, which the guard has parsed. Never rejects: errors are data (channel D3). */
  dispatch(request: Request): Promise<Response>
  /** Aborts a running call. A cancel that arrives before its request is remembered. */
  cancel(id: string): void
  /** Aborts all calls: the link is closed. */
  stop(): void
}

type Row = { readonly risk: Risk; readonly run: (context: CallContext) => Promise<unknown> }

/** @throws ProviderRpcError −32602 if the parameters do not parse. */
function parseParams<S extends z.core.$ZodType>(schema: S, raw: unknown): z.output<S> {
  const params = parseWire(schema, raw)
  if (!params.success) throw new ProviderRpcError(providerCodes.invalidParams, 'Invalid params')
  return params.data
}

/** Joins a table row and its handler into one function of raw parameters; throws −32602 if they do not parse. */
const join =
  <M extends Method>(row: M, handler: Handler<M>) =>
  (raw: unknown): Row => {
    const params = parseParams<M['params']>(row.params, raw)
    return {
      risk: row.risk(params),
      run: async (context) => {
        const result = parseWire(row.result, await handler(params, context))
        if (!result.success)
          throw new ProviderRpcError(providerCodes.internal, 'Handler returned an invalid result')
        return result.data
      },
    }
  }

/** The most recent ids; adding one evicts the oldest. */
const recentIds = (limit: number) => {
  const ids = new Set<string>()
  return {
    has: (id: string) => ids.has(id),
    add: (id: string) => {
      ids.add(id)
      if (ids.size <= limit) return
      for (const oldest of ids) {
        ids.delete(oldest)
        return
      }
    },
  }
}

/** Omits an error's data if the peer would reject the frame for it (depth, arrays, forbidden keys). */
const sendable = (error: WireError): WireError =>
  fitsInMessage(error) ? error : { code: error.code, message: error.message }

const aborted = () => linkError(providerCodes.server, 'The request was cancelled', 'aborted')
const expired = () => linkError(providerCodes.server, 'The request expired', 'expired')
const disconnected = () => linkError(providerCodes.disconnected, 'Disconnected', 'aborted')

/** Browsers fire longer timers at once. */
const maxTimerMs = 2 ** 31 - 1

/** Creates the serving side. `onFlood` is called for each thousand rejections in a second. */
export function createCallee<T extends MethodTable>(
  table: T,
  handlers: Handlers<T>,
  link: {
    readonly sid: string
    readonly clock: Clock
    readonly onFlood: () => void
    /** True if the peer fetches results in chunks. */
    readonly chunked: boolean
  },
): Callee {
  const rows = new Map<string, (raw: unknown) => Row>()
  const register = <Name extends keyof T & string>(name: Name) =>
    rows.set(name, join(table[name], handlers[name]))
  for (const name of Object.keys(table)) register(name)

  const limiter = createCallLimiter(link.clock, link.onFlood)
  const running = new Map<string, (reason: ProviderRpcError) => void>()
  const chunkedResults = storeChunkedResults(link.clock)
  const seen = recentIds(seenRequestLimit)
  const cancelledEarly = recentIds(promptQueueLimit * 8)
  let lastSequence = -1
  let isStopped = false

  const checkEnvelope = (request: Request) => {
    const isFresh =
      request.v === protocolVersion &&
      request.sid === link.sid &&
      request.seq > lastSequence &&
      !seen.has(request.id)
    if (!isFresh) throw new ProviderRpcError(providerCodes.invalidRequest, 'Invalid request')
    lastSequence = request.seq
    seen.add(request.id)
  }

  const readChunk = (raw: unknown): string => {
    const { of, part } = parseParams(partParamsSchema, raw)
    return chunkedResults.read(of, part)
  }

  const rowOf = (request: Request): Row => {
    const row = rows.get(request.method)
    if (row === undefined) throw new ProviderRpcError(providerCodes.methodNotFound, 'Unknown method')
    return row(request.params)
  }

  /** Counts a rejection if the step throws before any handler runs. */
  const countRejection = <Value>(step: () => Value): Value => {
    try {
      return step()
    } catch (error) {
      limiter.recordRejection()
      throw error
    }
  }

  /** Runs a handler. Settles with the first of its result, a cancel, the deadline and the end of the link. */
  const run = (request: Request, row: Row, waitMs: number | undefined) => {
    const release = limiter.enter(row.risk)
    const controller = new AbortController()
    return new Promise<unknown>((resolve, reject) => {
      const settle = (finish: () => void) => {
        if (!running.delete(request.id)) return
        stopTimer?.()
        release()
        finish()
      }
      const stop = (reason: ProviderRpcError) => {
        settle(() => reject(reason))
        controller.abort(reason)
      }
      running.set(request.id, stop)
      const stopTimer =
        waitMs === undefined
          ? undefined
          : link.clock.after(Math.min(waitMs, maxTimerMs), () => stop(expired()))
      row.run({ id: request.id, signal: controller.signal }).then(
        (result) => settle(() => resolve(result)),
        (error: unknown) => settle(() => reject(error)),
      )
    })
  }

  const runRequest = async (request: Request): Promise<unknown> => {
    const row = countRejection(() => rowOf(request))
    if (cancelledEarly.has(request.id)) throw aborted()
    const waitMs = request.deadline === undefined ? undefined : request.deadline - link.clock.now()
    if (waitMs !== undefined && waitMs <= 0) throw expired()
    return run(request, row, waitMs)
  }

  const respond = async (request: Request): Promise<Response> => {
    const { id } = request
    countRejection(() => checkEnvelope(request))
    if (request.method === partMethod) {
      limiter.enter('read')()
      return { id, ok: true, result: countRejection(() => readChunk(request.params)) }
    }
    const result = await runRequest(request)
    if (fitsInMessage(result)) return { id, ok: true, result }
    if (!link.chunked) throw new ProviderRpcError(providerCodes.internal, 'The result cannot be sent')
    return { id, ok: true, parts: await chunkedResults.store(id, result) }
  }

  return {
    dispatch: async (request) => {
      const { id } = request
      try {
        if (isStopped) throw disconnected()
        return await respond(request)
      } catch (thrown) {
        return { id, ok: false, error: sendable(encodeError(thrown)) }
      }
    },
    cancel: (id) => {
      const stop = running.get(id)
      chunkedResults.drop(id)
      if (stop) stop(aborted())
      else if (!seen.has(id)) cancelledEarly.add(id)
    },
    stop: () => {
      isStopped = true
      chunkedResults.stop()
      for (const stop of [...running.values()]) stop(disconnected())
    },
  }
}
