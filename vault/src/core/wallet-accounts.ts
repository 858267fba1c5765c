import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'
import type { EmbeddedAccounts, WalletSignatures } from '#shared/api/embedded-account.ts'
import { walletProofText } from '#shared/api/wallet-proof.ts'
import { encodeBase58 } from '#shared/caip/base58.ts'
import { concatBytes, utf8Bytes } from './bytes.ts'
import type { Eip155Account } from './eip155-account.ts'
import { createKeyring } from './keyring.ts'
import type { PolkadotAccount } from './polkadot-account.ts'
import type { SolanaAccount } from './solana-account.ts'
import { genericSs58Prefix } from './ss58.ts'

/** The first account of a wallet on each chain, which is the one that it uses. */
export type WalletKeys = {
  readonly eip155: Eip155Account
  readonly solana: SolanaAccount
  readonly polkadot: PolkadotAccount
  /** The accounts as the server stores them. */
  readonly accounts: EmbeddedAccounts
  /** Signs a wallet proof (`walletProofText`) with all three keys. */
  signProof(userId: string, subject: string): WalletSignatures
  /** Overwrites the private keys with zeros. */
  erase(): void
}

/** Digest of a message that `personal_sign` signs (EIP-191, version 0x45). */
function personalDigest(bytes: Uint8Array): Uint8Array {
  return keccak_256(concatBytes(utf8Bytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

/**
 * Derives the keys of a wallet from its entropy, which it does not retain.
 * @throws RangeError if the entropy is not 16 bytes.
 */
export async function deriveWalletKeys(entropy: Uint8Array): Promise<WalletKeys> {
  const keyring = await createKeyring(entropy)
  const eip155 = keyring.eip155Account(0)
  const solana = keyring.solanaAccount(0)
  const polkadot = keyring.polkadotAccount(0, genericSs58Prefix)
  keyring.erase()
  const accounts = { eip155: eip155.address, solana: solana.address, polkadot: polkadot.publicKey }
  return {
    ...{ eip155, solana, polkadot, accounts },
    signProof: (userId, subject) => {
      const bytes = utf8Bytes(walletProofText(userId, subject, accounts))
      return {
        eip155: `0x${bytesToHex(eip155.signDigest(personalDigest(bytes)))}`,
        solana: encodeBase58(solana.signMessage(bytes)),
        polkadot: `0x${bytesToHex(polkadot.signMessage(bytes))}`,
      }
    },
    erase: () => {
      for (const account of [eip155, solana, polkadot]) account.erase()
    },
  }
}
