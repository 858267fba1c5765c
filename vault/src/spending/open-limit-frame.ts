import type { Clock } from '#shared/channel/clock.ts'
import type { PostTarget } from '#shared/channel/message-event.ts'
import { parseWire } from '#shared/wire-schema.ts'
import type { SpendingRecord } from '../wallet/spending-records.ts'
import { type FromFrame, fromFrameSchema, type ReadyFrame } from './limit-messages.ts'

/** The frame does not respond, or rejects what it is sent. */
export class LimitFrameError extends Error {
  override readonly name = 'LimitFrameError'
}

/** The vault's frame on the site, as its window sees it. */
export type LimitFrame = ReadyFrame & {
  /** Resolves once the browser has written the limit to the frame's storage. @throws LimitFrameError */
  readonly store: (record: SpendingRecord) => Promise<void>
  readonly close: () => void
}

/** Longer than a busy device needs, in milliseconds. */
const responseMs = 10_000

/**
 * Connects the vault's window to the vault's frame in the widget. The browser delivers the port to a document of `origin` only, which is
 * the vault's own. @throws LimitFrameError
 */
export async function openLimitFrame(frame: PostTarget, origin: string, clock: Clock): Promise<LimitFrame> {
  const { port1: port, port2 } = new MessageChannel()
  /** Resolves to what `read` makes of a message of the frame; undefined: it is of another limit. */
  const receive = <Result>(read: (message: FromFrame) => Result | 'failed' | undefined) =>
    new Promise<Result>((resolve, reject) => {
      const cancel = clock.after(responseMs, () => reject(new LimitFrameError('The frame does not respond')))
      port.onmessage = ({ data }: MessageEvent<unknown>) => {
        const parsed = parseWire(fromFrameSchema, data)
        const result = parsed.success ? read(parsed.data) : 'failed'
        if (result === undefined) return
        cancel()
        if (result === 'failed') reject(new LimitFrameError('The frame cannot store limits'))
        else resolve(result)
      }
    })
  const close = () => port.close()
  try {
    const response = receive((message) => (message.is === 'ready' ? message : 'failed'))
    frame.postMessage({ drawbridge: 'spending-limit' }, origin, [port2])
    return {
      ...(await response),
      store: async (record) => {
        const stored = receive((message) => {
          if (message.is === 'ready') return 'failed'
          // A late response to an earlier limit, which was given up, says nothing of this one.
          if (message.limitId !== undefined && message.limitId !== record.limitId) return undefined
          return message.is
        })
        port.postMessage({ is: 'store', record })
        await stored
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}
