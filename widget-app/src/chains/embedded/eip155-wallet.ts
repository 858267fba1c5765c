import { type ChainId, chainReference, parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { EmbeddedPorts } from '../embedded-source.ts'
import { callsStatusOf, readCapabilities, sentBatchOf } from './eip155-batches.ts'
import { type EmbeddedWallet, unsupportedMethod, type WalletPorts } from './embedded-wallet.ts'

/** The chain before the user selects one. */
const defaultChain = parseChainId('eip155:1')

const signingMethods: readonly string[] = [
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'eth_signTransaction',
]

const chainParams = () => z.tuple([z.object({ chainId: z.string().check(z.regex(/^0x[0-9a-fA-F]{1,13}$/)) })])

const hexOf = (chain: ChainId): string => `0x${BigInt(chainReference(chain)).toString(16)}`

/** Permissions of a site (EIP-2255). */
const permissionsOf = (account: string | undefined): readonly object[] =>
  account === undefined
    ? []
    : [
        {
          parentCapability: 'eth_accounts',
          caveats: [{ type: 'restrictReturnedAccounts', value: [account] }],
        },
      ]

type ChainPorts = Pick<EmbeddedPorts, 'networks' | 'knownNetwork' | 'selectedChain' | 'batches'>

/** Our own wallet as an EIP-1193 provider. It has the networks that the widget knows, and one of them is current. */
export function eip155Wallet(
  { networks, knownNetwork, selectedChain, batches }: ChainPorts,
  wallet: WalletPorts<string>,
): EmbeddedWallet {
  let current: ChainId | undefined

  const currentChain = (): ChainId => {
    current ??= selectedChain('eip155') ?? defaultChain
    return current
  }

  const shared = async (): Promise<readonly string[]> => {
    const account = await wallet.shared()
    return account === undefined ? [] : [account]
  }

  /** Adding a network that the widget knows selects it, as other wallets do after their prompt. */
  async function switchChain(params: unknown): Promise<null> {
    const parsed = chainParams().safeParse(params)
    if (!parsed.success) throw new ProviderRpcError(providerCodes.invalidParams, 'Invalid chainId')
    const [{ chainId }] = parsed.data
    const chain = parseChainId(`eip155:${BigInt(chainId)}`)
    if ((await knownNetwork(chain)) === undefined)
      throw new ProviderRpcError(providerCodes.unrecognisedChain, `Unrecognized chain ID "${chainId}"`)
    if (chain === currentChain()) return null
    current = chain
    wallet.emit('chainChanged', hexOf(chain))
    return null
  }

  return {
    request: async (request, options) => {
      const { method, params } = request
      if (signingMethods.includes(method)) return wallet.sign(request, options)
      switch (method) {
        case 'eth_accounts':
          return shared()
        case 'eth_requestAccounts':
          return [await wallet.connect()]
        case 'eth_chainId':
          return hexOf(currentChain())
        case 'wallet_switchEthereumChain':
        case 'wallet_addEthereumChain':
          return switchChain(params)
        case 'wallet_getPermissions':
          return permissionsOf(await wallet.shared())
        case 'wallet_requestPermissions':
          return permissionsOf(await wallet.connect())
        case 'wallet_revokePermissions':
          wallet.disconnect()
          return null
        case 'wallet_getCapabilities': {
          const account = await wallet.shared()
          return account === undefined ? {} : readCapabilities(batches, account, networks(), params)
        }
        case 'wallet_sendCalls': {
          const response = await wallet.sign(request, options)
          batches.storeSent(sentBatchOf(response))
          return response
        }
        case 'wallet_getCallsStatus':
          return callsStatusOf(batches, params)
        // The widget lists every token that the account has.
        case 'wallet_watchAsset':
          return true
        default:
          throw unsupportedMethod(method)
      }
    },
    emitAccounts: async () => wallet.emit('accountsChanged', await shared()),
  }
}
