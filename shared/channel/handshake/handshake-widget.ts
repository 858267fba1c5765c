import { helloRepeatLimit, helloRepeatMs } from '../../config/limits.ts'
import { decodeError, type WireError } from '../../errors/wire-error.ts'
import { parseWire } from '../../wire-schema.ts'
import type { Clock } from '../clock.ts'
import { type PostTarget, readWindowMessage, type WindowMessages } from '../message-event.ts'
import { isSmallPlainData } from '../message-limits.ts'
import { randomId } from '../random-id.ts'
import { initSchema, supportedVersions } from '../wire.ts'
import { commonVersion, type Handshake, nestedFrameError, unsupportedVersionError } from './handshake.ts'

/**
 * The handshake as the widget sees it: `origin` is that of the sender of `init`, as the browser reports it; the only host
 * identity (D4).
 */
export type WidgetHandshake = Handshake & { readonly origin: string }

/** A list that is empty (in a popup) or has no parent (`null`: the frame hides its referrer) proves nothing. */
const isNested = (ancestors: readonly string[] | undefined, origin: string): boolean => {
  const [parent, ...further] = ancestors ?? []
  return further.length > 0 || (parent !== undefined && parent !== 'null' && parent !== origin)
}

/**
 * The widget's half of the window phase (docs/protocol.md#1-window-phase): sends `hello` until a valid `init` arrives from
 * the parent, pins its origin, and stops listening to `window` permanently.
 * @throws ProviderRpcError 4100 `nested-frame`, −32006 without a common version.
 */
export function handshakeAsWidget(options: {
  readonly window: WindowMessages
  /** The widget's `parent` (or `opener`). */
  readonly peer: PostTarget
  /** `location.ancestorOrigins`, in browsers that support it. */
  readonly ancestorOrigins: readonly string[] | undefined
  readonly widgetVersion: string
  readonly caps: readonly string[]
  readonly clock: Clock
}): Promise<WidgetHandshake> {
  const { window: page, peer, ancestorOrigins, clock } = options
  const wid = randomId()
  return new Promise((resolve, reject) => {
    let stopTimer = () => {}
    let sent = 0

    const sendHello = () => {
      sent += 1
      if (sent < helloRepeatLimit) stopTimer = clock.after(helloRepeatMs, sendHello)
      // The message is not secret; without ancestorOrigins (older Firefox) the target origin is unknown.
      const hello = { t: 'link:hello', wid, v: [...supportedVersions] }
      const target = ancestorOrigins?.[0]
      peer.postMessage(hello, target === undefined || target === 'null' ? '*' : target)
    }

    const onMessage = (event: MessageEvent) => {
      const message = readWindowMessage(event)
      if (!message || message.source !== peer || message.ports.length !== 3) return
      if (!isSmallPlainData(message.data)) return
      const init = parseWire(initSchema, message.data)
      if (!init.success || init.data.wid !== wid) return
      const [toWidget, toHost, ctl] = message.ports
      if (!toWidget || !toHost || !ctl) return
      page.removeEventListener('message', onMessage)
      stopTimer()
      const { sid } = init.data
      const rejectHandshake = (error: WireError) => {
        ctl.postMessage({ t: 'reject', sid, error })
        reject(decodeError(error))
      }
      if (isNested(ancestorOrigins, message.origin)) return rejectHandshake(nestedFrameError())
      const version = commonVersion(init.data.v)
      if (version === undefined) return rejectHandshake(unsupportedVersionError())
      const caps = options.caps.filter((cap) => init.data.caps.includes(cap))
      ctl.postMessage({
        t: 'accept',
        sid,
        v: version,
        widget: options.widgetVersion,
        caps: [...options.caps],
      })
      resolve({ sid, version, ports: { toWidget, toHost, ctl }, caps, origin: message.origin })
    }

    page.addEventListener('message', onMessage)
    sendHello()
  })
}
