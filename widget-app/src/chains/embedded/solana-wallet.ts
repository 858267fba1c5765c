import { type ChainId, namespaceOf, parseChainId } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import type { EmbeddedPorts } from '../embedded-source.ts'
import { walletChain } from '../solana-clusters.ts'
import { type EmbeddedWallet, unsupportedMethod, type WalletPorts } from './embedded-wallet.ts'

const features: readonly string[] = [
  'solana:signAndSendTransaction',
  'solana:signIn',
  'solana:signMessage',
  'solana:signTransaction',
]

const mainnet = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')

const connectParams = () => z.object({ silent: z.optional(z.boolean()) })

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
  const shared = async () => {
    const address = await wallet.shared()
    return address === undefined ? [] : [accountOf(address)]
  }
  return {
    request: async (request, options) => {
      const { method, params } = request
      if (features.includes(method)) return wallet.sign(request, options)
      switch (method) {
        case 'standard:connect': {
          const isSilent = connectParams().safeParse(params).data?.silent === true
          return { accounts: isSilent ? await shared() : [accountOf(await wallet.connect())] }
        }
        case 'standard:disconnect':
          wallet.disconnect()
          return null
        default:
          throw unsupportedMethod(method)
      }
    },
    emitAccounts: async () => wallet.emit('accountsChanged', await shared()),
  }
}
