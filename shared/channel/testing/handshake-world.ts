import * as z from '#shared/zod.ts'
import type { LinkPorts } from '../handshake/handshake.ts'
import { handshakeAsHost } from '../handshake/handshake-host.ts'
import { handshakeAsWidget } from '../handshake/handshake-widget.ts'
import { fakeClock } from './fake-clock.ts'
import { facingWindows } from './fake-windows.ts'

export const hostOrigin = 'https://shop.example'
export const widgetOrigin = 'https://widget.example'
export const evilOrigin = 'https://evil.example'

export const helloShape = z.object({ t: z.literal('link:hello'), wid: z.string() })
export const initShape = z.object({ t: z.literal('link:init'), wid: z.string(), sid: z.string() })

/** Waits until every posted message has arrived. */
export async function settle(): Promise<void> {
  for (let n = 0; n < 5; n += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Two windows that see each other, with both halves of the handshake ready to start. */
export function handshakeWorld() {
  const windows = facingWindows(hostOrigin, widgetOrigin)
  const clock = fakeClock()
  const abort = new AbortController()
  const opened: MessagePort[] = []
  const trackPorts = <T extends { readonly ports: LinkPorts }>(handshake: T): T => {
    opened.push(...Object.values(handshake.ports))
    return handshake
  }
  return {
    ...windows,
    clock,
    abort,
    asHost: (more: Partial<Parameters<typeof handshakeAsHost>[0]> = {}) =>
      handshakeAsHost({
        window: windows.host,
        frameWindow: () => windows.widgetSeenByHost,
        widgetOrigin,
        sdkVersion: '1.0.0',
        caps: ['a', 'b'],
        clock,
        signal: abort.signal,
        ...more,
      }).then(trackPorts),
    asWidget: (more: Partial<Parameters<typeof handshakeAsWidget>[0]> = {}) =>
      handshakeAsWidget({
        window: windows.widget,
        peer: windows.hostSeenByWidget,
        ancestorOrigins: [hostOrigin],
        widgetVersion: '2.0.0',
        caps: ['b', 'c'],
        clock,
        ...more,
      }).then(trackPorts),
    /** Ports like those of an `init`. */
    threePorts: (): MessagePort[] => {
      const channels = [new MessageChannel(), new MessageChannel(), new MessageChannel()]
      opened.push(...channels.flatMap(({ port1, port2 }) => [port1, port2]))
      return channels.map(({ port2 }) => port2)
    },
    close: () => {
      for (const port of opened) port.close()
    },
  }
}

export type HandshakeWorld = ReturnType<typeof handshakeWorld>
