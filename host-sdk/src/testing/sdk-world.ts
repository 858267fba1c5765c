import { fakeClock } from '../../../shared/channel/testing/fake-clock.ts'
import { createBridge } from '../create-drawbridge.ts'
import { createFrameConnection } from '../frame/frame-connection.ts'
import type { createHostRuntime } from '../host-runtime.ts'
import type { RawOptions } from '../options.ts'
import { linkedWidget, type WidgetHandlers } from './linked-widget.ts'

/** An instance in a real page, whose widget responds as the test defines; its cleanup is added to `ends`. */
export function bridgeWorld(
  ends: (() => void)[],
  overrides: Partial<WidgetHandlers> = {},
  options: Partial<RawOptions> = {},
) {
  const widgetCalls: [string, unknown][] = []
  const recordingHandlers = Object.fromEntries(
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
        widgetCalls.push([name, params])
        return {}
      },
    ]),
  )
  const widget = linkedWidget(fakeClock(), { ...recordingHandlers, ...overrides })
  let gap = () => {}
  const createRuntime: typeof createHostRuntime = (page) => {
    gap = page.onGap
    const connection = createFrameConnection({
      clock: fakeClock(),
      connect: async (lifetime, onClose) => {
        page.container.mount(document.createElement('iframe'))
        const link = await widget.connect(lifetime, onClose)
        await page.onLink(link)
        page.container.reveal()
        return link
      },
      onLost: page.onLost,
      signal: page.signal,
    })
    page.signal.addEventListener('abort', () => page.container.destroy())
    return { connection, discovery: { list: () => [], provider: () => undefined } }
  }
  const bridge = createBridge(
    {
      projectId: 'p',
      metadata: { name: 'Shop' },
      networks: ['eip155:1'],
      widgetUrl: 'https://w.example',
      ...options,
    },
    createRuntime,
  )
  const alerts: unknown[] = []
  bridge.subscribe('alert', (alert) => alerts.push(alert))
  ends.push(() => {
    bridge.destroy()
    widget.close()
  })
  const dialog = () => document.querySelector('dialog')
  return { bridge, widget, widgetCalls, alerts, dialog, gap: () => gap() }
}
