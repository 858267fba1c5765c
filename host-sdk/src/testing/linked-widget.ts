import {
  hostMethods,
  hostTopics,
  widgetMethods,
  widgetTopics,
} from '../../../shared/channel/channel-methods.ts'
import type { Clock } from '../../../shared/channel/clock.ts'
import { type CloseReason, type Link, openLink } from '../../../shared/channel/link.ts'
import type { Handlers } from '../../../shared/channel/method.ts'
import { randomId } from '../../../shared/channel/random-id.ts'
import { linkPorts } from '../../../shared/channel/testing/link-world.ts'
import { hostSamples, sampleHandlers, widgetSamples } from '../../../shared/channel/testing/method-samples.ts'
import { partsCapability } from '../../../shared/channel/wire.ts'
import type { HostLink } from '../frame/host-link.ts'
import { initialState } from '../initial-state.ts'

type WidgetEnd = Link<typeof hostMethods, typeof widgetTopics, typeof hostTopics>
export type WidgetHandlers = Handlers<typeof widgetMethods>

const handlers: WidgetHandlers = {
  ...sampleHandlers(widgetMethods, widgetSamples),
  'modal.open': () => ({ is: 'dismissed' }),
  'state.get': () => initialState,
  'wallet.request': () => ({ result: null }),
}

/** A widget without a document: real links over real message channels, one for each connection. */
export function linkedWidget(clock: Clock, overrides: Partial<WidgetHandlers> = {}) {
  const links: HostLink[] = []
  const widgets: WidgetEnd[] = []
  const lifetimes: AbortController[] = []
  let probeCount = 0
  const open: { close(): void }[] = []
  const connect = async (
    lifetime: AbortController,
    onClose: (reason: CloseReason) => void,
  ): Promise<HostLink> => {
    const sid = randomId()
    const ports = linkPorts()
    open.push(ports)
    lifetimes.push(lifetime)
    const widget = openLink({
      side: 'widget',
      sid,
      ports: ports.widget,
      clock,
      calls: hostMethods,
      serves: widgetMethods,
      handlers: { ...handlers, ...overrides },
      emits: widgetTopics,
      receives: hostTopics,
      caps: [partsCapability],
      onGap: () => {},
      onClose: () => {},
    })
    widgets.push(widget)
    const link = openLink({
      side: 'host',
      sid,
      ports: ports.host,
      clock,
      calls: widgetMethods,
      serves: hostMethods,
      handlers: { ...sampleHandlers(hostMethods, hostSamples), 'wallets.watch': () => ({ wallets: [] }) },
      emits: hostTopics,
      receives: widgetTopics,
      caps: [partsCapability],
      onGap: () => {},
      onClose,
    })
    const hostLink: HostLink = {
      ...link,
      probe: () => {
        probeCount += 1
      },
    }
    lifetime.signal.addEventListener('abort', () => link.close('lost'))
    links.push(hostLink)
    return hostLink
  }
  return {
    connect,
    links,
    widgets,
    lifetimes,
    probeCount: () => probeCount,
    close: () => {
      for (const ports of open) ports.close()
    },
  }
}
