import type { Endpoint } from 'comlink'
import { providerCodes } from '../errors/provider-error.ts'
import { listOf, nonEmptyText, oneOf, parseWire, strictObject, type Wire } from '../wire-schema.ts'
import { isSmallPlainData } from './message-limits.ts'
import { idSchema, noId, requestSchema, responseSchema } from './wire.ts'

/**
 * Comlink itself lets its peer walk any path, construct, set and transfer ports (channel D2). The guard is an endpoint
 * around a port that accepts exactly two shapes: a call of `dispatch` with one raw envelope on the serving side, the raw
 * response to a pending call on the calling side. Everything else is a strike and never reaches comlink.
 */

const comlinkId = nonEmptyText(128)
const singletonOf = <Item>(item: Wire<Item, unknown>) => listOf(item, 1, 1)

const callFrame = strictObject({
  id: comlinkId,
  type: oneOf('APPLY'),
  path: singletonOf(oneOf('dispatch')),
  argumentList: singletonOf(strictObject({ type: oneOf('RAW'), value: requestSchema })),
})

const replyFrame = strictObject({
  id: comlinkId,
  type: oneOf('RAW'),
  value: responseSchema,
})

/** An own data property, read without calling getters or reading prototypes. */
const ownValue = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined

/** The ids of a call frame, as far as they can be read: comlink's, and the envelope's. */
const idsOf = (frame: unknown) => {
  const id = parseWire(comlinkId, ownValue(frame, 'id'))
  const envelopeId = parseWire(
    idSchema,
    ownValue(ownValue(ownValue(ownValue(frame, 'argumentList'), '0'), 'value'), 'id'),
  )
  return { id: id.data, envelopeId: envelopeId.data ?? noId }
}

const failure = (id: string, envelopeId: string, code: number, message: string) => ({
  id,
  type: 'RAW',
  value: { id: envelopeId, ok: false, error: { code, message } },
})

/** The part of a port that the guard uses: `MessagePort` in browsers and in Node. */
export type GuardedPort = Pick<
  MessagePort,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'start'
>

/** An endpoint that passes to comlink only what `accept` returns: frames that a schema rebuilt, never the raw one. */
const guarded = (
  port: GuardedPort,
  post: (message: unknown) => void,
  accept: (data: unknown, isPlain: boolean) => object | undefined,
  onStrike: () => void,
): Endpoint => {
  // A message that this realm cannot deserialise (shared memory, modules) is an attack too.
  port.addEventListener('messageerror', onStrike)
  return {
    postMessage: post,
    addEventListener: (_type, listener) =>
      port.addEventListener('message', ({ data, ports }: MessageEvent) => {
        const accepted = accept(data, ports.length === 0 && isSmallPlainData(data))
        if (accepted && typeof listener === 'function') {
          listener(new MessageEvent('message', { data: accepted }))
        }
      }),
    // Comlink stops listening only on RELEASE, which never passes; a link ends with its ports.
    removeEventListener: () => {},
    start: () => port.start(),
  }
}

/** Endpoint for the side that exposes `dispatch`; a rejected frame gets −32600 if it has a readable id. */
export const guardCalls = (port: GuardedPort, onStrike: () => void): Endpoint =>
  guarded(
    port,
    // Transfers are never passed on: after `init` no port or buffer is transferred.
    (message) => port.postMessage(message),
    (data, isPlain) => {
      const call = isPlain && parseWire(callFrame, data).data
      if (call) return call
      const { id, envelopeId } = idsOf(data)
      if (id !== undefined) {
        port.postMessage(failure(id, envelopeId, providerCodes.invalidRequest, 'Invalid request'))
      }
      onStrike()
      return undefined
    },
    onStrike,
  )

/**
 * Endpoint for the side that calls `dispatch`: each call gets one well-formed response. An ill-formed response to a pending
 * call becomes −32603, so that the caller does not wait forever; one without a pending call is dropped.
 */
export const guardResponses = (port: GuardedPort, onStrike: () => void): Endpoint => {
  const pendingIds = new Map<string, string>()
  return guarded(
    port,
    (message) => {
      // Comlink's finaliser posts RELEASE when a link was dropped without `close`; the peer would count it as a strike.
      if (ownValue(message, 'type') !== 'APPLY') return
      const { id, envelopeId } = idsOf(message)
      port.postMessage(message)
      if (id !== undefined) pendingIds.set(id, envelopeId)
    },
    (data, isPlain) => {
      const id = ownValue(data, 'id')
      const envelopeId = typeof id === 'string' ? pendingIds.get(id) : undefined
      if (typeof id !== 'string' || envelopeId === undefined) {
        onStrike()
        return undefined
      }
      pendingIds.delete(id)
      const reply = isPlain && parseWire(replyFrame, data).data
      if (reply && reply.value.id === envelopeId) return reply
      onStrike()
      return failure(id, envelopeId, providerCodes.internal, 'Peer returned an invalid result')
    },
    onStrike,
  )
}
