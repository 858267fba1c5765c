import { describe, expect, it } from 'vitest'
import * as z from '../../../shared/zod.ts'
import { type ConfigInput, configSchema } from './config-schema.ts'
import { effectiveSettings, redactedConfig } from './effective-settings.ts'
import { featureAvailability } from './feature-availability.ts'
import { configJsonSchema } from './json-schema.ts'

const configOf = (input: ConfigInput) => ({
  ...z.parse(configSchema, input),
  publicUrl: input.publicUrl ?? 'http://localhost:8787',
})

const secrets: ConfigInput = {
  database: 'postgres://u:hunter2@db/x',
  redis: 'redis://:hunter2@cache',
  secretKeys: [{ id: 'one', key: `hunter2${'A'.repeat(36)}=` }],
  networks: [{ id: 'eip155:1', rpcUrls: ['https://node.example/hunter2'] }],
  metrics: { token: 'hunter2-hunter2-hunter2' },
  mail: { smtpUrl: 'smtp://u:hunter2@mail', from: 'a@b.example' },
  analytics: { sink: 'http', url: 'https://sink.example/hunter2' },
  history: {
    blockscout: { explorers: [{ chainId: 'eip155:1', url: 'https://x.example', apiKey: 'hunter2' }] },
    etherscan: { apiKey: 'hunter2' },
  },
  swaps: { oneInch: { apiKey: 'hunter2' }, jupiter: { apiKey: 'hunter2' } },
  onramp: {
    meld: { apiKey: 'hunter2', webhookSecret: 'hunter2' },
    stripe: { secretKey: 'hunter2', webhookSecret: 'hunter2' },
  },
}

describe('effective settings', () => {
  it('secrets › hidden, the rest is shown', () => {
    const config = configOf(secrets)
    const rows = effectiveSettings({ config, origins: new Map([['redis', 'DRAWBRIDGE_REDIS']]) })
    const printed = JSON.stringify([rows, redactedConfig(config)])
    expect(printed).not.toContain('hunter2')
    const rowOf = (key: string) => rows.find((row) => row.key === key)
    expect(rowOf('redis')).toEqual({ key: 'redis', value: '[hidden]', origin: 'DRAWBRIDGE_REDIS' })
    expect(rowOf('database')?.value).toBe('[hidden]')
    expect(rowOf('networks')?.value).toEqual([{ id: 'eip155:1', rpcUrls: '[hidden]' }])
    expect(rowOf('secretKeys')?.value).toEqual([{ id: 'one', key: '[hidden]' }])
    expect(rowOf('mail.from')?.value).toBe('a@b.example')
    expect(redactedConfig(config)).toMatchObject({ port: 8787, mail: { from: 'a@b.example' } })
  })

  it('path of an SQLite file › shown', () => {
    const [database] = effectiveSettings({ config: configOf({}), origins: new Map() }).filter(
      ({ key }) => key === 'database',
    )
    expect(database?.value).toBe('sqlite:./drawbridge.db')
  })
})

describe('feature availability', () => {
  const off = (input: ConfigInput) =>
    Object.fromEntries(
      featureAvailability(configOf(input)).flatMap((row) => (row.isOn ? [] : [[row.feature, row.reason]])),
    )

  it('defaults › reason for each feature that is off', () => {
    expect(off({})).toEqual({
      WalletConnect: 'the public relay needs walletConnect.projectId',
      'E-mail addresses': 'mail.smtpUrl and mail.from are not set',
      Activity: 'history has no source',
      Swaps: 'swaps has no source',
      Buy: 'onramp has no provider',
      'Smart sessions': 'sessions.isEnabled is false',
      'Embedded wallets': 'embeddedWallet.isEnabled is false',
      'Social logins': 'embeddedWallet.isEnabled is false',
      'Sponsored fees': 'embeddedWallet.isEnabled is false',
      Analytics: "analytics.sink is 'none'",
    })
  })

  it('sources › turn features on', () => {
    const rest = {
      ...{ walletConnect: { projectId: 'x' }, sessions: { isEnabled: true } },
      embeddedWallet: {
        isEnabled: true,
        socials: { github: { clientId: 'drawbridge', clientSecret: 'hunter2' } },
        sponsorship: {
          name: 'Shop',
          networks: [{ chainId: 'eip155:1', bundlerUrl: 'https://bundler.example/rpc?key=hunter2' }],
        },
      },
    }
    const swaps = { uniswapV2: [{ chainId: 'eip155:1', router: `0x${'1'.repeat(40)}` }] }
    const history = { otterscan: { chainIds: ['eip155:1'] } }
    expect(off({ ...secrets, ...rest, swaps, history })).toEqual({})
  })

  it('Farcaster and other services › one row', () => {
    const row = (embeddedWallet: ConfigInput['embeddedWallet']) =>
      featureAvailability(configOf({ embeddedWallet })).filter(({ feature }) => feature === 'Social logins')
    const [github, farcaster] = [{ clientId: 'drawbridge', clientSecret: 'hunter2' }, { isEnabled: true }]
    expect(row({ isEnabled: true, socials: { github }, farcaster })).toEqual([
      { feature: 'Social logins', isOn: true, sources: ['farcaster', 'github'] },
    ])
    expect(row({ isEnabled: true, farcaster })).toMatchObject([{ isOn: true, sources: ['farcaster'] }])
  })

  it('sponsored fees › the networks, without keys', () => {
    const networks = [{ chainId: 'eip155:1', bundlerUrl: 'https://bundler.example/rpc?key=hunter2' }]
    const embeddedWallet = { isEnabled: true, sponsorship: { name: 'Shop', networks } }
    const rows = featureAvailability(configOf({ ...secrets, embeddedWallet }))
    expect(rows).toContainEqual({ feature: 'Sponsored fees', isOn: true, sources: ['eip155:1'] })
  })

  it('names, prices and relay › can be turned off', () => {
    expect(
      off({
        ...secrets,
        walletConnect: { relayUrl: 'none' },
        names: { isEnabled: false },
        prices: { chainlink: { isEnabled: false } },
        sessions: { isEnabled: true },
        embeddedWallet: { isEnabled: true },
        features: { disabled: ['swap', 'payments'] },
      }),
    ).toEqual({
      WalletConnect: "walletConnect.relayUrl is 'none'",
      Names: 'names.isEnabled is false',
      'Social logins':
        'embeddedWallet.socials has no provider and embeddedWallet.farcaster.isEnabled is false',
      'Sponsored fees': 'embeddedWallet.sponsorship is not set',
      Prices: 'prices.chainlink and prices.defillama are both disabled',
      Swaps: 'features.disabled has swap',
      payments: 'features.disabled has payments',
    })
  })
})

describe('JSON Schema', () => {
  it('file › properties have descriptions, others are rejected', () => {
    expect(configJsonSchema()).toMatchObject({
      type: 'object',
      additionalProperties: false,
      properties: {
        $schema: { type: 'string' },
        port: { type: 'integer', minimum: 0, maximum: 65535, default: 8787 },
        mail: { type: 'object', required: ['smtpUrl', 'from'] },
        networks: { items: { required: ['id'] } },
      },
    })
    expect(JSON.stringify(configJsonSchema())).toContain('TCP port that the server listens on')
    expect(configJsonSchema()).not.toHaveProperty('required')
  })
})
