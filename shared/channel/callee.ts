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

/** Joins a table row and its handler into one function of raw parameters; throws −32602 if they do not parse. */
const join =
  <M extends Method>(row: M, handler: Handler<M>) =>
  (raw: unknown): Row => {
    const params = parseWire<M['params']>(row.params, raw)
    if (!params.success) throw new ProviderRpcError(providerCodes.invalidParams, 'Invalid params')
    return {
      risk: row.risk(params.data),
      run: async (context) => {
        const result = parseWire(row.result, await handler(params.data, context))
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
const longestTimerMs = 2 ** 31 - 1

/** Creates the serving side. `onFlood` is called for each thousand rejections in a second. */
export function createCallee<T extends MethodTable>(
  table: T,
  handlers: Handlers<T>,
  link: {
    readonly sid: string
    readonly clock: Clock
    readonly onFlood: () => void
    /** True if the peer fetches results in chunks. */
    readonly readsParts: boolean
  },
): Callee {
  const rows = new Map<string, (raw: unknown) => Row>()
  const register = <Name extends keyof T & string>(name: Name) =>
    rows.set(name, join(table[name], handlers[name]))
  for (const name of Object.keys(table)) register(name)

  const doors = createCallLimiter(link.clock, link.onFlood)
  const running = new Map<string, (reason: ProviderRpcError) => void>()
  const parted = storeChunkedResults(link.clock)
  const seen = recentIds(seenRequestLimit)
  const cancelledEarly = recentIds(promptQueueLimit * 8)
  let lastSequence = -1
  let stopped = false

  const checkEnvelope = (request: Request) => {
    const fresh =
      request.v === protocolVersion &&
      request.sid === link.sid &&
      request.seq > lastSequence &&
      !seen.has(request.id)
    if (!fresh) throw new ProviderRpcError(providerCodes.invalidRequest, 'Invalid request')
    lastSequence = request.seq
    seen.add(request.id)
  }

  const readPart = (raw: unknown): string => {
    const params = parseWire(partParamsSchema, raw)
    if (!params.success) throw new ProviderRpcError(providerCodes.invalidParams, 'Invalid params')
    return parted.read(params.data.of, params.data.part)
  }

  const rowOf = (request: Request): Row => {
    const row = rows.get(request.method)
    if (row === undefined) throw new ProviderRpcError(providerCodes.methodNotFound, 'Unknown method')
    return row(request.params)
  }

  /** Counts a rejection if the step throws before any handler runs. */
  const counted = <Value>(step: () => Value): Value => {
    try {
      return step()
    } catch (error) {
      doors.turnAway()
      throw error
    }
  }

  /** Runs a handler. Settles with the first of its result, a cancel, the deadline and the end of the link. */
  const run = (request: Request, row: Row, waitMs: number | undefined) => {
    const leave = doors.enter(row.risk)
    const controller = new AbortController()
    return new Promise<unknown>((resolve, reject) => {
      const settle = (finish: () => void) => {
        if (!running.delete(request.id)) return
        stopTimer?.()
        leave()
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
          : link.clock.after(Math.min(waitMs, longestTimerMs), () => stop(expired()))
      row.run({ id: request.id, signal: controller.signal }).then(
        (result) => settle(() => resolve(result)),
        (error: unknown) => settle(() => reject(error)),
      )
    })
  }

  const perform = async (request: Request): Promise<unknown> => {
    const row = counted(() => rowOf(request))
    if (cancelledEarly.has(request.id)) throw aborted()
    const waitMs = request.deadline === undefined ? undefined : request.deadline - link.clock.now()
    if (waitMs !== undefined && waitMs <= 0) throw expired()
    return run(request, row, waitMs)
  }

  const respond = async (request: Request): Promise<Response> => {
    const { id } = request
    counted(() => checkEnvelope(request))
    if (request.method === partMethod) {
      doors.enter('read')()
      return { id, ok: true, result: counted(() => readPart(request.params)) }
    }
    const result = await perform(request)
    if (fitsInMessage(result)) return { id, ok: true, result }
    if (!link.readsParts) throw new ProviderRpcError(providerCodes.internal, 'The result cannot be sent')
    return { id, ok: true, parts: await parted.keep(id, result) }
  }

  return {
    dispatch: async (request) => {
      const { id } = request
      try {
        if (stopped) throw disconnected()
        return await respond(request)
      } catch (thrown) {
        return { id, ok: false, error: sendable(encodeError(thrown)) }
      }
    },
    cancel: (id) => {
      const stop = running.get(id)
      parted.drop(id)
      if (stop) stop(aborted())
      else if (!seen.has(id)) cancelledEarly.add(id)
    },
    stop: () => {
      stopped = true
      parted.stop()
      for (const stop of [...running.values()]) stop(disconnected())
    },
  }
}
