import type { ChainRpc } from '../../ports/rpc.ts'
import type { SignatureVerifier } from '../../ports/signatures.ts'
import { isSignedByEvmAccount } from './contract-signatures.ts'
import { isSignedByPolkadotKey, isSignedBySolanaKey } from './key-signatures.ts'

/** Verifies signatures of accounts of EVM chains, Solana and Polkadot; of other namespaces none is valid. */
export const signatureVerifier = (rpc: ChainRpc): SignatureVerifier => ({
  isSignedBy: async (chainId, address, message, signature) => {
    switch (chainId.slice(0, chainId.indexOf(':'))) {
      case 'eip155':
        return isSignedByEvmAccount(rpc, chainId, address, message, signature)
      case 'solana':
        return isSignedBySolanaKey(address, message, signature)
      case 'polkadot':
        return isSignedByPolkadotKey(address, message, signature)
      default:
        return false
    }
  },
})
