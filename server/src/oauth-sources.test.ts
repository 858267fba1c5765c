import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from '../../shared/zod.ts'
import { createOutbound } from './adapters/outbound/outbound.ts'
import { type ConfigInput, configSchema } from './config/config-schema.ts'
import { createOAuthClients, oauthUrls } from './oauth-sources.ts'
import { systemTimers } from './vendor-clients/timers.ts'
import { vendorOutbound } from './vendor-outbound.ts'

const app = { clientId: 'drawbridge', clientSecret: 'hunter2' }
const pem = (namedCurve: string): string =>
  generateKeyPairSync('ec', { namedCurve })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()
    .trim()
const apple = { clientId: 'app.drawbridge', teamId: 'TEAM', keyId: 'KEY' }

const configOf = (embeddedWallet: ConfigInput['embeddedWallet']) => z.parse(configSchema, { embeddedWallet })

describe('configured providers', () => {
  const clientsOf = (embeddedWallet: ConfigInput['embeddedWallet']) => {
    const outbound = createOutbound({})
    return [...createOAuthClients(configOf(embeddedWallet), { outbound, timers: systemTimers }).keys()]
  }

  it('each that is set › has a client; none without embedded wallets', () => {
    const socials = { github: app, apple: { ...apple, privateKey: pem('P-256') } }
    expect(clientsOf({ isEnabled: true, socials })).toEqual(['apple', 'github'])
    expect(clientsOf({ isEnabled: false, socials })).toEqual([])
    expect(clientsOf({ isEnabled: true })).toEqual([])
  })

  it('hosts › the provider’s own, or those of the setting; the server may call them', () => {
    const socials = { github: app, google: { ...app, origin: 'http://localhost:4000' } }
    const config = configOf({ isEnabled: true, socials })
    expect(oauthUrls(config)).toEqual([
      'http://localhost:4000/token',
      'http://localhost:4000/oauth2/v3/certs',
      'https://github.com/login/oauth/access_token',
      'https://api.github.com/user',
    ])
    expect(vendorOutbound(config).allowedOrigins).toEqual(
      expect.arrayContaining(['http://localhost:4000', 'https://github.com', 'https://api.github.com']),
    )
  })

  it.each([
    ['text', 'hunter2'],
    ['key of another curve', pem('P-384')],
    ['nothing', ''],
  ])('%s in place of Apple’s key › refused', (_, privateKey) => {
    const { success } = z.safeParse(configSchema, {
      embeddedWallet: { socials: { apple: { ...apple, privateKey } } },
    })
    expect(success).toBe(false)
  })

  it.each(['http://localhost:4000/path', 'ftp://login.example', 'login.example', 'https://login.example/'])(
    'origin %j › refused',
    (origin) => {
      const socials = { github: { ...app, origin } }
      expect(z.safeParse(configSchema, { embeddedWallet: { socials } }).success).toBe(false)
    },
  )
})
