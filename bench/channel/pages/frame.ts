import * as Comlink from 'comlink'
import { hostMethods, hostTopics, widgetMethods, widgetTopics } from '#shared/channel/channel-methods.ts'
import { systemClock } from '#shared/channel/clock.ts'
import { handshakeAsWidget } from '#shared/channel/handshake/handshake-widget.ts'
import { openLink } from '#shared/channel/link.ts'
import type { Handlers } from '#shared/channel/method.ts'
import { sampleHandlers, widgetSamples } from '#shared/channel/testing/method-samples.ts'
import { partsCapability } from '#shared/channel/wire.ts'
import { type BareServer, bareParams, bareResult } from './bare-contract.ts'

const chainId = '0x1'

const bare: BareServer = {
  request: (params) => {
    bareParams.parse(params)
    return bareResult.parse({ result: chainId })
  },
}

const handlers: Handlers<typeof widgetMethods> = {
  ...sampleHandlers(widgetMethods, widgetSamples),
  'wallet.request': () => ({ result: chainId }),
}

const { sid, ports } = await handshakeAsWidget({
  window,
  peer: window.parent,
  ancestorOrigins: location.ancestorOrigins === undefined ? undefined : [...location.ancestorOrigins],
  widgetVersion: 'bench',
  caps: [],
  clock: systemClock,
})

const link = openLink({
  side: 'widget',
  sid,
  ports,
  clock: systemClock,
  calls: hostMethods,
  serves: widgetMethods,
  handlers,
  emits: widgetTopics,
  receives: hostTopics,
  caps: [partsCapability],
  onGap: () => {},
  onClose: () => {},
})

// The host posts the baseline's port to the window after the link is open.
window.addEventListener('message', ({ data, ports: [port] }) => {
  if (data === 'bare' && port) Comlink.expose(bare, port)
})
link.emit('alert', { code: 'ready', message: '' })
