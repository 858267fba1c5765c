import { postSharedEmail } from '../../../../shared/api/embedded-sign-in.ts'
import { isWalletAccount } from '../../../../shared/api/is-wallet-account.ts'
import { addressOf, chainOf } from '../../../../shared/caip/account-id.ts'
import { accountKey } from '../account-key.ts'
import { privateResponse } from '../cache-policy.ts'
import type { EmbeddedWallet } from '../embedded/embedded-wallet.ts'
import { requireSite } from '../embedded/require-site.ts'
import { HttpError } from '../http-error.ts'
import { type Route, route } from './route.ts'

/** The widget shares the address immediately before it signs in. */
const sharedEmailLifetimeMs = 60_000

/** What a session of an embedded wallet states to a hosted sign-in. */
export function embeddedSignInRoutes({
  sessions,
  identities,
  sharedEmails,
  secretHash,
  clock,
}: EmbeddedWallet): readonly Route[] {
  return [
    route(postSharedEmail, privateResponse, async (call) => {
      const { user, device } = await sessions.require(call)
      const { project, body } = call
      const { nonceToken, account, email } = body
      if (device.site === undefined) throw new HttpError(403, 'Only the widget can share an address')
      requireSite(project, device.site)
      if (user.accounts === undefined || !isWalletAccount(user.accounts, account))
        throw new HttpError(403, 'This is not an account of the user')
      const known = await identities.list(user.id)
      if (!known.some(({ provider, name }) => provider === 'email' && name === email))
        throw new HttpError(409, 'The user has another e-mail address')
      await sharedEmails.set({
        ...{ nonceHash: secretHash(nonceToken), projectKey: project.key, userId: user.id },
        ...{ account: accountKey(chainOf(account), addressOf(account)), site: device.site, email },
        expiresAtMs: clock() + sharedEmailLifetimeMs,
      })
      return {}
    }),
  ]
}
