import type { Clock } from '#shared/channel/clock.ts'
import type { PostTarget } from '#shared/channel/message-event.ts'
import { parseWire } from '#shared/wire-schema.ts'
import type { SpendingRecord } from '../wallet/spending-records.ts'
import { fromFrameSchema, type ReadyFrame } from './limit-messages.ts'

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
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      const cancel = clock.after(responseMs, () => reject(new LimitFrameError('The frame does not respond')))
      port.onmessage = ({ data }: MessageEvent<unknown>) => {
        cancel()
        resolve(data)
      }
    })
  const receive = async () => {
    const parsed = parseWire(fromFrameSchema, await next())
    if (!parsed.success || parsed.data.is === 'failed')
      throw new LimitFrameError('The frame cannot store limits')
    return parsed.data
  }
  const close = () => port.close()
  try {
    const response = receive()
    frame.postMessage({ drawbridge: 'spending-limit' }, origin, [port2])
    const ready = await response
    if (ready.is !== 'ready') throw new LimitFrameError('The frame is not ready')
    return {
      ...ready,
      store: async (record) => {
        const stored = receive()
        port.postMessage({ is: 'store', record })
        if ((await stored).is !== 'stored') throw new LimitFrameError('The frame has not stored the limit')
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}
