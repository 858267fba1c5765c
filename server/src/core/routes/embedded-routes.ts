import type { EmbeddedWallet } from '../embedded/embedded-wallet.ts'
import { notConfigured } from '../http-error.ts'
import { embeddedDeletionRoutes } from './embedded-deletion-routes.ts'
import { embeddedDeviceRoutes } from './embedded-device-routes.ts'
import { embeddedEnvelopeRoutes } from './embedded-envelope-routes.ts'
import { embeddedFarcasterRoutes } from './embedded-farcaster-routes.ts'
import { embeddedIdentityRoutes } from './embedded-identity-routes.ts'
import { embeddedLoginRoutes } from './embedded-login-routes.ts'
import { embeddedPasskeyRoutes } from './embedded-passkey-routes.ts'
import { embeddedRecoveryRoutes } from './embedded-recovery-routes.ts'
import { embeddedSignInRoutes } from './embedded-sign-in-routes.ts'
import { embeddedSocialRoutes } from './embedded-social-routes.ts'
import { embeddedSpendingRoutes } from './embedded-spending-routes.ts'
import { embeddedSponsorshipRoutes } from './embedded-sponsorship-routes.ts'
import { embeddedTransferRoutes } from './embedded-transfer-routes.ts'
import type { Route } from './route.ts'

/**
 * Every endpoint of the embedded wallet.
 * @param isConfigured false: each responds with 501.
 */
export function embeddedRoutes(wallet: EmbeddedWallet, isConfigured: boolean): readonly Route[] {
  const routes = [
    ...embeddedLoginRoutes(wallet),
    ...embeddedSocialRoutes(wallet),
    ...embeddedFarcasterRoutes(wallet),
    ...embeddedIdentityRoutes(wallet),
    ...embeddedSignInRoutes(wallet),
    ...embeddedPasskeyRoutes(wallet),
    ...embeddedDeviceRoutes(wallet),
    ...embeddedEnvelopeRoutes(wallet),
    ...embeddedTransferRoutes(wallet),
    ...embeddedSponsorshipRoutes(wallet),
    ...embeddedRecoveryRoutes(wallet),
    ...embeddedDeletionRoutes(wallet),
    ...embeddedSpendingRoutes(wallet),
  ]
  if (isConfigured) return routes
  return routes.map((route) => ({
    ...route,
    handle: async () => {
      throw notConfigured('embedded wallet')
    },
  }))
}
