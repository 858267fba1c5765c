import type { Clock } from '#shared/channel/clock.ts'
import { handshakeAsWidget, type WidgetHandshake } from '#shared/channel/handshake/handshake-widget.ts'
import type { PostTarget, WindowMessages } from '#shared/channel/message-event.ts'
import { isSmallPlainData } from '#shared/channel/message-limits.ts'
import { eventsCapability } from '#shared/channel/records/widget-event.ts'
import { controlSchema, partsCapability } from '#shared/channel/wire.ts'
import { helloTimeoutMs, inFlightLimit } from '#shared/config/limits.ts'
import { parseWire } from '#shared/wire-schema.ts'
import { widgetVersion } from '#widget/core/widget-version.ts'

/** A finished handshake whose link is not served yet. */
export type EarlyHandshake = WidgetHandshake & {
  /** Call it once the link is open: delivers the messages received meanwhile, in order. */
  readonly release: () => void
}

/**
 * Performs the handshake with the host page while the widget's code is still loading. Until `release`, pings are answered,
 * or the host would take a slow network for a dead widget, but no longer than it waits for a widget's hello; calls wait in
 * their ports, and other control messages here.
 * @throws the errors of `handshakeAsWidget`.
 */
export async function startEarlyHandshake(
  page: WindowMessages & {
    readonly parent: PostTarget
    readonly location: { readonly ancestorOrigins?: Iterable<string> }
  },
  clock: Clock,
): Promise<EarlyHandshake> {
  const { ancestorOrigins } = page.location
  const handshake = await handshakeAsWidget({
    window: page,
    peer: page.parent,
    ancestorOrigins: ancestorOrigins === undefined ? undefined : [...ancestorOrigins],
    widgetVersion,
    caps: [eventsCapability, partsCapability],
    clock,
  })
  const { sid, ports } = handshake
  const { ctl } = ports
  const buffered: MessageEvent[] = []
  let answersPings = true
  const stopPingTimer = clock.after(helloTimeoutMs, () => {
    answersPings = false
  })
  const onControl = (event: MessageEvent) => {
    const { data } = event
    const message = isSmallPlainData(data) ? parseWire(controlSchema, data).data : undefined
    if (message?.t !== 'ping' || message.sid !== sid) {
      if (buffered.length < inFlightLimit) buffered.push(event)
    } else if (answersPings) ctl.postMessage({ t: 'pong', sid, n: message.n })
  }
  ctl.addEventListener('message', onControl)
  ctl.start()
  return {
    ...handshake,
    release: () => {
      stopPingTimer()
      ctl.removeEventListener('message', onControl)
      for (const { data, ports: sent } of buffered)
        ctl.dispatchEvent(new MessageEvent('message', { data, ports: [...sent] }))
    },
  }
}
