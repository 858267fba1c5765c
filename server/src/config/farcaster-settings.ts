import * as z from '../../../shared/zod.ts'
import { farcasterAddresses } from '../adapters/farcaster/farcaster-registries.ts'
import { group, setting } from './setting.ts'
import { evmAddress, httpUrl, publicOrigin } from './value-types.ts'

/** Sign in with Farcaster, which embedded wallets offer as a login. */
export const farcasterSettings = group(
  'Logins with a Farcaster account (FIP-11). The server reads who owns an account from OP Mainnet, by the nodes of eip155:10 in networks.',
  {
    isEnabled: setting(z._default(z.boolean(), false), {
      description: 'Whether users can log in with Farcaster. It needs embeddedWallet.isEnabled.',
    }),
    relayUrl: setting(z._default(httpUrl, 'https://relay.farcaster.xyz'), {
      description:
        'Base URL of the relay between the server and the user’s phone. It is not trusted: it can only delay or prevent a login.',
    }),
    appOrigin: setting(z._default(publicOrigin, 'https://farcaster.xyz'), {
      description: 'Origin of the links that open the Farcaster app; links to others are refused.',
    }),
    idRegistry: setting(z._default(evmAddress, farcasterAddresses.idRegistry), {
      description: 'IdRegistry contract on OP Mainnet, which has the custody address of each account.',
    }),
    keyRegistry: setting(z._default(evmAddress, farcasterAddresses.keyRegistry), {
      description: 'KeyRegistry contract on OP Mainnet, which has the auth addresses of each account.',
    }),
  },
)
