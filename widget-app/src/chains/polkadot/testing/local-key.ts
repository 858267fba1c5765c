import { Keyring } from '@polkadot/keyring'
import { secretFromSeed, sign } from '@scure/sr25519'
import type { LocalKey } from '../../local-keys.ts'

/** A key as the vault has one; another library derives its address. */
export function testLocalKey(
  seed = crypto.getRandomValues(new Uint8Array(32)),
): Extract<LocalKey, { namespace: 'polkadot' }> {
  const secret = secretFromSeed(seed)
  const { address } = new Keyring({ type: 'sr25519', ss58Format: 42 }).addFromSeed(seed)
  return { namespace: 'polkadot', address, signMessage: (message) => sign(secret, message) }
}
