import { describe, expect, it } from 'vitest'
import { flagDefaults } from './flags.ts'
import { readHostConfig } from './host-config.ts'
import {
  effectiveOverrides,
  type FeatureOverride,
  featureStateOf,
  type RemoteConfigResult,
  type RemoteFeature,
  type RemoteFeatureName,
  remoteFeatures,
} from './remote-features.ts'

const off = { is: 'off' }
const on = (...choices: string[]) => ({ is: 'on', choices })
const pending = { is: 'pending' }
const respondWith = (id: string, config: RemoteFeature['config'], isEnabled = true): RemoteConfigResult => ({
  is: 'answered',
  features: [{ id, isEnabled, config }],
})
const failed: RemoteConfigResult = { is: 'failed' }
const socials = ['google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook']

describe('features', () => {
  it('local defaults › equal to SPEC §3', () => {
    expect(flagDefaults).toEqual({
      receive: true,
      send: true,
      emailShowWallets: true,
      analytics: true,
      allWallets: true,
      legalCheckbox: false,
      smartSessions: false,
      collapseWallets: false,
      pay: false,
    })
  })

  const defaults: readonly [RemoteFeatureName, object][] = [
    ['swaps', on('1inch')],
    ['onramp', on('meld')],
    ['email', on()],
    ['socials', on(...socials)],
    ['activity', on()],
    ['branding', on()],
    ['multiWallet', off],
    ['emailCapture', off],
    ['payWithExchange', off],
    ['payments', off],
    ['reownAuthentication', off],
  ]

  it.each(defaults)('remote default of %s › equal to SPEC §3, off in basic mode', (name, expected) => {
    expect(featureStateOf(name, failed, undefined)).toEqual(expected)
    expect(featureStateOf(name, { is: 'basic' }, true)).toEqual(off)
    // A feature that the project does not list is off.
    expect(featureStateOf(name, { is: 'answered', features: [] }, true)).toEqual(off)
  })

  it('table › no other names', () => {
    expect(Object.keys(remoteFeatures).toSorted()).toEqual(defaults.map(([name]) => name).toSorted())
  })

  it.each<[string, RemoteFeatureName, RemoteConfigResult, FeatureOverride, object]>([
    ['the project beats the host', 'activity', respondWith('activity', [], false), true, off],
    ['also where the host wants less', 'activity', respondWith('activity', []), false, on()],
    ['null leaves it to the host', 'activity', respondWith('activity', null), false, off],
    ['null, whatever isEnabled says', 'multiWallet', respondWith('multi_wallet', null, false), true, on()],
    ['null and no wish is the default', 'swaps', respondWith('swap', null), undefined, on('1inch')],
    ['providers in their order', 'swaps', respondWith('swap', ['0x', '1inch']), undefined, on('0x', '1inch')],
    ['no provider, no swaps', 'swaps', respondWith('swap', []), true, off],
    ['no provider, no buying', 'onramp', respondWith('onramp', []), true, off],
    ['a list of the host', 'onramp', failed, ['meld', 'other'], on('meld', 'other')],
    ['a list of the host without a name', 'swaps', failed, [], off],
    [
      'email is one of the socials on the wire',
      'email',
      respondWith('social_login', ['x', 'email']),
      undefined,
      on(),
    ],
    ['and none of them here', 'socials', respondWith('social_login', ['x', 'email']), undefined, on('x')],
    ['no email on the wire', 'email', respondWith('social_login', ['x']), true, off],
    ['email alone leaves no socials', 'socials', respondWith('social_login', ['email']), undefined, off],
    ['a disabled list', 'socials', respondWith('social_login', ['x'], false), undefined, off],
    [
      'an e-mail address may be required',
      'emailCapture',
      respondWith('email_capture', ['required']),
      undefined,
      on('required'),
    ],
    ['or not', 'emailCapture', respondWith('email_capture', []), undefined, on()],
    ['a wish for what is off by default', 'payments', failed, true, on()],
    ['nothing is offered before the answer', 'swaps', { is: 'pending' }, true, pending],
    ['but wallets are connected by the wish', 'multiWallet', { is: 'pending' }, true, on()],
  ])('%s › resolved state', (_name, name, remoteConfig, override, expected) => {
    expect(featureStateOf(name, remoteConfig, override)).toEqual(expected)
  })

  it('overrides without effect › listed', () => {
    const features: RemoteFeature[] = [
      { id: 'swap', isEnabled: true, config: ['1inch'] },
      { id: 'multi_wallet', isEnabled: false, config: null },
    ]
    expect(effectiveOverrides(features, { swaps: false, multiWallet: true, onramp: true })).toEqual([
      'swaps',
      'onramp',
    ])
  })

  it("host's feature › wrong type › problem names it", () => {
    const config = (features: object) => readHostConfig({ projectId: 'p', metadata: { name: 'n' }, features })
    expect(config({ swaps: ['1inch'], activity: false, unheardOf: 1 }).success).toBe(true)
    expect(config({ activity: ['x'] })).toEqual({ success: false, option: 'features.activity' })
    expect(config({ swaps: 'yes' })).toMatchObject({ success: false, option: 'features.swaps' })
  })
})
