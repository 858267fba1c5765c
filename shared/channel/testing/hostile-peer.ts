import type { Clock } from '../clock.ts'
import { randomId } from '../random-id.ts'
import { type End, linkPorts, openEnd, type TestHandlers } from './link-world.ts'

/** One end of a link under attack: the test has the three raw ports of the other end. */
export type Attack = {
  readonly target: End
  readonly sid: string
  /** The port on which the target serves calls. */
  readonly calls: Wire
  /** The port on which the target calls and waits for replies. */
  readonly replies: Wire
  readonly ctl: Wire
  /** A well-formed call frame; `seq` increases by itself. */
  frame(method: string, params: unknown, envelope?: object): CallFrame
  close(): void
}

export type CallFrame = {
  readonly id: string
  readonly type: 'APPLY'
  readonly path: readonly ['dispatch']
  readonly argumentList: readonly [{ readonly type: 'RAW'; readonly value: { readonly id: string } }]
}

/** A raw port with all messages it has emitted. */
export type Wire = {
  readonly received: unknown[]
  /** Resolves when the other end has closed the port: it delivers nothing after that. */
  readonly closed: Promise<void>
  post(message: unknown, transfer?: Transferable[]): void
}

const wire = (port: MessagePort): Wire => {
  const received: unknown[] = []
  port.addEventListener('message', (event) => received.push(event.data))
  const closed = new Promise<void>((resolve) => port.addEventListener('close', () => resolve()))
  port.start()
  return {
    received,
    closed,
    post: (message, transfer = []) => port.postMessage(message, transfer),
  }
}

/** Opens one end and returns the other end's ports to the test. */
export function attack(
  side: 'host' | 'widget',
  options: {
    readonly clock?: Clock
    readonly handlers?: Partial<TestHandlers>
    readonly caps?: readonly string[]
  } = {},
): Attack {
  const ports = linkPorts()
  const sid = randomId()
  const target = openEnd({ side, sid, ports: ports[side], ...options })
  const mine = side === 'host' ? ports.widget : ports.host
  const [served, called] = side === 'host' ? [mine.toHost, mine.toWidget] : [mine.toWidget, mine.toHost]
  let seq = 0
  return {
    target,
    sid,
    calls: wire(served),
    replies: wire(called),
    ctl: wire(mine.ctl),
    frame: (method, params, envelope = {}) => {
      seq += 1
      const value = { v: 1, sid, id: randomId(), seq, method, params, ...envelope }
      return { id: randomId(), type: 'APPLY', path: ['dispatch'], argumentList: [{ type: 'RAW', value }] }
    },
    close: ports.close,
  }
}
