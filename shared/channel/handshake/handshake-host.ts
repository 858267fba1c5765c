import { acceptTimeoutMs, helloTimeoutMs } from '../../config/limits.ts'
import { decodeError } from '../../errors/wire-error.ts'
import { parseWire } from '../../wire-schema.ts'
import type { Clock } from '../clock.ts'
import { type PostTarget, readWindowMessage, type WindowMessages } from '../message-event.ts'
import { isSmallPlainData } from '../message-limits.ts'
import { randomId } from '../random-id.ts'
import { controlSchema, helloSchema, supportedVersions } from '../wire.ts'
import { commonVersion, type Handshake, unreachableError, unsupportedVersionError } from './handshake.ts'

/**
 * The host's half of the window phase (docs/protocol.md#1-window-phase): waits for the frame's `hello`, sends `init` with
 * three ports to the exact widget origin, and resolves with the accepted handshake. Open the link in the same task: control
 * messages that arrive before it listens are lost.
 * @throws ProviderRpcError 4900 `unreachable` when no valid hello arrives in 10 s or no accept in 3 s; −32006 or 4100 when
 * the widget rejects, −32006 also when it supports no version of this end and accepts nothing; the signal's reason when
 * aborted.
 */
export function handshakeAsHost(options: {
  readonly window: WindowMessages
  /** The frame's current window, read at each message: it changes when the frame is replaced. */
  readonly frameWindow: () => PostTarget | null
  readonly widgetOrigin: string
  readonly sdkVersion: string
  readonly caps: readonly string[]
  readonly versions?: readonly number[]
  readonly clock: Clock
  readonly signal: AbortSignal
}): Promise<Handshake> {
  const { window: page, clock, signal, versions = supportedVersions } = options
  return new Promise((resolve, reject) => {
    let closePorts = () => {}
    const finish = () => {
      stopTimer()
      page.removeEventListener('message', onMessage)
      signal.removeEventListener('abort', onAbort)
    }
    const fail = (error: unknown) => {
      finish()
      closePorts()
      reject(error)
    }
    const onAbort = () => fail(signal.reason)
    let hasCommonVersion = true
    const failUnanswered = () =>
      fail(hasCommonVersion ? unreachableError() : decodeError(unsupportedVersionError()))
    let stopTimer = clock.after(helloTimeoutMs, () => fail(unreachableError()))

    const onMessage = (event: MessageEvent) => {
      const message = readWindowMessage(event)
      const frame = options.frameWindow()
      if (!message || frame === null || message.source !== frame || message.origin !== options.widgetOrigin)
        return
      if (message.ports.length > 0 || !isSmallPlainData(message.data)) return
      const hello = parseWire(helloSchema, message.data)
      if (!hello.success) return
      page.removeEventListener('message', onMessage)
      stopTimer()
      hasCommonVersion = commonVersion(hello.data.v, versions) !== undefined
      stopTimer = clock.after(acceptTimeoutMs, failUnanswered)
      sendInit(frame, hello.data.wid)
    }

    const sendInit = (frame: PostTarget, wid: string) => {
      const sid = randomId()
      const [toWidget, toHost, ctl] = [new MessageChannel(), new MessageChannel(), new MessageChannel()]
      const ports = { toWidget: toWidget.port1, toHost: toHost.port1, ctl: ctl.port1 }
      closePorts = () => {
        for (const port of Object.values(ports)) port.close()
      }
      const onControl = ({ data }: MessageEvent) => {
        const reply = isSmallPlainData(data) ? parseWire(controlSchema, data).data : undefined
        if (reply?.sid === sid && reply.t === 'reject') fail(decodeError(reply.error))
        else if (reply?.sid === sid && reply.t === 'accept' && versions.includes(reply.v)) {
          finish()
          const caps = options.caps.filter((cap) => reply.caps.includes(cap))
          resolve({ sid, version: reply.v, ports, caps })
        } else failUnanswered()
      }
      ctl.port1.addEventListener('message', onControl, { once: true })
      ctl.port1.start()
      const init = {
        t: 'link:init',
        wid,
        sid,
        v: [...versions],
        sdk: options.sdkVersion,
        caps: [...options.caps],
      }
      frame.postMessage(init, options.widgetOrigin, [toWidget.port2, toHost.port2, ctl.port2])
    }

    if (signal.aborted) return onAbort()
    signal.addEventListener('abort', onAbort)
    page.addEventListener('message', onMessage)
  })
}
