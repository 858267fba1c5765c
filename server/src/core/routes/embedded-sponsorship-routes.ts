import { postSponsorship } from '../../../../shared/api/embedded-sponsorship.ts'
import type { EmbeddedWallet } from '../embedded/embedded-wallet.ts'
import { openRoute, type Route } from './route.ts'

/** Calls of logged-in users to the operator's bundler and paymaster service. */
export const embeddedSponsorshipRoutes = ({ sessions, sponsorship }: EmbeddedWallet): readonly Route[] => [
  openRoute(postSponsorship, async (call) =>
    sponsorship.call(await sessions.require(call), call.body, call.signal),
  ),
]
