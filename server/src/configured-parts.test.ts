import { createECDH, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { publicKeyId } from '../../shared/recovery/public-key.ts'
import * as z from '../../shared/zod.ts'
import { createOutbound } from './adapters/outbound/outbound.ts'
import { scriptedRpc } from './chain-clients/testing/node-rpc.ts'
import { type ConfigInput, configSchema } from './config/config-schema.ts'
import { embeddedWalletOf, farcasterOf } from './configured-parts.ts'
import { systemTimers } from './vendor-clients/timers.ts'
import { vendorOutbound } from './vendor-outbound.ts'

const configOf = (embeddedWallet: ConfigInput['embeddedWallet']) => ({
  ...z.parse(configSchema, { embeddedWallet }),
  publicUrl: 'https://wallet.example:8443',
})

describe('Sign in with Farcaster', () => {
  const peersOf = (embeddedWallet: ConfigInput['embeddedWallet']) => {
    const outbound = createOutbound(vendorOutbound(configOf(embeddedWallet)))
    const rpc = scriptedRpc([], () => null)
    return farcasterOf(configOf(embeddedWallet), rpc, { outbound, timers: systemTimers })
  }

  it('enabled with embedded wallets › has the widget’s origin', () => {
    const peers = peersOf({ isEnabled: true, farcaster: { isEnabled: true } })
    expect(peers?.widgetOrigin).toBe('https://wallet.example:8443')
  })

  it.each([
    ['no setting', undefined],
    ['embedded wallets alone', { isEnabled: true }],
    ['without embedded wallets', { farcaster: { isEnabled: true } }],
  ])('%s › absent', (_, embeddedWallet) => expect(peersOf(embeddedWallet)).toBeUndefined())

  it('relay › the server connects to it only if it is enabled', () => {
    const originsOf = (isEnabled: boolean) =>
      vendorOutbound(configOf({ farcaster: { isEnabled, relayUrl: 'http://relay.internal:8080/base' } }))
        .allowedOrigins
    expect(originsOf(true)).toContain('http://relay.internal:8080')
    expect(originsOf(false)).not.toContain('http://relay.internal:8080')
  })
})

describe('help of the operator', () => {
  const walletOf = (embeddedWallet: ConfigInput['embeddedWallet']) => {
    const config = configOf({ isEnabled: true, ...embeddedWallet })
    const secretKeys = [{ id: 'a', key: randomBytes(32).toString('base64') }]
    const outbound = createOutbound(vendorOutbound(config))
    const recover = async () => {
      throw new Error('No signature is expected here')
    }
    return embeddedWalletOf({ ...config, secretKeys }, recover, { outbound, timers: systemTimers })
  }

  it('public key › with its id; without one › absent', async () => {
    const publicKey = createECDH('prime256v1').generateKeys()
    const recoveryPublicKey = publicKey.toString('base64url')
    expect(walletOf({ recoveryPublicKey })?.recoveryKey).toEqual({
      publicKey: recoveryPublicKey,
      id: await publicKeyId(Uint8Array.from(publicKey)),
    })
    expect(walletOf({})).not.toHaveProperty('recoveryKey')
  })
})
