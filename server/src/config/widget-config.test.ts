import { describe, expect, it } from 'vitest'
import { oauthProviderIds } from '../../../shared/api/embedded-social.ts'
import { completeDeployConfig, deployConfigSchema } from '../../../shared/config/deploy-config.ts'
import { socialNames } from '../../../shared/config/remote-features.ts'
import { parseWire } from '../../../shared/wire-schema.ts'
import * as z from '../../../shared/zod.ts'
import { type ConfigInput, configSchema } from './config-schema.ts'
import { toWidgetConfig } from './widget-config.ts'

function widgetConfigOf(input: ConfigInput) {
  const config = toWidgetConfig({
    ...z.parse(configSchema, input),
    publicUrl: 'http://localhost:8787',
  })
  const parsed = parseWire(deployConfigSchema, JSON.parse(JSON.stringify(config)))
  if (!parsed.success) throw new Error('The widget refuses the file')
  return { text: JSON.stringify(config), ...completeDeployConfig(parsed.data) }
}

describe('widget configuration', () => {
  it('defaults › the widget’s own origin, no onramp providers', () => {
    expect(widgetConfigOf({})).toMatchObject({
      environment: 'production',
      apiUrl: '',
      blockchainApiUrl: '',
      rpcUrl: '',
      networks: [],
      tokens: [],
      walletConnect: { relayUrl: 'wss://relay.walletconnect.org', verify: false },
      swapNetworks: [],
      onrampProviders: [],
    })
  })

  it("relay project id and name zone › in the widget's configuration", () => {
    const config = widgetConfigOf({ walletConnect: { projectId: 'abc' }, names: { zone: 'names.example' } })
    expect(config).toMatchObject({ walletConnect: { projectId: 'abc' }, nameZone: 'names.example' })
    expect(widgetConfigOf({})).toMatchObject({ nameZone: 'reown.id' })
  })

  it('relay none › widget without a relay', () => {
    const config = widgetConfigOf({ walletConnect: { relayUrl: 'none', verify: true } })
    expect(config.walletConnect).toEqual({ projectId: undefined, relayUrl: '', verify: true })
  })

  it('networks › listed if the operator describes them, without RPC URLs', () => {
    const nativeCurrency = { name: 'Seven', symbol: 'SVN', decimals: 18 }
    const { networks, text } = widgetConfigOf({
      networks: [
        { id: 'eip155:1', rpcUrls: ['https://node.example/hunter2'] },
        {
          ...{ id: 'eip155:7', name: 'Seven', nativeCurrency, testnet: true },
          explorer: { name: 'Scan', url: 'https://scan.example' },
          rpcUrls: ['https://node.example/hunter2'],
        },
      ],
    })
    expect(networks).toEqual([
      {
        ...{ id: 'eip155:7', name: 'Seven', nativeCurrency, testnet: true },
        explorer: { name: 'Scan', url: 'https://scan.example' },
      },
    ])
    expect(text).not.toContain('hunter2')
  })

  it('socials › listed if embedded wallets are enabled, without secrets', () => {
    const app = { clientId: 'drawbridge', clientSecret: 'hunter2' }
    const socials = { facebook: app, google: app }
    const farcaster = { isEnabled: true }
    const { text, ...enabled } = widgetConfigOf({ embeddedWallet: { isEnabled: true, socials, farcaster } })
    expect(enabled.socials).toEqual(['google', 'farcaster', 'facebook'])
    expect(text).not.toContain('hunter2')
    expect(widgetConfigOf({ embeddedWallet: { isEnabled: true, socials } }).socials).not.toContain(
      'farcaster',
    )
    expect(widgetConfigOf({ embeddedWallet: { socials, farcaster } }).socials).toEqual([])
  })

  it('every provider with OAuth › among the names of socials', () => {
    expect([...oauthProviderIds, 'farcaster'].sort()).toEqual([...socialNames].sort())
  })

  it('sponsorship › name and networks, without URLs; none without embedded wallets', () => {
    const networks = [{ chainId: 'eip155:1', bundlerUrl: 'https://bundler.example/hunter2' }]
    const sponsorship = { name: 'Shop', networks }
    const enabled = widgetConfigOf({ embeddedWallet: { isEnabled: true, sponsorship } })
    expect(enabled.sponsorship).toEqual({ name: 'Shop', chains: ['eip155:1'] })
    expect(enabled.text).not.toContain('hunter2')
    expect(widgetConfigOf({ embeddedWallet: { sponsorship } }).sponsorship).toBeUndefined()
  })

  it('vendors › add swap networks and providers, without keys', () => {
    const token = { chain: 'eip155:7', address: '0xab', symbol: 'SHOP', decimals: 2 }
    const { swapNetworks, onrampProviders, tokens, text } = widgetConfigOf({
      tokens: [token],
      swaps: {
        uniswapV2: [{ chainId: 'eip155:7', router: `0x${'ab'.repeat(20)}` }],
        oneInch: { apiKey: 'hunter2', chainIds: ['eip155:1'] },
        jupiter: { apiKey: 'hunter2' },
      },
      onramp: {
        meld: { apiKey: 'hunter2', webhookSecret: 'hunter2' },
        stripe: { secretKey: 'hunter2', webhookSecret: 'hunter2' },
      },
    })
    expect(swapNetworks).toEqual(['eip155:7', 'eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'])
    expect(onrampProviders).toMatchObject([{ id: 'meld' }, { id: 'stripe' }])
    expect(tokens).toEqual([token])
    expect(text).not.toContain('hunter2')
  })
})
