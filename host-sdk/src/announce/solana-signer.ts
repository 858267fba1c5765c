import { copyPlainData } from '../../../shared/channel/copy-plain-data.ts'
import { ProviderRpcError, providerCodes } from '../../../shared/errors/provider-error.ts'
import { matching, openObject, parseWire, text } from '../../../shared/wire-schema.ts'
import type { Drawbridge } from '../drawbridge.ts'
import { base58Bytes } from './base58.ts'
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
const messageAnswer = openObject({ signedMessage: base64Text(), signature: base64Text() })
const transactionAnswer = openObject({ signedTransaction: base64Text() })
const sentAnswer = openObject({ signature: text(128) })

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
const base64Of = (bytes: Uint8Array) => btoa([...bytes].map((byte) => String.fromCharCode(byte)).join(''))

const noSignature = () =>
  new ProviderRpcError(providerCodes.internal, 'The wallet answered without a signature')

/** Signs sequentially, because a wallet shows one prompt at a time. */
async function inTurn<Input, Output>(inputs: readonly Input[], sign: (input: Input) => Promise<Output>) {
  const outputs: Output[] = []
  for (const input of inputs) outputs.push(await sign(input))
  return outputs
}

/**
 * The signing features of `@solana/wallet-standard-features`, each for any number of inputs. They reject with
 * ProviderRpcError: 4001 if the user rejects, 4100 for an account that is not connected, 4200 if the connected wallet
 * does not support the method.
 */
export function makeSolanaSigner(
  bridge: Drawbridge,
  /** The connected account of an address, or the first one; connects a wallet if none is connected. */
  accountFor: (address: string | undefined) => Promise<StandardAccount>,
) {
  const ask = async (method: string, address: string, params: object) => {
    const entry = accountsOf(bridge, 'solana').find((one) => one.address === address)
    if (!entry) throw new ProviderRpcError(providerCodes.unauthorized, 'The account is not connected')
    return bridge.requestWallet(entry.walletId, { method, params: { ...params, address } })
  }
  const signText = async (method: string, address: string, params: object) => {
    const answer = await ask(method, address, params)
    const { data } = parseWire(messageAnswer, answer)
    if (!data) throw noSignature()
    return {
      signedMessage: bytesOf(data.signedMessage),
      signature: bytesOf(data.signature),
      signatureType: 'ed25519' as const,
    }
  }
  const plain = (data: object): object => {
    const copied = copyPlainData(data, { isLoose: true })
    if (copied) return Object(copied.copy)
    throw new ProviderRpcError(providerCodes.invalidParams, 'The options must be plain data')
  }
  const wire = ({ transaction, chain, options }: Transaction) => ({
    transaction: base64Of(transaction),
    ...(chain && { chain }),
    ...(options && { options: plain(options) }),
  })
  return {
    signMessage: (...inputs: Message[]) =>
      inTurn(inputs, ({ account, message }) =>
        signText('solana:signMessage', account.address, { message: base64Of(message) }),
      ),
    signTransaction: (...inputs: Transaction[]) =>
      inTurn(inputs, async ({ options: _unsent, ...input }) => {
        const answer = await ask('solana:signTransaction', input.account.address, wire(input))
        const { data } = parseWire(transactionAnswer, answer)
        if (!data) throw noSignature()
        return { signedTransaction: bytesOf(data.signedTransaction) }
      }),
    signAndSendTransaction: (...inputs: Transaction[]) =>
      inTurn(inputs, async (input) => {
        const answer = await ask('solana:signAndSendTransaction', input.account.address, wire(input))
        const { data } = parseWire(sentAnswer, answer)
        const signature = data && base58Bytes(data.signature)
        if (!signature) throw noSignature()
        return { signature }
      }),
    signIn: (...inputs: SignInInput[]) =>
      inTurn(inputs.length > 0 ? inputs : [{}], async (input) => {
        const domain = input.domain ?? location.host
        // Wallets only warn of a foreign domain; the widget rejects it (channel T22).
        if (domain !== location.host)
          throw new ProviderRpcError(providerCodes.unauthorized, `This page cannot sign in to ${domain}`)
        const account = await accountFor(input.address)
        return {
          account,
          ...(await signText('solana:signIn', account.address, plain({ ...input, domain }))),
        }
      }),
  }
}
