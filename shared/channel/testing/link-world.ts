import * as z from '#shared/zod.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { LinkPorts } from '../handshake/handshake.ts'
import { type CloseReason, type Link, openLink } from '../link.ts'
import { type Handlers, method } from '../method.ts'
import { randomId } from '../random-id.ts'
import { partsCapability } from '../wire.ts'

/** A small contract that has one method of each risk. */
export const testMethods = {
  echo: method(z.strictObject({ value: z.unknown() }), z.strictObject({ value: z.unknown() }), {
    risk: 'read',
    timeoutMs: 30_000,
  }),
  sign: method(z.strictObject({ text: z.string() }), z.strictObject({ signature: z.string() }), {
    risk: 'prompt',
  }),
  show: method(z.strictObject({}), z.strictObject({}), { risk: 'view' }),
}

export const testTopics = { note: z.strictObject({ text: z.string() }) }

export type TestMethods = typeof testMethods
export type TestTopics = typeof testTopics
export type TestLink = Link<TestMethods, TestTopics, TestTopics>
export type TestHandlers = Handlers<TestMethods>

export const testHandlers: TestHandlers = {
  echo: ({ value }) => ({ value }),
  sign: ({ text }) => ({ signature: `signed ${text}` }),
  show: () => ({}),
}

/** Both ends of the three channels of a link. */
export function linkPorts(): { readonly host: LinkPorts; readonly widget: LinkPorts; close(): void } {
  const [toWidget, toHost, ctl] = [new MessageChannel(), new MessageChannel(), new MessageChannel()]
  return {
    host: { toWidget: toWidget.port1, toHost: toHost.port1, ctl: ctl.port1 },
    widget: { toWidget: toWidget.port2, toHost: toHost.port2, ctl: ctl.port2 },
    close: () => {
      for (const { port1, port2 } of [toWidget, toHost, ctl]) {
        port1.close()
        port2.close()
      }
    },
  }
}

export type End = {
  readonly link: TestLink
  /** The reasons with which it closed, in order. */
  readonly closed: CloseReason[]
  readonly pongs: number[]
  gaps: number
}

/** Opens one end with the test contract. */
export function openEnd(options: {
  readonly side: 'host' | 'widget'
  readonly sid: string
  readonly ports: LinkPorts
  readonly clock?: Clock
  readonly handlers?: Partial<TestHandlers>
  readonly caps?: readonly string[]
}): End {
  const closed: CloseReason[] = []
  const pongs: number[] = []
  const end: { gaps: number } = { gaps: 0 }
  const link: TestLink = openLink({
    side: options.side,
    sid: options.sid,
    ports: options.ports,
    clock: options.clock ?? systemClock,
    calls: testMethods,
    serves: testMethods,
    handlers: { ...testHandlers, ...options.handlers },
    emits: testTopics,
    receives: testTopics,
    caps: options.caps ?? [partsCapability],
    onGap: () => {
      end.gaps += 1
    },
    onPong: (n) => pongs.push(n),
    onClose: (reason) => closed.push(reason),
  })
  return Object.assign(end, { link, closed, pongs })
}

/** A whole link in one process: both ends over real message channels. */
export function openPair(
  options: {
    readonly clock?: Clock
    readonly host?: Partial<TestHandlers>
    readonly widget?: Partial<TestHandlers>
  } = {},
): { readonly host: End; readonly widget: End; close(): void } {
  const ports = linkPorts()
  const sid = randomId()
  const clock = options.clock ?? systemClock
  return {
    host: openEnd({ side: 'host', sid, ports: ports.host, clock, handlers: options.host ?? {} }),
    widget: openEnd({ side: 'widget', sid, ports: ports.widget, clock, handlers: options.widget ?? {} }),
    close: ports.close,
  }
}
