import { getBase58Decoder, getBase64Decoder, getBase64Encoder } from '@solana/web3.js'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import * as z from '#shared/zod.ts'
import type { WalletTransport } from '../../chain-adapter.ts'
import { createWalletTransport } from '../../testing/page-with-wallet.ts'
import type { PromptOutcome } from '../../testing/prompt-outcome.ts'
import { signWire, type TestKey } from './key.ts'
import type { Svm } from './svm.ts'
import { found } from './unit-world.ts'

const signParams = z.object({ address: z.string(), chain: z.string(), transaction: z.string() })

/** What happens to a transaction that the wallet has signed and should send. */
export type Delivery =
  | { readonly is: 'sent' }
  /** Without preflight, so that a failing one lands as well; `before` runs between signing and sending. */
  | { readonly is: 'sent-unchecked'; readonly before: () => Promise<unknown> }
  /** Not sent, although the wallet reports it as sent. */
  | { readonly is: 'withheld' }

/** A wallet with its own key on a real chain, with a scripted user. */
export type SolanaWallet = WalletTransport & {
  readonly key: TestKey
  setMood(mood: PromptOutcome): void
  prompts(): number
  emit(event: string, data: unknown): void
  /** The account as this wallet describes it. */
  account(): object
  /** Replaces a transaction on its way to the wallet, as a page script would; `undefined` stops this. */
  tamper(change: ((wire: string) => Promise<string>) | undefined): void
  /** Whether it sends by itself, and how. */
  setFeatures(...features: readonly string[]): void
  setDelivery(delivery: Delivery): void
}

export const bothFeatures = ['solana:signAndSendTransaction', 'solana:signTransaction'] as const

/** Creates a wallet on the local chain. */
export function solanaWallet(key: TestKey, node: () => Svm): SolanaWallet {
  let mood: PromptOutcome = 'approves'
  let prompts = 0
  let isConnected = false
  let features: readonly string[] = bothFeatures
  let delivery: Delivery = { is: 'sent' }
  let tamperWire: ((wire: string) => Promise<string>) | undefined

  const prompt = () => {
    if (mood === 'is-already-asked')
      throw new ProviderRpcError(providerCodes.requestPending, 'Request already pending')
    prompts += 1
    if (mood === 'rejects')
      throw new ProviderRpcError(providerCodes.userRejected, 'User rejected the request')
  }
  const account = () => ({
    address: key.address,
    chains: ['solana:localnet', node().chainId],
    features,
  })
  const sign = async (params: unknown): Promise<Uint8Array> => {
    prompt()
    const { address, chain, transaction } = signParams.parse(params)
    if (address !== key.address || chain !== 'solana:localnet')
      throw new ProviderRpcError(providerCodes.invalidParams, 'Not of this account')
    const wire = (await tamperWire?.(transaction)) ?? transaction
    return signWire(Uint8Array.from(getBase64Encoder().encode(wire)), key)
  }
  const base64 = (bytes: Uint8Array) => getBase64Decoder().decode(bytes)

  const handlers: Record<string, (params: unknown) => unknown> = {
    'standard:connect': (params) => {
      const { silent } = z.object({ silent: z.optional(z.boolean()) }).parse(params)
      if (silent === true) return { accounts: isConnected && mood !== 'has-locked-it' ? [account()] : [] }
      prompt()
      isConnected = true
      return { accounts: [account()] }
    },
    'standard:disconnect': () => {
      isConnected = false
      return null
    },
    'solana:signTransaction': async (params) => ({ signedTransaction: base64(await sign(params)) }),
    'solana:signAndSendTransaction': async (params) => {
      const signed = await sign(params)
      const isUnchecked = delivery.is === 'sent-unchecked'
      if (delivery.is === 'sent-unchecked') await delivery.before()
      const config = { encoding: 'base64', skipPreflight: isUnchecked }
      if (delivery.is !== 'withheld') await node().call('sendTransaction', base64(signed), config)
      return { signature: getBase58Decoder().decode(signed.subarray(1, 65)) }
    },
  }

  return {
    ...createWalletTransport(found, handlers),
    key,
    account,
    setMood: (next) => {
      mood = next
    },
    prompts: () => prompts,
    tamper: (change) => {
      tamperWire = change
    },
    setFeatures: (...next) => {
      features = next
    },
    setDelivery: (next) => {
      delivery = next
    },
  }
}
