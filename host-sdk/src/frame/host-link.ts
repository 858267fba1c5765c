import {
  type HostMethods,
  type HostTopics,
  hostMethods,
  hostTopics,
  type WidgetMethods,
  type WidgetTopics,
  widgetMethods,
  widgetTopics,
} from '../../../shared/channel/channel-methods.ts'
import type { Clock } from '../../../shared/channel/clock.ts'
import { handshakeAsHost } from '../../../shared/channel/handshake/handshake-host.ts'
import { startHeartbeat } from '../../../shared/channel/heartbeat.ts'
import { type CloseReason, type Link, openLink } from '../../../shared/channel/link.ts'
import { listen } from '../../../shared/channel/listen.ts'
import type { Handlers } from '../../../shared/channel/method.ts'
import { eventsCapability } from '../../../shared/channel/records/widget-event.ts'
import { partsCapability } from '../../../shared/channel/wire.ts'
import { sdkVersion } from '../version.ts'

/** An open link to one document of the widget, with its heartbeat. */
export type HostLink = Link<WidgetMethods, HostTopics, WidgetTopics> & {
  /** A call started to wait: send a ping at once. */
  probe(): void
}

/**
 * Completes the handshake with the widget's document and opens the link, which closes with the signal.
 * @throws what `handshakeAsHost` throws.
 */
export async function connectHostLink(options: {
  readonly widgetOrigin: string
  readonly frameWindow: () => Window | null
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly handlers: Handlers<HostMethods>
  readonly isAwaited: () => boolean
  readonly onGap: () => void
  readonly onClose: (reason: CloseReason) => void
}): Promise<HostLink> {
  const { clock, signal } = options
  const { sid, ports, caps } = await handshakeAsHost({
    ...options,
    window,
    sdkVersion,
    caps: [eventsCapability, partsCapability],
  })
  const isVisible = () => !document.hidden
  const link = openLink({
    side: 'host',
    sid,
    ports,
    clock,
    calls: widgetMethods,
    serves: hostMethods,
    handlers: options.handlers,
    emits: hostTopics,
    receives: widgetTopics,
    caps,
    onGap: options.onGap,
    onPong: (n) => heartbeat.pong(n),
    onClose: (reason) => {
      heartbeat.stop()
      options.onClose(reason)
    },
  })
  const closeAsLost = () => link.close('lost')
  const heartbeat = startHeartbeat({
    clock,
    isVisible,
    isAwaited: options.isAwaited,
    ping: link.ping,
    onSuspect: closeAsLost,
  })
  listen(document, 'visibilitychange', () => isVisible() && heartbeat.wake(), signal)
  signal.addEventListener('abort', closeAsLost)
  // The signal may have aborted during the handshake.
  if (signal.aborted) closeAsLost()
  return { ...link, probe: heartbeat.wake }
}
