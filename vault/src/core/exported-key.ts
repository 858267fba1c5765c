import type { Namespace } from '#shared/caip/namespace.ts'
import { createKeyring } from './keyring.ts'

/**
 * The key of the wallet's account on one chain, as other wallets import it: MetaMask a private key in hexadecimal, Phantom both keys in
 * base58, polkadot-js a raw seed in hexadecimal.
 * @throws RangeError if the entropy is not 16 bytes.
 */
export async function exportKey(entropy: Uint8Array, namespace: Namespace): Promise<string> {
  const keyring = await createKeyring(entropy)
  try {
    if (namespace === 'polkadot') return keyring.exportMiniSecret()
    const account = namespace === 'eip155' ? keyring.eip155Account(0) : keyring.solanaAccount(0)
    const key = account.exportKey()
    account.erase()
    return key
  } finally {
    keyring.erase()
  }
}
