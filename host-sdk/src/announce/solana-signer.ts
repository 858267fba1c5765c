import { decodeBase58 } from '../../../shared/caip/base58.ts'
import { copyPlainData } from '../../../shared/channel/copy-plain-data.ts'
import { ProviderRpcError, providerCodes } from '../../../shared/errors/provider-error.ts'
import { matching, openObject, parseWire, text } from '../../../shared/wire-schema.ts'
import type { Drawbridge } from '../drawbridge.ts'
import { accountsOf } from './connect-platform.ts'
import type { StandardAccount } from './standard-account.ts'

type Message = { readonly account: StandardAccount; readonly message: Uint8Array }
type Transaction = {
  readonly account: StandardAccount
  readonly transaction: Uint8Array
  readonly chain?: string
  readonly options?: object
}

/** Parameters of a dApp's sign-in (`@solana/wallet-standard-features` SolanaSignInInput). */
type SignInInput = {
  readonly domain?: string
  readonly address?: string
  readonly statement?: string
  readonly uri?: string
  readonly version?: string
  readonly chainId?: string
  readonly nonce?: string
  readonly issuedAt?: string
  readonly expirationTime?: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

const base64Text = () => matching(/^[A-Za-z0-9+/]*={0,2}$/)
const messageResultSchema = openObject({ signedMessage: base64Text(), signature: base64Text() })
const transactionResultSchema = openObject({ signedTransaction: base64Text() })
const sendResultSchema = openObject({ signature: text(128) })

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
const base64Of = (bytes: Uint8Array) => btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''))

const missingSignatureError = () =>
  new ProviderRpcError(providerCodes.internal, 'The wallet answered without a signature')

/** Signs sequentially, because a wallet shows one prompt at a time. */
async function signInSequence<Input, Output>(
  inputs: readonly Input[],
  sign: (input: Input) => Promise<Output>,
) {
  const outputs: Output[] = []
  for (const input of inputs) outputs.push(await sign(input))
  return outputs
}

/**
 * The signing features of `@solana/wallet-standard-features`, each for any number of inputs. They reject with
 * ProviderRpcError: 4001 if the user rejects, 4100 for an account that is not connected, 4200 if the connected wallet
 * does not support the method.
 */
export function createSolanaSigner(
  bridge: Drawbridge,
  /** The connected account of an address, or the first one; connects a wallet if none is connected. */
  accountFor: (address: string | undefined) => Promise<StandardAccount>,
) {
  const request = async (method: string, address: string, params: object) => {
    const entry = accountsOf(bridge, 'solana').find((one) => one.address === address)
    if (!entry) throw new ProviderRpcError(providerCodes.unauthorized, 'The account is not connected')
    return bridge.requestWallet(entry.walletId, { method, params: { ...params, address } })
  }
  const signText = async (method: string, address: string, params: object) => {
    const result = await request(method, address, params)
    const { data } = parseWire(messageResultSchema, result)
    if (!data) throw missingSignatureError()
    return {
      signedMessage: bytesOf(data.signedMessage),
      signature: bytesOf(data.signature),
      signatureType: 'ed25519' as const,
    }
  }
  const toPlainData = (data: object): object => {
    const copied = copyPlainData(data, { isLoose: true })
    if (copied) return Object(copied.copy)
    throw new ProviderRpcError(providerCodes.invalidParams, 'The options must be plain data')
  }
  const toWireTransaction = ({ transaction, chain, options }: Transaction) => ({
    transaction: base64Of(transaction),
    ...(chain && { chain }),
    ...(options && { options: toPlainData(options) }),
  })
  return {
    signMessage: (...inputs: Message[]) =>
      signInSequence(inputs, ({ account, message }) =>
        signText('solana:signMessage', account.address, { message: base64Of(message) }),
      ),
    signTransaction: (...inputs: Transaction[]) =>
      signInSequence(inputs, async ({ options: _unsent, ...input }) => {
        const result = await request(
          'solana:signTransaction',
          input.account.address,
          toWireTransaction(input),
        )
        const { data } = parseWire(transactionResultSchema, result)
        if (!data) throw missingSignatureError()
        return { signedTransaction: bytesOf(data.signedTransaction) }
      }),
    signAndSendTransaction: (...inputs: Transaction[]) =>
      signInSequence(inputs, async (input) => {
        const result = await request(
          'solana:signAndSendTransaction',
          input.account.address,
          toWireTransaction(input),
        )
        const { data } = parseWire(sendResultSchema, result)
        const signature = data && decodeBase58(data.signature)
        if (!signature) throw missingSignatureError()
        return { signature }
      }),
    signIn: (...inputs: SignInInput[]) =>
      signInSequence(inputs.length > 0 ? inputs : [{}], async (input) => {
        const domain = input.domain ?? location.host
        // Wallets only warn of a foreign domain; the widget rejects it (channel T22).
        if (domain !== location.host)
          throw new ProviderRpcError(providerCodes.unauthorized, `This page cannot sign in to ${domain}`)
        const account = await accountFor(input.address)
        return {
          account,
          ...(await signText('solana:signIn', account.address, toPlainData({ ...input, domain }))),
        }
      }),
  }
}
