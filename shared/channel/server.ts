import * as z from 'zod/mini'
import { promptQueueLimit, seenRequestLimit } from '../config/limits.ts'
import { ProviderRpcError, providerCodes } from '../errors/provider-error.ts'
import { encodeError, linkError } from '../errors/wire-error.ts'
import { admission } from './admission.ts'
import type { Clock } from './clock.ts'
import { isSmallPlainData } from './measure.ts'
import type { CallContext, Handler, Handlers, Method, MethodTable, Risk } from './method.ts'
import { protocolVersion, type Request, type Response, requestSchema } from './wire.ts'

/** The serving side of a contract table. */
export type Server = {
  /** Answers one envelope; never rejects: errors are data (channel D3). */
  dispatch(raw: unknown): Promise<Response>
  /** Aborts a running call; a cancel that overtakes its request is remembered. */
  cancel(id: string): void
  /** Aborts everything: the link is gone. */
  stop(): void
}

type Row = { readonly risk: Risk; readonly run: (context: CallContext) => Promise<unknown> }

/** A table row and its handler joined into one function of raw parameters; throws −32602 when they do not parse. */
const join =
  <M extends Method>(row: M, handler: Handler<M>) =>
  (raw: unknown): Row => {
    const params = z.safeParse<M['params']>(row.params, raw)
    if (!params.success) throw new ProviderRpcError(providerCodes.invalidParams, 'Invalid params')
    return {
      risk: row.risk(params.data),
      run: async (context) => {
        const result = row.result.safeParse(await handler(params.data, context))
        if (!result.success)
          throw new ProviderRpcError(providerCodes.internal, 'Handler returned an invalid result')
        return result.data
      },
    }
  }

/** The last few ids, oldest forgotten first. */
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

/** Builds the serving side. `onFlood` is called for each thousand refusals in a second. */
export function makeServer<T extends MethodTable>(
  table: T,
  handlers: Handlers<T>,
  link: { readonly sid: string; readonly clock: Clock; readonly onFlood: () => void },
): Server {
  const rows = new Map<string, (raw: unknown) => Row>()
  const register = <Name extends keyof T & string>(name: Name) =>
    rows.set(name, join(table[name], handlers[name]))
  for (const name of Object.keys(table)) register(name)

  const doors = admission(link.clock, link.onFlood)
  const running = new Map<string, AbortController>()
  const seen = recentIds(seenRequestLimit)
  const cancelledEarly = recentIds(promptQueueLimit * 8)
  let lastSequence = -1

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

  const aborted = () => linkError(providerCodes.server, 'The request was cancelled', 'aborted')

  const perform = async (request: Request): Promise<unknown> => {
    checkEnvelope(request)
    const row = rows.get(request.method)
    if (row === undefined) throw new ProviderRpcError(providerCodes.methodNotFound, 'Unknown method')
    const { risk, run } = row(request.params)
    if (cancelledEarly.has(request.id)) throw aborted()
    const leave = doors.enter(risk)
    const controller = new AbortController()
    running.set(request.id, controller)
    const wait = request.deadline === undefined ? undefined : Math.max(0, request.deadline - link.clock.now())
    const expire = () => controller.abort(linkError(providerCodes.server, 'The request expired', 'expired'))
    const stopTimer = wait === undefined ? undefined : link.clock.after(wait, expire)
    try {
      const gone = new Promise<never>((_resolve, reject) => {
        controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
      })
      const result = await Promise.race([run({ id: request.id, signal: controller.signal }), gone])
      if (!isSmallPlainData(result))
        throw new ProviderRpcError(providerCodes.internal, 'The result is too large')
      return result
    } finally {
      stopTimer?.()
      running.delete(request.id)
      leave()
    }
  }

  return {
    dispatch: async (raw) => {
      const request = requestSchema.safeParse(raw)
      const id = request.success ? request.data.id : '0'.repeat(32)
      try {
        if (!request.success) throw new ProviderRpcError(providerCodes.invalidRequest, 'Invalid request')
        return { id, ok: true, result: await perform(request.data) }
      } catch (thrown) {
        return { id, ok: false, error: encodeError(thrown) }
      }
    },
    cancel: (id) => {
      const controller = running.get(id)
      if (controller) controller.abort(aborted())
      else if (!seen.has(id)) cancelledEarly.add(id)
    },
    stop: () => {
      for (const controller of running.values())
        controller.abort(linkError(providerCodes.disconnected, 'Disconnected', 'aborted'))
    },
  }
}
