import { type ChainId, namespaceOf, parseChainId } from '#shared/caip/chain-id.ts'
import type { EmbeddedPorts } from '../embedded-source.ts'
import { walletChain } from '../solana-clusters.ts'
import {
  connectAccounts,
  type EmbeddedWallet,
  sharedAccounts,
  unsupportedMethod,
  type WalletPorts,
} from './embedded-wallet.ts'

const features: readonly string[] = [
  'solana:signAndSendTransaction',
  'solana:signIn',
  'solana:signMessage',
  'solana:signTransaction',
]

const mainnet = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')

/** A cluster's name of Wallet Standard; a chain without one has its CAIP-2 id. */
function nameOf(chain: ChainId): string {
  const name = walletChain(chain)
  return name === 'solana:localnet' ? chain : name
}

/** Our own wallet as a wallet of Wallet Standard, for the host's networks. */
export function solanaWallet(
  { networks }: Pick<EmbeddedPorts, 'networks'>,
  wallet: WalletPorts<string>,
): EmbeddedWallet {
  const chains = (): readonly string[] => {
    const configured = networks().filter((chain) => namespaceOf(chain) === 'solana')
    return (configured.length > 0 ? configured : [mainnet]).map(nameOf)
  }
  const accountOf = (address: string) => ({ address, chains: chains(), features })
  return {
    request: async (request, options) => {
      const { method, params } = request
      if (features.includes(method)) return wallet.sign(request, options)
      switch (method) {
        case 'standard:connect':
          return { accounts: (await connectAccounts(wallet, params)).map(accountOf) }
        case 'standard:disconnect':
          wallet.disconnect()
          return null
        default:
          throw unsupportedMethod(method)
      }
    },
    emitAccounts: async () => wallet.emit('accountsChanged', (await sharedAccounts(wallet)).map(accountOf)),
  }
}
