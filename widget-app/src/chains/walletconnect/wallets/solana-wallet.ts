import { decodeBase58, encodeBase58 } from '#shared/caip/base58.ts'
import type { ChainId } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import { walletChain } from '../../solana-clusters.ts'
import { decodeBase64, encodeBase64 } from '../base64.ts'
import {
  approvedAccount,
  parseEventAddresses,
  type SessionPorts,
  type SessionWallet,
  unsupportedMethod,
  validParameters,
  withFirst,
} from './session-wallet.ts'
import { withSignature } from './solana-signature.ts'

/** Session methods by Wallet Standard feature. */
const features: Readonly<Record<string, string>> = {
  'solana:signMessage': 'solana_signMessage',
  'solana:signTransaction': 'solana_signTransaction',
  'solana:signAndSendTransaction': 'solana_signAndSendTransaction',
}

const bytes = () => z.string().check(z.refine((text) => decodeBase64(text) !== undefined))
const messageParams = () => z.object({ address: z.string(), message: bytes() })
const transactionParams = () =>
  z.object({
    address: z.string(),
    chain: z.optional(z.string()),
    transaction: bytes(),
    options: z.optional(z.record(z.string(), z.unknown())),
  })
const signature = () => z.string().check(z.refine((text) => decodeBase58(text)?.length === 64))
const signedResponse = () => z.object({ signature: signature() })
const transactionResponse = () =>
  z.object({ signature: z.optional(signature()), transaction: z.optional(bytes()) })

/**
 * A session as a Wallet Standard wallet. Bytes are base64 on the widget's side, and base58 or base64 at the wallet
 * (WalletConnect RPC reference). Responses in other encodings pass unchanged: the adapter parses them, or reports that it
 * cannot.
 */
export function solanaWallet(ports: SessionPorts): SessionWallet {
  let activeAddress: string | undefined
  let emittedAccounts = ''

  const accounts = () => {
    const { accounts: approved, methods } = ports.approved()
    const supported = Object.entries(features).flatMap(([feature, method]) =>
      methods.includes(method) ? [feature] : [],
    )
    const addresses = [...new Set(approved.map(({ address }) => address))]
    return withFirst(addresses, (address) => address === activeAddress).map((address) => ({
      address,
      chains: approved.filter((one) => one.address === address).map(({ chain }) => chain),
      features: supported,
    }))
  }

  const updateEmitted = () => {
    emittedAccounts = JSON.stringify(accounts())
  }
  const emitAccounts = () => {
    const before = emittedAccounts
    updateEmitted()
    if (emittedAccounts !== before) ports.emit('accountsChanged', accounts())
  }

  /** The approved chain for a Wallet Standard chain name; without a name, the account's first chain in the site's order. */
  const chainFor = (address: string, name: string | undefined): ChainId =>
    approvedAccount(
      ports,
      (own) => own === address,
      (chain) => name === undefined || name === chain || name === walletChain(chain),
    ).chain

  async function signMessage(params: unknown) {
    const { address, message } = validParameters(messageParams().safeParse(params))
    const text = encodeBase58(decodeBase64(message) ?? new Uint8Array())
    const response = await ports.call(chainFor(address, undefined), 'solana_signMessage', {
      message: text,
      pubkey: address,
    })
    const signed = signedResponse().safeParse(response)
    if (!signed.success) return response
    return {
      signedMessage: message,
      signature: encodeBase64(decodeBase58(signed.data.signature) ?? new Uint8Array()),
    }
  }

  async function signTransaction(params: unknown) {
    const { address, chain, transaction } = validParameters(transactionParams().safeParse(params))
    const requestParams = { transaction, pubkey: address }
    const response = await ports.call(chainFor(address, chain), 'solana_signTransaction', requestParams)
    const { transaction: signedTransaction, signature: own = '' } =
      transactionResponse().safeParse(response).data ?? {}
    // Older wallets return only the signature.
    const completed = signedTransaction ?? withSignature(transaction, address, own)
    return completed === undefined ? response : { signedTransaction: completed }
  }

  async function signAndSend(params: unknown) {
    const { address, chain, transaction, options } = validParameters(transactionParams().safeParse(params))
    const requestParams = { transaction, pubkey: address, ...(options ? { sendOptions: options } : {}) }
    return ports.call(chainFor(address, chain), 'solana_signAndSendTransaction', requestParams)
  }

  updateEmitted()
  return {
    async request({ method, params }) {
      if (method === 'standard:connect') {
        updateEmitted()
        return { accounts: accounts() }
      }
      if (method === 'standard:disconnect') {
        await ports.disconnect()
        return null
      }
      const supported = features[method]
      if (supported === undefined || !ports.approved().methods.includes(supported))
        throw unsupportedMethod(method)
      if (method === 'solana:signMessage') return signMessage(params)
      return method === 'solana:signTransaction' ? signTransaction(params) : signAndSend(params)
    },
    refresh: emitAccounts,
    handleEvent(event, data) {
      const [first] = parseEventAddresses(data)
      if (event !== 'accountsChanged' || first === undefined) return
      activeAddress = first
      emitAccounts()
    },
  }
}
