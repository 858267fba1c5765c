import { socialNames } from '../../../shared/config/remote-features.ts'
import type { Config } from './config-schema.ts'

/** Ids of the services whose accounts log in, here or in another process, in the order of `socialNames`; none without embedded wallets. */
export const configuredSocials = ({
  embeddedWallet: { isEnabled, socials, offeredSocials, farcaster },
}: Pick<Config, 'embeddedWallet'>): readonly (typeof socialNames)[number][] =>
  isEnabled
    ? socialNames.filter((id) =>
        id === 'farcaster' ? farcaster.isEnabled : socials[id] !== undefined || offeredSocials.includes(id),
      )
    : []
