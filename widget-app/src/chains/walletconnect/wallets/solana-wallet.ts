import * as z from 'zod/mini'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { walletChain } from '../../solana-clusters.ts'
import { decodeBase58, encodeBase58 } from '../base58.ts'
import { decodeBase64, encodeBase64 } from '../base64.ts'
import {
  approvedAccount,
  parameters,
  type SessionIo,
  type SessionWallet,
  toldAddresses,
  unsupported,
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
const signedAnswer = () => z.object({ signature: signature() })
const transactionAnswer = () =>
  z.object({ signature: z.optional(signature()), transaction: z.optional(bytes()) })

/**
 * A session as a Wallet Standard wallet. Bytes are base64 on the widget's side, and base58 or base64 at the wallet
 * (WalletConnect RPC reference). Responses in other encodings pass unchanged: the adapter parses them, or reports that it
 * cannot.
 */
export function solanaWallet(io: SessionIo): SessionWallet {
  let inUse: string | undefined
  let told = ''

  const accounts = () => {
    const { accounts: approved, methods } = io.approved()
    const known = Object.entries(features).flatMap(([feature, method]) =>
      methods.includes(method) ? [feature] : [],
    )
    const addresses = [...new Set(approved.map(({ address }) => address))]
    return withFirst(addresses, (address) => address === inUse).map((address) => ({
      address,
      chains: approved.filter((one) => one.address === address).map(({ chain }) => chain),
      features: known,
    }))
  }

  const note = () => {
    told = JSON.stringify(accounts())
  }
  const tell = () => {
    const before = told
    note()
    if (told !== before) io.emit('accountsChanged', accounts())
  }

  /** The approved chain for a Wallet Standard chain name; without a name, the account's first chain in the site's order. */
  const chainFor = (address: string, name: string | undefined): ChainId =>
    approvedAccount(
      io,
      (own) => own === address,
      (chain) => name === undefined || name === chain || name === walletChain(chain),
    ).chain

  async function signMessage(params: unknown) {
    const { address, message } = parameters(messageParams().safeParse(params))
    const text = encodeBase58(decodeBase64(message) ?? new Uint8Array())
    const answer = await io.call(chainFor(address, undefined), 'solana_signMessage', {
      message: text,
      pubkey: address,
    })
    const signed = signedAnswer().safeParse(answer)
    if (!signed.success) return answer
    return {
      signedMessage: message,
      signature: encodeBase64(decodeBase58(signed.data.signature) ?? new Uint8Array()),
    }
  }

  async function signTransaction(params: unknown) {
    const { address, chain, transaction } = parameters(transactionParams().safeParse(params))
    const asked = { transaction, pubkey: address }
    const answer = await io.call(chainFor(address, chain), 'solana_signTransaction', asked)
    const { transaction: given, signature: own = '' } = transactionAnswer().safeParse(answer).data ?? {}
    // Older wallets return only the signature.
    const whole = given ?? withSignature(transaction, address, own)
    return whole === undefined ? answer : { signedTransaction: whole }
  }

  async function signAndSend(params: unknown) {
    const { address, chain, transaction, options } = parameters(transactionParams().safeParse(params))
    const asked = { transaction, pubkey: address, ...(options ? { sendOptions: options } : {}) }
    return io.call(chainFor(address, chain), 'solana_signAndSendTransaction', asked)
  }

  note()
  return {
    async request({ method, params }) {
      if (method === 'standard:connect') {
        note()
        return { accounts: accounts() }
      }
      if (method === 'standard:disconnect') {
        await io.leave()
        return null
      }
      const known = features[method]
      if (known === undefined || !io.approved().methods.includes(known)) throw unsupported(method)
      if (method === 'solana:signMessage') return signMessage(params)
      return method === 'solana:signTransaction' ? signTransaction(params) : signAndSend(params)
    },
    refresh: tell,
    hear(event, data) {
      const [first] = toldAddresses(data)
      if (event !== 'accountsChanged' || first === undefined) return
      inUse = first
      tell()
    },
  }
}
