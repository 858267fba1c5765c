import type { ChainRpc } from '../../ports/rpc.ts'
import type { SignatureVerifier } from '../../ports/signatures.ts'
import { isSignedByEvmAccount } from './contract-signatures.ts'
import { isSignedByPolkadotKey, isSignedBySolanaKey } from './key-signatures.ts'
import { recoverSigner } from './recover-signer.ts'

/**
 * Verifies signatures of accounts of EVM chains, Solana and Polkadot; rejects those of other namespaces.
 * @param recover runs on the caller's thread by default; see `createSignerThread`.
 */
export const createSignatureVerifier = (rpc: ChainRpc, recover = recoverSigner): SignatureVerifier => ({
  isSignedBy: async (chainId, address, message, signature) => {
    switch (chainId.slice(0, chainId.indexOf(':'))) {
      case 'eip155':
        return isSignedByEvmAccount(rpc, recover, chainId, address, message, signature)
      case 'solana':
        return isSignedBySolanaKey(address, message, signature)
      case 'polkadot':
        return isSignedByPolkadotKey(address, message, signature)
      default:
        return false
    }
  },
})
