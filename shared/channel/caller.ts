import { type LinkReason, ProviderRpcError, providerCodes } from '../errors/provider-error.ts'
import { decodeError, linkError } from '../errors/wire-error.ts'
import { invalidPath, parseWire } from '../wire-schema.ts'
import { createCallLimiter } from './call-limiter.ts'
import { fetchChunkedResults, invalidResult } from './chunked-result.ts'
import type { Clock } from './clock.ts'
import { copyPlainData } from './copy-plain-data.ts'
import type { MethodTable, ParamsIn, ResultOut, Risk } from './method.ts'
import { randomId } from './random-id.ts'
import { partMethod, protocolVersion, type Request, type Response } from './wire.ts'

export type CallOptions = { readonly signal?: AbortSignal | undefined }

/** The calling side of a contract table. */
export type Caller<T extends MethodTable> = {
  /**
   * Calls a method of the peer. Parameters and result are parsed by the table.
   * @throws ProviderRpcError with the peer's code and data; −32602 for invalid parameters; −32005 above the limits of the
   * link; −32603 for a result of the wrong type, or of more than 8 MB; −32000 `expired` after the method's time; 4900 when
   * the link is lost (`data.reason` is `unknown-outcome` if the user may have been prompted). An aborted call rejects with
   * the signal's reason at once.
   */
  call<Name extends keyof T & string>(
    name: Name,
    params: ParamsIn<T[Name]>,
    options?: CallOptions,
  ): Promise<ResultOut<T[Name]>>
  /** Rejects all pending calls: the link is lost. */
  rejectAll(): void
}

type Pending = { readonly risk: Risk; readonly reject: (error: unknown) => void }

/**
 * The error of a call whose link was lost: 4900; for prompts the outcome is unknown (docs/protocol.md#8-loss-and-recovery).
 */
export const connectionLostError = (risk: Risk, reason: LinkReason = 'unreachable'): ProviderRpcError =>
  risk === 'prompt'
    ? linkError(
        providerCodes.disconnected,
        'The wallet widget was interrupted; the outcome is unknown',
        'unknown-outcome',
      )
    : linkError(providerCodes.disconnected, 'The wallet widget is disconnected', reason)

const invalidParams = (name: string, path: readonly string[] = []) =>
  new ProviderRpcError(
    providerCodes.invalidParams,
    `Invalid params for ${[name, ...path.slice(0, 4)].join('.').slice(0, 128)}`,
  )

/** Creates the calling side over a `dispatch` function (comlink's, already guarded). */
export function createCaller<T extends MethodTable>(
  table: T,
  link: {
    readonly sid: string
    readonly clock: Clock
    /** Resolves with the response to this request: the guard has parsed it and compared the ids. */
    readonly dispatch: (envelope: Request) => Promise<Response>
    readonly cancel: (id: string) => void
  },
): Caller<T> {
  const pending = new Map<string, Pending>()
  // The peer's limits, also enforced on this side: an honest page gets an error here instead of a strike.
  const limiter = createCallLimiter(link.clock, () => {})
  let sequence = 0
  let isLost = false

  const request = (method: string, params: unknown): Request => {
    sequence += 1
    return { v: protocolVersion, sid: link.sid, id: randomId(), seq: sequence, method, params }
  }

  const fetchChunked = fetchChunkedResults(async (of, part) => {
    // The call was aborted, and the peer has dropped the rest.
    if (!pending.has(of)) throw invalidResult()
    const reply = await link.dispatch(request(partMethod, { of, part }))
    if (!reply.ok) throw decodeError(reply.error)
    return 'parts' in reply ? undefined : reply.result
  })

  const send = (
    envelope: Request,
    risk: Risk,
    timeoutMs: number | undefined,
    signal: AbortSignal | undefined,
  ) => {
    const release = limiter.enter(risk)
    return new Promise<unknown>((resolve, reject) => {
      const settle = (finish: () => void) => {
        if (!pending.delete(envelope.id)) return
        stopTimer?.()
        signal?.removeEventListener('abort', onAbort)
        release()
        finish()
      }
      const fail = (error: unknown) => settle(() => reject(error))
      const cancelWith = (error: unknown) => {
        fail(error)
        link.cancel(envelope.id)
      }
      const onAbort = () => cancelWith(signal?.reason)
      const onTimeout = () =>
        cancelWith(linkError(providerCodes.server, `${envelope.method} took too long`, 'expired'))
      const finish = (result: unknown) => settle(() => resolve(result))
      const onReply = (reply: Response) => {
        if (!reply.ok) return fail(decodeError(reply.error))
        if ('parts' in reply) fetchChunked(envelope.id, reply.parts).then(finish, fail)
        else finish(reply.result)
      }
      pending.set(envelope.id, { risk, reject: fail })
      const stopTimer = timeoutMs === undefined ? undefined : link.clock.after(timeoutMs, onTimeout)
      signal?.addEventListener('abort', onAbort, { once: true })
      // Comlink rejects only if the frame could not be cloned, which `copyPlainData` all but rules out.
      link.dispatch(envelope).then(onReply, () => fail(invalidParams(envelope.method)))
    })
  }

  return {
    call: async (name, input, options = {}) => {
      const row = table[name]
      if (row === undefined) throw new ProviderRpcError(providerCodes.methodNotFound, `No method ${name}`)
      // Objects of the page may be Proxies or have getters: one copy of them is validated and sent.
      const plainParams = copyPlainData(input)
      if (!plainParams) throw invalidParams(name)
      const params = plainParams.copy
      const parsed = parseWire<T[typeof name]['params']>(row.params, params)
      // The input form is sent; the peer applies the schema's defaults itself.
      if (!parsed.success) throw invalidParams(name, invalidPath(row.params, params))
      const risk = row.risk(parsed.data)
      if (isLost) throw connectionLostError('read')
      options.signal?.throwIfAborted()
      const deadline = row.timeoutMs === undefined ? {} : { deadline: link.clock.now() + row.timeoutMs }
      const envelope = { ...request(name, params), ...deadline }
      const raw = await send(envelope, risk, row.timeoutMs, options.signal)
      const result = parseWire<T[typeof name]['result']>(row.result, raw)
      if (!result.success) throw invalidResult()
      return result.data
    },
    rejectAll: () => {
      isLost = true
      for (const call of [...pending.values()]) call.reject(connectionLostError(call.risk))
    },
  }
}
