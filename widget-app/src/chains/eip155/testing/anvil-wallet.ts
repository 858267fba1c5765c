import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { WalletTransport } from '../../chain-adapter.ts'
import { createWalletTransport } from '../../testing/page-with-wallet.ts'
import type { PromptOutcome } from '../../testing/prompt-outcome.ts'
import { addressSchema, bytesSchema, countSchema, hashSchema, quantitySchema } from '../hex.ts'
import type { Anvil } from './anvil.ts'
import { found } from './unit-world.ts'

/** Parameters of `eth_sendTransaction` for this wallet: gas, fee and chain are required. */
const sendParams = z.tuple([
  z.object({
    from: addressSchema,
    to: addressSchema,
    value: z._default(quantitySchema, 0n),
    data: z._default(bytesSchema, '0x'),
    gas: quantitySchema,
    maxFeePerGas: z.optional(quantitySchema),
    maxPriorityFeePerGas: z.optional(quantitySchema),
    gasPrice: z.optional(quantitySchema),
    chainId: quantitySchema,
  }),
])

export type SendParams = z.output<typeof sendParams>[0]

const messageParams = z.tuple([bytesSchema, addressSchema])
const chainParams = z.tuple([z.object({ chainId: quantitySchema })])

/** A wallet with its own key, on real nodes, with a scripted user. */
export type AnvilWallet = WalletTransport & {
  readonly account: PrivateKeyAccount
  setMood(walletMood: PromptOutcome): void
  prompts(): number
  emit(event: string, data: unknown): void
  /** How a page script changes a request on its way to the wallet; `undefined` stops it. */
  tamper(change: ((params: SendParams) => SendParams) | undefined): void
  /** Sets the nonce of the next transactions instead of the next free one. */
  useNonce(nonce: number | undefined): void
}

/** Creates a wallet that has the first node's chain, and gets the others when they are added. */
export function anvilWallet(
  key: `0x${string}`,
  nodes: readonly { readonly chainId: number; readonly node: Anvil }[],
): AnvilWallet {
  const account = privateKeyToAccount(key)
  const addedChains = new Set(nodes.slice(0, 1).map(({ chainId }) => chainId))
  let current = nodes[0]?.chainId ?? 0
  let walletMood: PromptOutcome = 'approves'
  let prompts = 0
  let isConnected = false
  let changeRequest: ((params: SendParams) => SendParams) | undefined
  let forcedNonce: number | undefined

  const node = (): Anvil => {
    const match = nodes.find(({ chainId }) => chainId === current)
    if (match === undefined) throw new ProviderRpcError(providerCodes.internal, 'No node')
    return match.node
  }

  const prompt = () => {
    if (walletMood === 'is-already-asked')
      throw new ProviderRpcError(providerCodes.requestPending, 'Request already pending')
    prompts += 1
    if (walletMood === 'rejects')
      throw new ProviderRpcError(providerCodes.userRejected, 'User rejected the request')
  }

  const sign = async (sendParameters: SendParams): Promise<unknown> => {
    const { from, gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas, chainId, ...rest } =
      changeRequest?.(sendParameters) ?? sendParameters
    const count = await node().call('eth_getTransactionCount', from, 'pending')
    const base = { ...rest, gas, chainId: Number(chainId), nonce: forcedNonce ?? countSchema.parse(count) }
    const raw =
      gasPrice === undefined
        ? await account.signTransaction({
            ...base,
            type: 'eip1559',
            maxFeePerGas: maxFeePerGas ?? 0n,
            maxPriorityFeePerGas: maxPriorityFeePerGas ?? 0n,
          })
        : await account.signTransaction({ ...base, type: 'legacy', gasPrice })
    return hashSchema.parse(await node().call('eth_sendRawTransaction', raw))
  }

  const handlers: Record<string, (params: unknown) => unknown> = {
    eth_chainId: () => `0x${current.toString(16)}`,
    eth_accounts: () =>
      isConnected && walletMood !== 'has-locked-it' ? [account.address.toLowerCase()] : [],
    eth_requestAccounts: () => {
      prompt()
      isConnected = true
      return [account.address.toLowerCase()]
    },
    wallet_getPermissions: () => (isConnected ? [{ parentCapability: 'eth_accounts' }] : []),
    wallet_revokePermissions: () => {
      isConnected = false
      return null
    },
    wallet_switchEthereumChain: (params) => {
      const chainId = Number(chainParams.parse(params)[0].chainId)
      if (!addedChains.has(chainId))
        throw new ProviderRpcError(providerCodes.unrecognisedChain, 'Unrecognized chain ID')
      if (chainId === current) return null
      prompt()
      current = chainId
      return null
    },
    wallet_addEthereumChain: (params) => {
      prompt()
      addedChains.add(Number(chainParams.parse(params)[0].chainId))
      return null
    },
    personal_sign: (params) => {
      prompt()
      return account.signMessage({ message: { raw: messageParams.parse(params)[0] } })
    },
    eth_sendTransaction: (params) => {
      prompt()
      return sign(sendParams.parse(params)[0])
    },
  }

  return {
    ...createWalletTransport(found, handlers),
    account,
    setMood: (next) => {
      walletMood = next
    },
    prompts: () => prompts,
    tamper: (change) => {
      changeRequest = change
    },
    useNonce: (nonce) => {
      forcedNonce = nonce
    },
  }
}
