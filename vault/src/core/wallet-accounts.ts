import { keccak_256 } from '@noble/hashes/sha3'
import { bytesToHex } from '@noble/hashes/utils'
import type { EmbeddedAccounts, WalletSignatures } from '#shared/api/embedded-account.ts'
import { walletProofText } from '#shared/api/wallet-proof.ts'
import { encodeBase58 } from '#shared/caip/base58.ts'
import { concatBytes, utf8Bytes } from './bytes.ts'
import type { Eip155Account } from './eip155-account.ts'
import type { Keyring } from './keyring.ts'
import type { PolkadotAccount } from './polkadot-account.ts'
import type { SolanaAccount } from './solana-account.ts'
import { genericSs58Prefix } from './ss58.ts'

/** The first account of a wallet on each chain, which is the one that it uses. */
export type WalletKeys = {
  readonly eip155: Eip155Account
  readonly solana: SolanaAccount
  readonly polkadot: PolkadotAccount
  /** Overwrites the private keys with zeros. */
  erase(): void
}

/** Derives the first accounts. */
export function deriveWalletKeys(keyring: Keyring): WalletKeys {
  const eip155 = keyring.eip155Account(0)
  const solana = keyring.solanaAccount(0)
  const polkadot = keyring.polkadotAccount(0, genericSs58Prefix)
  return {
    ...{ eip155, solana, polkadot },
    erase: () => {
      for (const account of [eip155, solana, polkadot]) account.erase()
    },
  }
}

/** The accounts as the server stores them. */
export const accountsOf = ({ eip155, solana, polkadot }: WalletKeys): EmbeddedAccounts => ({
  ...{ eip155: eip155.address, solana: solana.address, polkadot: polkadot.publicKey },
})

/** Digest of a text that `personal_sign` signs (EIP-191, version 0x45). */
function personalDigest(text: string): Uint8Array {
  const bytes = utf8Bytes(text)
  return keccak_256(concatBytes(utf8Bytes(`\x19Ethereum Signed Message:\n${bytes.length}`), bytes))
}

/** Signs a wallet proof (`walletProofText`) with all three keys. */
export function signWalletProof(keys: WalletKeys, userId: string, subject: string): WalletSignatures {
  const text = walletProofText(userId, subject, accountsOf(keys))
  return {
    eip155: `0x${bytesToHex(keys.eip155.signDigest(personalDigest(text)))}`,
    solana: encodeBase58(keys.solana.signMessage(utf8Bytes(text))),
    polkadot: `0x${bytesToHex(keys.polkadot.signMessage(utf8Bytes(text)))}`,
  }
}
