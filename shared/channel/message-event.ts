/**
 * Reads of a window message through the platform's getters, captured when this module loads: a page script that redefines
 * them later, or dispatches an event with own properties, does not change the values read here (channel T6).
 */
const read = <Name extends 'data' | 'origin' | 'source' | 'ports'>(name: Name) => {
  const getter =
    typeof MessageEvent === 'undefined'
      ? undefined
      : Object.getOwnPropertyDescriptor(MessageEvent.prototype, name)?.get
  return (event: MessageEvent): MessageEvent[Name] => (getter ? getter.call(event) : event[name])
}

const data = read('data')
const origin = read('origin')
const source = read('source')
const ports = read('ports')

export type WindowMessage = {
  readonly data: unknown
  readonly origin: string
  readonly source: MessageEventSource | null
  readonly ports: readonly MessagePort[]
}

/** Reads a window message; undefined if a script dispatched it. */
export function readWindowMessage(event: MessageEvent): WindowMessage | undefined {
  if (!event.isTrusted) return undefined
  return { data: data(event), origin: origin(event), source: source(event), ports: ports(event) }
}

/** The part of its own window that a handshake uses. */
export type WindowMessages = {
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void
  removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void
}

/** The part of the other window that a handshake uses: to post, and to compare with `event.source`. */
export type PostTarget = {
  postMessage(message: unknown, targetOrigin: string, transfer?: Transferable[]): void
}
