import { Keyring } from '@polkadot/keyring'
import type { KeyringPair } from '@polkadot/keyring/types'

/** How an account signs; `ethereum` keys have 20-byte addresses and no account on this chain. */
export type PolkadotKeyType = 'sr25519' | 'ed25519' | 'ecdsa' | 'ethereum'

/** A key of the local world, worthless anywhere else. */
export type PolkadotDevAccount = {
  readonly label: string
  /** Derivation under the public development phrase, which every Polkadot library knows. */
  readonly uri: string
  readonly type: PolkadotKeyType
  /** SS58 with the generic prefix 42; `0x…` with a checksum for `ethereum`. */
  readonly address: string
}

/** The account of a label and key type; the same in every run. */
export function polkadotDevAccount(label: string, type: PolkadotKeyType = 'sr25519'): PolkadotDevAccount {
  // An ethereum key is derived by BIP-44 paths, and so by number instead of by name.
  const uri = type === 'ethereum' ? `m/44'/60'/0'/0/${indexOf(label)}` : `//drawbridge//${label}`
  return { label, uri, type, address: polkadotKeyPair({ uri, type }).address }
}

/** The key of an account, ready to sign. */
export function polkadotKeyPair({ uri, type }: Pick<PolkadotDevAccount, 'uri' | 'type'>): KeyringPair {
  const derived = type === 'ethereum' ? `${devPhrase}/${uri}` : uri
  return new Keyring({ type, ss58Format: 42 }).addFromUri(derived)
}

const devPhrase = 'bottom drive obey lake curtain smoke basket hold race lonely fit walk'

const indexOf = (label: string): number =>
  [...label].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 100_000, 0)
