import { fakeClock } from '../../../shared/channel/testing/fake-clock.ts'
import { createBridge } from '../create-drawbridge.ts'
import { createFrameConnection } from '../frame/frame-connection.ts'
import type { createHostRuntime } from '../host-runtime.ts'
import type { RawOptions } from '../options.ts'
import { linkedWidget, type WidgetHandlers } from './linked-widget.ts'

/** An instance in a real page, whose widget responds as the test defines; its cleanup is added to `ends`. */
export function bridgeWorld(
  ends: (() => void)[],
  own: Partial<WidgetHandlers> = {},
  options: Partial<RawOptions> = {},
) {
  const asked: [string, unknown][] = []
  const noting = Object.fromEntries(
    [
      'config.set',
      'modal.close',
      'modal.escape',
      'session.disconnect',
      'network.switch',
      'theme.set',
      'consent.set',
      'wallet.connect',
    ].map((name) => [
      name,
      (params: unknown) => {
        asked.push([name, params])
        return {}
      },
    ]),
  )
  const widget = linkedWidget(fakeClock(), { ...noting, ...own })
  let gap = () => {}
  const joinPage: typeof createHostRuntime = (page) => {
    gap = page.onGap
    const supervisor = createFrameConnection({
      clock: fakeClock(),
      connect: async (life, onClose) => {
        page.stage.mount(document.createElement('iframe'))
        const link = await widget.connect(life, onClose)
        await page.onLink(link)
        page.stage.reveal()
        return link
      },
      onLost: page.onLost,
      signal: page.signal,
    })
    page.signal.addEventListener('abort', () => page.stage.destroy())
    return { supervisor, discovery: { list: () => [], provider: () => undefined } }
  }
  const bridge = createBridge(
    {
      projectId: 'p',
      metadata: { name: 'Shop' },
      networks: ['eip155:1'],
      widgetUrl: 'https://w.example',
      ...options,
    },
    joinPage,
  )
  const alerts: unknown[] = []
  bridge.subscribe('alert', (alert) => alerts.push(alert))
  ends.push(() => {
    bridge.destroy()
    widget.close()
  })
  const dialog = () => document.querySelector('dialog')
  return { bridge, widget, asked, alerts, dialog, gap: () => gap() }
}
