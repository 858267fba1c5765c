import { socialNames } from '../../../shared/config/remote-features.ts'
import type { Config } from './config-schema.ts'

/** Ids of the services whose accounts log in, in the order of `socialNames`; none without embedded wallets. */
export const configuredSocials = ({
  embeddedWallet: { isEnabled, socials, farcaster },
}: Pick<Config, 'embeddedWallet'>): readonly (typeof socialNames)[number][] =>
  isEnabled
    ? socialNames.filter((id) => (id === 'farcaster' ? farcaster.isEnabled : socials[id] !== undefined))
    : []
