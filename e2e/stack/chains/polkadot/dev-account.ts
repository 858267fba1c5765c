import { Keyring } from '@polkadot/keyring'
import type { KeyringPair } from '@polkadot/keyring/types'

/** Key type of an account. `ethereum` keys have 20-byte addresses and no account on this chain. */
export type PolkadotKeyType = 'sr25519' | 'ed25519' | 'ecdsa' | 'ethereum'

/** An account of the local world. Its key is public. */
export type PolkadotDevAccount = {
  readonly label: string
  /** Derivation path under the public development phrase of Polkadot libraries. */
  readonly uri: string
  readonly type: PolkadotKeyType
  /** SS58 with the generic prefix 42; `0x…` with a checksum for `ethereum`. */
  readonly address: string
}

/** Returns the account of a label and key type, the same in every run. */
export function polkadotDevAccount(label: string, type: PolkadotKeyType = 'sr25519'): PolkadotDevAccount {
  // An `ethereum` key is derived by a BIP-44 path, which has a number instead of a label.
  const uri = type === 'ethereum' ? `m/44'/60'/0'/0/${accountIndex(label)}` : `//drawbridge//${label}`
  return { label, uri, type, address: polkadotKeyPair({ uri, type }).address }
}

/** Returns the key pair of an account, which signs for it. */
export function polkadotKeyPair({ uri, type }: Pick<PolkadotDevAccount, 'uri' | 'type'>): KeyringPair {
  const derived = type === 'ethereum' ? `${devPhrase}/${uri}` : uri
  return new Keyring({ type, ss58Format: 42 }).addFromUri(derived)
}

const devPhrase = 'bottom drive obey lake curtain smoke basket hold race lonely fit walk'

const accountIndex = (label: string): number =>
  [...label].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_000, 0)
