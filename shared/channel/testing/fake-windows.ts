import type { PostTarget, WindowMessages } from '../message-event.ts'

/** A message event as the platform fires it: trusted, with the sender's true origin and window. */
class TrustedMessageEvent extends MessageEvent<unknown> {
  override get isTrusted() {
    return true
  }
}

/** A window as another one sees it. It is a port, because Node's events accept no other source. */
export type SeenWindow = MessagePort & PostTarget

export type FakeWindow = WindowMessages & {
  readonly origin: string
  /** The number of its listeners. */
  listeners(): number
  /** Fires an event that a test created. */
  fire(event: MessageEvent): void
  /** Fires the event that the platform would fire for a message. */
  deliver(message: {
    readonly data: unknown
    readonly origin: string
    readonly source: SeenWindow | null
    readonly ports?: readonly MessagePort[]
  }): void
}

function fakeWindow(origin: string): FakeWindow {
  const byType = new Map<string, Set<(event: MessageEvent) => void>>()
  const of = (type: string) => {
    const listeners = byType.get(type) ?? new Set()
    byType.set(type, listeners)
    return listeners
  }
  const fire = (event: MessageEvent) => {
    for (const listener of [...of(event.type)]) listener(event)
  }
  return {
    origin,
    addEventListener: (type, listener) => void of(type).add(listener),
    removeEventListener: (type, listener) => void of(type).delete(listener),
    listeners: () => [...byType.values()].reduce((count, { size }) => count + size, 0),
    fire,
    deliver: ({ data, origin: sender, source, ports = [] }) =>
      fire(new TrustedMessageEvent('message', { data, origin: sender, source, ports: [...ports] })),
  }
}

export type Post = { readonly to: string; readonly message: unknown; readonly ports: number }

/** Two windows that see each other, with a log of every post between them. */
export function facingWindows(hostOrigin: string, widgetOrigin: string) {
  const host = fakeWindow(hostOrigin)
  const widget = fakeWindow(widgetOrigin)
  const posts: Post[] = []

  /** A window as the other one sees it: posts to it arrive later, as clones, if the target origin is right. */
  const seen = (target: FakeWindow, sender: FakeWindow, senderSeen: () => SeenWindow): SeenWindow =>
    Object.assign(new MessageChannel().port1, {
      postMessage: (message: unknown, targetOrigin: string, transfer: Transferable[] = []) => {
        posts.push({ to: targetOrigin, message, ports: transfer.length })
        if (targetOrigin !== '*' && targetOrigin !== target.origin) return
        const copy = structuredClone({ message, transfer }, { transfer })
        const ports = copy.transfer.filter((item) => item instanceof MessagePort)
        setImmediate(() =>
          target.deliver({ data: copy.message, origin: sender.origin, source: senderSeen(), ports }),
        )
      },
    })
  const widgetSeenByHost = seen(widget, host, () => hostSeenByWidget)
  const hostSeenByWidget = seen(host, widget, () => widgetSeenByHost)
  const unrelatedWindow: SeenWindow = new MessageChannel().port1
  return { host, widget, widgetSeenByHost, hostSeenByWidget, stranger: unrelatedWindow, posts }
}
