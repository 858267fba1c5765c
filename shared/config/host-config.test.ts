import { describe, expect, it } from 'vitest'
import { readHostConfig } from './host-config.ts'

const minimalConfig = { projectId: 'p', metadata: { name: 'Shop' } }

describe('readHostConfig', () => {
  it('omitted options › defaults of the spec, configured ones unchanged', () => {
    const written = Object.freeze({ ...minimalConfig, metadata: Object.freeze({ name: 'Shop' }) })
    expect(readHostConfig(written)).toMatchObject({
      success: true,
      data: { platforms: ['polkadot'], autoReconnect: true, debug: false, themeMode: 'auto', networks: [] },
    })
    expect(written).toEqual(minimalConfig)
  })

  it('configured options › retained', () => {
    const written = { ...minimalConfig, platforms: ['solana', 'ethereum'], autoReconnect: false, debug: true }
    expect(readHostConfig(written)).toMatchObject({ success: true, data: written })
  })

  it.each([
    ['platforms', 'polkadot', 'platforms'],
    ['platforms', ['cosmos'], 'platforms.0'],
    ['platforms', [], 'platforms'],
    ['networks', ['eip155'], 'networks.0'],
    ['networks', [{ id: 'eip155:1' }], 'networks.0'],
    ['autoReconnect', 'yes', 'autoReconnect'],
    ['debug', 1, 'debug'],
    ['metadata', {}, 'metadata.name'],
    ['customWallets', [{ id: 'w' }], 'customWallets.0.name'],
    ['siwx', { mode: 'elsewhere' }, 'siwx.mode'],
    ['siwx', { statement: 'two\nlines' }, 'siwx.statement'],
    ['siwx', { lifetimeSeconds: 1 }, 'siwx.lifetimeSeconds'],
    ['featuredWalletIds', [''], 'featuredWalletIds.0'],
  ])('option %s as %j › problem names %s', (option, value, name) => {
    expect(readHostConfig({ ...minimalConfig, [option]: value })).toEqual({ success: false, option: name })
  })

  it.each([[{}], [{ getNonce: 'a' }], [true]])('siweConfig and siwx › any value › invalid', (siweConfig) => {
    const both = { ...minimalConfig, siwx: {}, siweConfig }
    expect(readHostConfig(both)).toEqual({ success: false, option: 'siweConfig' })
    expect(readHostConfig({ ...minimalConfig, siweConfig }).success).toBe(true)
  })

  it.each([
    ['local', 'siwx.email'],
    [undefined, 'siwx.email'],
    ['hosted', undefined],
  ] as const)('e-mail address › mode %s › invalid', (mode, option) => {
    const config = { ...minimalConfig, siwx: { email: 'required', ...(mode ? { mode } : {}) } }
    expect(readHostConfig(config)).toMatchObject(option ? { success: false, option } : { success: true })
  })

  it.each([[null], [undefined], ['config'], [7], [[]]])('%j › invalid configuration', (value) => {
    expect(readHostConfig(value).success).toBe(false)
  })
})
