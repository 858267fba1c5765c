import { afterEach, beforeEach, expect, it } from 'vitest'
import { ProviderRpcError } from '../../shared/errors/provider-error.ts'
import type { Drawbridge } from './drawbridge.ts'
import { installDialogs } from './testing/dialogs.ts'
import { bridgeWorld } from './testing/sdk-world.ts'

const ends: (() => void)[] = []
beforeEach(() => {
  ends.push(installDialogs())
})
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
})

it('U20 › theme and consent that the widget rejects › not sent to the next document', async () => {
  const reject = () => {
    throw new ProviderRpcError(-32602, 'Invalid parameter')
  }
  const { bridge, widgetCalls, widget } = bridgeWorld(ends, { 'theme.set': reject, 'consent.set': reject })
  await bridge.setTheme({ mode: 'dark' })
  await bridge.openModal()
  const misspelt: object = { mode: 'drak' }
  await expect(bridge.setTheme(misspelt)).rejects.toMatchObject({ code: -32602 })
  await expect(bridge.setAnalyticsConsent(true)).rejects.toMatchObject({ code: -32602 })
  widget.widgets[0]?.close('pagehide')
  await bridge.openModal()
  const configs = widgetCalls.filter(([name]) => name === 'config.set')
  expect(configs).toHaveLength(2)
  expect(configs.at(-1)).toMatchObject(['config.set', { config: { themeMode: 'dark' } }])
  expect(configs.at(-1)).not.toHaveProperty('1.config.analyticsConsent')
})

it.each<[string, (bridge: Drawbridge) => unknown]>([
  ['a mode that is none', ({ setTheme }) => setTheme(Object({ mode: 'drak' }))],
  ['the name of the option', ({ setTheme }) => setTheme(Object({ themeMode: 'dark' }))],
  ['a text', ({ setTheme }) => Reflect.apply(setTheme, undefined, ['dark'])],
  ['null as the mode', ({ setTheme }) => setTheme(Object({ mode: null }))],
  ['a consent in words', ({ setAnalyticsConsent }) => Reflect.apply(setAnalyticsConsent, undefined, ['yes'])],
])('theme and consent › %s, before there is a frame › rejected, and not stored', async (_name, change) => {
  const reject = () => {
    throw new ProviderRpcError(-32602, 'Invalid parameter')
  }
  const { bridge, widgetCalls } = bridgeWorld(ends, { 'theme.set': reject, 'consent.set': reject })
  await expect(change(bridge)).rejects.toMatchObject({ code: -32602 })
  await bridge.openModal()
  const configs = widgetCalls.filter(([name]) => name === 'config.set')
  expect(JSON.stringify(configs.at(-1))).not.toMatch(/drak|yes|null/)
})

it('setTheme › without a parameter › changes nothing', async () => {
  const { bridge, widgetCalls } = bridgeWorld(ends)
  await Reflect.apply(bridge.setTheme, undefined, [])
  expect(widgetCalls).toEqual([])
})
