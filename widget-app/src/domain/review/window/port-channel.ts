import type { Clock } from '#shared/channel/clock.ts'
import type { PostTarget } from '#shared/channel/message-event.ts'
import {
  confirmKnockSchema,
  confirmPortSchema,
  isConfirmData,
  type ToFrame,
  type ToWindow,
  toFrameSchema,
  toWindowSchema,
} from '#shared/confirm/messages.ts'
import { parseWire, type Wire } from '#shared/wire-schema.ts'
import type { DocumentMessages } from '#widget/lib/page/document-messages.ts'
import type { ChannelEvents, ConfirmChannel } from './confirm-channel.ts'
import { newConfirmSecret } from './confirm-url.ts'

const parsed = <Value>(schema: Wire<Value>, data: unknown): Value | undefined => {
  const result = isConfirmData(data) ? parseWire(schema, data) : { success: false as const }
  return result.success ? result.data : undefined
}

/** A channel over a port that both documents trust; a message that does not parse ends it. */
function createPortChannel<Out extends ToFrame | ToWindow, In extends ToFrame | ToWindow>(
  port: MessagePort,
  schema: Wire<In>,
  { onMessage, onLost }: ChannelEvents<In>,
  last?: Out,
): ConfirmChannel<Out> {
  const send = (message: Out) => port.postMessage(message)
  const close = () => {
    port.onmessage = null
    port.close()
  }
  port.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = parsed(schema, data)
    if (message !== undefined) return onMessage(message)
    close()
    onLost()
  }
  const leave = () => {
    if (last !== undefined) send(last)
  }
  return { transport: 'opener', send, leave, close }
}

/** The window that a frame opened. */
type OpenedWindow = {
  readonly id: string
  /** Origin of its document. */
  readonly origin: string
  readonly isOpened: (source: unknown) => boolean
}

/**
 * The frame's end: responds to the port request of the window that it opened, from the document's origin and with its id, once
 * for each load of that document. All other messages are ignored.
 */
export function acceptPort(
  page: DocumentMessages,
  { id, origin: windowOrigin, isOpened }: OpenedWindow,
  events: (channel: () => ConfirmChannel<ToWindow> | undefined) => ChannelEvents<ToFrame>,
): () => void {
  let lastVisit = ''
  return page.listen(({ data, origin, source }) => {
    if (origin !== windowOrigin || source === null || !isOpened(source)) return
    const portRequest = parsed(confirmKnockSchema, data)
    if (portRequest?.id !== id || portRequest.visit === lastVisit) return
    lastVisit = portRequest.visit
    const { port1, port2 } = new MessageChannel()
    let channel: ConfirmChannel<ToWindow> | undefined
    channel = createPortChannel<ToWindow, ToFrame>(
      port1,
      toFrameSchema,
      events(() => channel),
    )
    const response = { drawbridge: 'confirm-port', id, visit: lastVisit }
    source.postMessage(response, { targetOrigin: windowOrigin, transfer: [port2] })
  })
}

/** Interval of port requests, in milliseconds; the frame may still be busy. */
const portRequestMs = 100

/**
 * The window's end: requests a port from its opener until it responds. The request goes to the widget's origin only, so that an
 * opener of another origin receives nothing, and only an opener of that origin is trusted.
 */
export function requestPort(
  page: DocumentMessages & { readonly clock: Clock },
  opener: { readonly window: PostTarget; readonly origin: string },
  id: string,
  onPort: (open: (events: ChannelEvents<ToWindow>) => ConfirmChannel<ToFrame>) => void,
): () => void {
  let cancel = () => {}
  const { id: visit } = newConfirmSecret()
  const request = () => {
    opener.window.postMessage({ drawbridge: 'confirm-window', id, visit }, opener.origin)
    cancel = page.clock.after(portRequestMs, request)
  }
  const stop = () => {
    cancel()
    unlisten()
  }
  const unlisten = page.listen(({ data, origin, source, ports: [port] }) => {
    if (origin !== opener.origin || source !== opener.window || port === undefined) return
    const response = parsed(confirmPortSchema, data)
    if (response?.id !== id || response.visit !== visit) return
    stop()
    onPort((events) => createPortChannel<ToFrame, ToWindow>(port, toWindowSchema, events, { is: 'closed' }))
  })
  request()
  return stop
}
