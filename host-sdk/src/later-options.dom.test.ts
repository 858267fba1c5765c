import { afterEach, beforeEach, expect, it } from 'vitest'
import { ProviderRpcError } from '../../shared/errors/provider-error.ts'
import { bridgeWorld } from './testing/bridge-world.ts'
import { installDialogs } from './testing/dialogs.ts'

const ends: (() => void)[] = []
beforeEach(() => {
  ends.push(installDialogs())
})
afterEach(() => {
  for (const end of ends.splice(0).reverse()) end()
})

it('U20 › theme and consent that the widget refuses › not sent to the next document', async () => {
  const refuse = () => {
    throw new ProviderRpcError(-32602, 'Invalid parameter')
  }
  const { bridge, asked, widget } = bridgeWorld(ends, { 'theme.set': refuse, 'consent.set': refuse })
  await bridge.setTheme({ mode: 'dark' })
  await bridge.openModal()
  const misspelt: object = { mode: 'drak' }
  await expect(bridge.setTheme(misspelt)).rejects.toMatchObject({ code: -32602 })
  await expect(bridge.setAnalyticsConsent(true)).rejects.toMatchObject({ code: -32602 })
  widget.widgets[0]?.close('pagehide')
  await bridge.openModal()
  const configs = asked.filter(([name]) => name === 'config.set')
  expect(configs).toHaveLength(2)
  expect(configs.at(-1)).toMatchObject(['config.set', { config: { themeMode: 'dark' } }])
  expect(configs.at(-1)).not.toHaveProperty('1.config.analyticsConsent')
})
