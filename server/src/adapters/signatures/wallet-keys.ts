import { hashMessage, isAddress, isAddressEqual, isHex } from 'viem'
import type { VerifyWalletKeys } from '../../ports/wallet-keys.ts'
import { isSignedByPolkadotKey, isSignedBySolanaKey } from './key-signatures.ts'
import { recoverSigner } from './recover-signer.ts'

/**
 * Verifies signatures of the keys of an embedded wallet: secp256k1 over EIP-191, Ed25519, sr25519.
 * @param recover runs on the caller's thread by default; see `createSignerThread`.
 */
export const createWalletKeyVerifier =
  (recover = recoverSigner): VerifyWalletKeys =>
  async ({ eip155, solana, polkadot }, text, signatures) => {
    if (!isAddress(eip155, { strict: false }) || !isHex(signatures.eip155)) return false
    const signer = await recover(hashMessage(text), signatures.eip155)
    return (
      signer !== undefined &&
      isAddressEqual(signer, eip155) &&
      isSignedBySolanaKey(solana, text, signatures.solana) &&
      (await isSignedByPolkadotKey(polkadot, text, signatures.polkadot))
    )
  }
