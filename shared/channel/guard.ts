import type { Endpoint } from 'comlink'
import * as z from 'zod/mini'
import { providerCodes } from '../errors/provider-error.ts'
import { isSmallPlainData } from './measure.ts'
import { requestSchema, responseSchema } from './wire.ts'

/**
 * Stock comlink walks any path, constructs, sets and hands out ports for its peer (channel §3.1). The guard is an
 * endpoint around a port that lets exactly two shapes through: a call of `dispatch` with one raw envelope on the
 * serving side, a raw response on the calling side. Everything else is a strike and never reaches comlink.
 */

const comlinkId = z.string().check(z.minLength(1), z.maxLength(128))

const callFrame = z.strictObject({
  id: comlinkId,
  type: z.literal('APPLY'),
  path: z.tuple([z.literal('dispatch')]),
  argumentList: z.tuple([z.strictObject({ type: z.literal('RAW'), value: requestSchema })]),
})

const replyFrame = z.strictObject({
  id: comlinkId,
  type: z.literal('RAW'),
  value: responseSchema,
})

const noId = '0'.repeat(32)

/** An own data property, read without touching getters or prototypes. */
const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, key)?.value : undefined

/** The answer to an unacceptable frame, if its comlink id is readable; the envelope's id is echoed when it is too. */
const invalidRequest = (data: unknown): unknown => {
  const id = comlinkId.safeParse(own(data, 'id'))
  if (!id.success) return undefined
  const envelopeId = own(own(own(own(data, 'argumentList'), '0'), 'value'), 'id')
  const echoed = typeof envelopeId === 'string' && /^[0-9a-f]{32}$/.test(envelopeId) ? envelopeId : noId
  const error = { code: providerCodes.invalidRequest, message: 'Invalid request' }
  return { id: id.data, type: 'RAW', value: { id: echoed, ok: false, error } }
}

/** What the guard needs of a port: `MessagePort` in browsers and in Node. */
export type GuardedPort = Pick<
  MessagePort,
  'postMessage' | 'addEventListener' | 'removeEventListener' | 'start'
>

const guarded = (
  port: GuardedPort,
  accepts: (data: unknown) => boolean,
  refuse: (data: unknown) => void,
): Endpoint => {
  const wrapped = new Map<EventListenerOrEventListenerObject, (event: MessageEvent) => void>()
  return {
    // Transfers are never passed on: after `init` no port or buffer changes hands.
    postMessage: (message) => port.postMessage(message),
    addEventListener: (_type, listener) => {
      const filter = (event: MessageEvent) => {
        if (event.ports.length > 0 || !accepts(event.data)) return refuse(event.data)
        if (typeof listener === 'function') listener(event)
        else listener.handleEvent(event)
      }
      wrapped.set(listener, filter)
      port.addEventListener('message', filter)
    },
    removeEventListener: (_type, listener) => {
      const filter = wrapped.get(listener)
      if (filter) port.removeEventListener('message', filter)
      wrapped.delete(listener)
    },
    start: () => port.start(),
  }
}

/** Endpoint for the side that exposes `dispatch`; a refused frame is answered with −32600 when it has a readable id. */
export const guardCalls = (port: GuardedPort, onStrike: () => void): Endpoint =>
  guarded(
    port,
    (data) => isSmallPlainData(data) && callFrame.safeParse(data).success,
    (data) => {
      const answer = invalidRequest(data)
      if (answer !== undefined) port.postMessage(answer)
      onStrike()
    },
  )

/** Endpoint for the side that calls `dispatch`: only well-formed responses come back. */
export const guardReplies = (port: GuardedPort, onStrike: () => void): Endpoint =>
  guarded(port, (data) => isSmallPlainData(data) && replyFrame.safeParse(data).success, onStrike)
