import { bytesToHex } from '@noble/hashes/utils'
import { deriveEip155Account, type Eip155Account } from './eip155-account.ts'
import { createErasableSecret } from './erasable-secret.ts'
import { derivePolkadotAccount, type PolkadotAccount } from './polkadot-account.ts'
import { deriveMiniSecret, deriveSeed } from './seed.ts'
import { deriveSolanaAccount, type SolanaAccount } from './solana-account.ts'

/**
 * Derives the accounts of a wallet. Its functions throw RangeError for an index that is not an integer from 0 to 2^31 - 1,
 * and Error after `erase`.
 */
export type Keyring = {
  /** EVM account m/44'/60'/0'/0/index. */
  eip155Account(index: number): Eip155Account
  /** Solana account m/44'/501'/index'/0'. */
  solanaAccount(index: number): SolanaAccount
  /** Polkadot account: the root key for index 0, else `//index`; its address has the SS58 prefix. */
  polkadotAccount(index: number, ss58Prefix: number): PolkadotAccount
  /** The mini secret in hexadecimal: the raw seed that polkadot-js imports as its account with index 0. */
  exportMiniSecret(): string
  /** Overwrites the seeds with zeros; accounts that it derived can sign until they are erased themselves. */
  erase(): void
}

/**
 * Creates the keyring of a wallet from its entropy, which it does not retain.
 * @throws RangeError if the entropy is not 16 bytes.
 */
export async function createKeyring(entropy: Uint8Array): Promise<Keyring> {
  const [seedBytes, miniSecretBytes] = await Promise.all([deriveSeed(entropy), deriveMiniSecret(entropy)])
  const seed = createErasableSecret(seedBytes)
  const miniSecret = createErasableSecret(miniSecretBytes)
  return {
    eip155Account: (index) => seed.use((bytes) => deriveEip155Account(bytes, index)),
    solanaAccount: (index) => seed.use((bytes) => deriveSolanaAccount(bytes, index)),
    polkadotAccount: (index, ss58Prefix) =>
      miniSecret.use((bytes) => derivePolkadotAccount(bytes, index, ss58Prefix)),
    exportMiniSecret: () => miniSecret.use((bytes) => `0x${bytesToHex(bytes)}`),
    erase: () => {
      seed.erase()
      miniSecret.erase()
    },
  }
}
