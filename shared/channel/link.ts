import * as Comlink from 'comlink'
import { strikeLimit } from '../config/limits.ts'
import { ProviderRpcError, providerCodes } from '../errors/provider-error.ts'
import { parseWire } from '../wire-schema.ts'
import { createCallLimiter } from './call-limiter.ts'
import { createCallee } from './callee.ts'
import { type Caller, type CallOptions, createCaller } from './caller.ts'
import type { Clock } from './clock.ts'
import { copyPlainData } from './copy-plain-data.ts'
import { type Payload, receiveEvents } from './events.ts'
import { guardCalls, guardResponses } from './guard.ts'
import type { LinkPorts } from './handshake/handshake.ts'
import { isSmallPlainData } from './message-limits.ts'
import type { Handlers, MethodTable, ParamsIn, ResultOut, TopicTable } from './method.ts'
import {
  type ByeReason,
  type Control,
  controlSchema,
  partsCapability,
  type Request,
  type Response,
} from './wire.ts'

/** Why a link ended: a `bye` of either end, or the owner considers the peer lost. */
export type CloseReason = ByeReason | 'lost'

/** One end of an established link. Keep a reference: it keeps the comlink proxy alive (channel D2). */
export type Link<Calls extends MethodTable, Emits extends TopicTable, Receives extends TopicTable> = {
  readonly sid: string
  call<Name extends keyof Calls & string>(
    name: Name,
    params: ParamsIn<Calls[Name]>,
    options?: CallOptions,
  ): Promise<ResultOut<Calls[Name]>>
  /**
   * Emits an event to the peer. Does nothing once the link is closed.
   * @throws ProviderRpcError −32602 when the payload does not parse or does not fit a frame.
   */
  emit<Topic extends keyof Emits & string>(topic: Topic, payload: Payload<Emits, Topic>): void
  on<Topic extends keyof Receives & string>(
    topic: Topic,
    listener: (payload: Payload<Receives, Topic>) => void,
  ): () => void
  /** Sends ping `n`; `onPong` receives the pong. */
  ping(n: number): void
  close(reason: CloseReason): void
}

export type LinkOptions<
  Calls extends MethodTable,
  Serves extends MethodTable,
  Emits extends TopicTable,
  Receives extends TopicTable,
> = {
  readonly side: 'host' | 'widget'
  readonly sid: string
  readonly ports: LinkPorts
  readonly clock: Clock
  readonly calls: Calls
  readonly serves: Serves
  readonly handlers: Handlers<Serves>
  readonly emits: Emits
  readonly receives: Receives
  /** Capabilities that both ends named. */
  readonly caps: readonly string[]
  /** Events were missed: request a snapshot from the peer. */
  readonly onGap: () => void
  readonly onPong?: (n: number) => void
  readonly onClose: (reason: CloseReason) => void
}

/** Opens one end over the three ports of a finished handshake. */
export function openLink<
  Calls extends MethodTable,
  Serves extends MethodTable,
  Emits extends TopicTable,
  Receives extends TopicTable,
>(options: LinkOptions<Calls, Serves, Emits, Receives>): Link<Calls, Emits, Receives> {
  const { sid, ports, clock, side } = options
  const [outgoing, incoming] =
    side === 'host' ? [ports.toWidget, ports.toHost] : [ports.toHost, ports.toWidget]
  let isOpen = true
  let strikes = 0
  let emittedCount = 0

  const post = (message: Control) => {
    if (isOpen) ports.ctl.postMessage(message)
  }
  const end = (reason: CloseReason) => {
    if (!isOpen) return
    isOpen = false
    caller.rejectAll()
    server.stop()
    ports.ctl.removeEventListener('message', onControl)
    for (const port of Object.values(ports)) port.close()
    // Otherwise comlink's finaliser would retain both forever: it references the endpoint, whose listeners reference them.
    dispatch[Comlink.releaseProxy]()
    remote[Comlink.releaseProxy]()
    options.onClose(reason)
  }
  const close = (reason: CloseReason) => {
    if (reason !== 'lost') post({ t: 'bye', sid, reason })
    end(reason)
  }
  const strike = () => {
    strikes += 1
    if (strikes >= strikeLimit) close('strike')
  }

  const remote = Comlink.wrap<{ dispatch(envelope: Request): Response }>(guardResponses(outgoing, strike))
  const { dispatch } = remote
  const caller: Caller<Calls> = createCaller(options.calls, {
    sid,
    clock,
    dispatch: (envelope) => dispatch(envelope),
    cancel: (id) => post({ t: 'cancel', sid, id, reason: 'aborted' }),
  })

  const server = createCallee(options.serves, options.handlers, {
    sid,
    clock,
    onFlood: strike,
    chunked: options.caps.includes(partsCapability),
  })
  const exposed: { dispatch: typeof server.dispatch } = Object.assign(Object.create(null), {
    dispatch: server.dispatch,
  })
  Comlink.expose(Object.freeze(exposed), guardCalls(incoming, strike))

  const events = receiveEvents(options.receives, options.onGap)
  const limiter = createCallLimiter(clock, strike)

  const onControl = (event: MessageEvent) => {
    // A dropped event is a gap, and a dropped ping is sent again.
    if (!limiter.take()) return
    if (event.ports.length > 0 || !isSmallPlainData(event.data)) return strike()
    const message = parseWire(controlSchema, event.data)
    if (!message.success || message.data.sid !== sid) return strike()
    receive(message.data)
  }
  const receive = (message: Control) => {
    switch (message.t) {
      case 'evt':
        if (!events.receive(message)) strike()
        return
      case 'cancel':
        return server.cancel(message.id)
      case 'ping':
        return post({ t: 'pong', sid, n: message.n })
      case 'pong':
        return options.onPong?.(message.n)
      case 'bye':
        return end(message.reason)
      default:
        // accept and reject belong to the handshake, which is finished.
        return strike()
    }
  }
  ports.ctl.addEventListener('message', onControl)
  ports.ctl.addEventListener('messageerror', strike)
  ports.ctl.start()

  return {
    sid,
    call: caller.call,
    emit: (topic, rawPayload) => {
      if (!isOpen) return
      const schema = options.emits[topic]
      const plain = copyPlainData(rawPayload)
      if (!schema || !plain || !parseWire(schema, plain.copy).success) {
        throw new ProviderRpcError(providerCodes.invalidParams, `Invalid payload for ${topic}`)
      }
      emittedCount += 1
      post({ t: 'evt', sid, seq: emittedCount, topic, payload: plain.copy })
    },
    on: events.on,
    ping: (n) => post({ t: 'ping', sid, n }),
    close,
  }
}
