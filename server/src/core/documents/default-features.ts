import type { RemoteFeature } from '../../../../shared/api/project.ts'

/** Remote features of a new project (SPEC §3). */
export const defaultFeatures: readonly RemoteFeature[] = [
  {
    id: 'social_login',
    isEnabled: true,
    config: ['email', 'google', 'x', 'farcaster', 'discord', 'apple', 'github', 'facebook'],
  },
  { id: 'swap', isEnabled: true, config: ['1inch'] },
  { id: 'onramp', isEnabled: true, config: ['meld', 'stripe', 'quay'] },
  { id: 'activity', isEnabled: true, config: null },
  { id: 'reown_branding', isEnabled: true, config: null },
  { id: 'multi_wallet', isEnabled: false, config: null },
  // Off: the host requests an e-mail address by `siwx.email`.
  { id: 'email_capture', isEnabled: false, config: null },
  { id: 'fund_from_exchange', isEnabled: false, config: null },
  { id: 'payments', isEnabled: false, config: null },
  { id: 'reown_authentication', isEnabled: false, config: null },
]
