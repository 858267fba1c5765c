import { ProviderRpcError, providerCodes } from '../../errors/provider-error.ts'
import type { ProviderRequest } from './injected-provider.ts'
import { member, texts } from './page-wallet.ts'

/** A wallet's own account object: signing wants the very object that `connect` gave. */
export type StandardAccount = object

/** An account as it crosses to the widget. */
type WireAccount = {
  readonly address: string
  readonly chains: readonly string[]
  readonly features: readonly string[]
  readonly label?: string
}

/** Remembers a wallet's accounts by address, and makes data of them; those of other chains are left out. */
export function wireAccounts(list: readonly unknown[], known: Map<string, StandardAccount>): WireAccount[] {
  known.clear()
  return list.flatMap((account) => {
    const [address, label] = [member(account, 'address'), member(account, 'label')]
    const chains = texts(member(account, 'chains'))
    if (typeof account !== 'object' || account === null || typeof address !== 'string') return []
    if (!chains.some((chain) => chain.startsWith('solana:'))) return []
    known.set(address, account)
    const features = texts(member(account, 'features'))
    return [{ address, chains, features, ...(typeof label === 'string' && { label: label.slice(0, 64) }) }]
  })
}

const refuse = (code: number, message: string) => new ProviderRpcError(code, message)

function bytes(base64: unknown): Uint8Array {
  if (typeof base64 !== 'string') throw refuse(providerCodes.invalidParams, 'Bytes must be base64')
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    throw refuse(providerCodes.invalidParams, 'Bytes must be base64')
  }
}

function base64(value: unknown): string {
  if (!(value instanceof Uint8Array))
    throw refuse(providerCodes.internal, 'The wallet answered without bytes')
  return btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join(''))
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Base58 of a signature: what a Solana transaction is called everywhere. */
function base58(value: unknown): string {
  if (!(value instanceof Uint8Array))
    throw refuse(providerCodes.internal, 'The wallet answered without bytes')
  const zeros = value.findIndex((byte) => byte !== 0)
  let rest = value.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = alphabet[Number(rest % 58n)] + text
  return '1'.repeat(zeros < 0 ? value.length : zeros) + text
}

const cannot = () => refuse(providerCodes.unsupportedMethod, 'The wallet cannot do this')

const signedText = (signed: unknown) => ({
  signedMessage: base64(member(signed, 'signedMessage')),
  signature: base64(member(signed, 'signature')),
})

/** Wallets of the standard reject with words of their own; who refused is what counts. */
function asProviderError(error: unknown): unknown {
  if (typeof member(error, 'code') === 'number') return error
  const message = String(member(error, 'message') ?? 'The wallet failed')
  return /reject|denied|declin|cancel/i.test(message)
    ? refuse(providerCodes.userRejected, message)
    : refuse(providerCodes.internal, message)
}

type Ability = (feature: string, name: string) => ((...args: unknown[]) => unknown) | undefined

/** Answers requests of the widget from the features of one wallet (bytes as base64, a signature as base58). */
export function standardRequest(ability: Ability, accounts: Map<string, StandardAccount>) {
  const functions = {
    connect: ability('standard:connect', 'connect'),
    disconnect: ability('standard:disconnect', 'disconnect'),
    'solana:signIn': ability('solana:signIn', 'signIn'),
    'solana:signMessage': ability('solana:signMessage', 'signMessage'),
    'solana:signTransaction': ability('solana:signTransaction', 'signTransaction'),
    'solana:signAndSendTransaction': ability('solana:signAndSendTransaction', 'signAndSendTransaction'),
  }
  const sign = async (method: keyof typeof functions, params: unknown, input: object): Promise<unknown> => {
    const account = accounts.get(String(member(params, 'address')))
    if (!account) throw refuse(providerCodes.unauthorized, 'The wallet does not share this account')
    const own = functions[method]
    if (!own) throw cannot()
    const answer = await own({ account, ...input })
    return Array.isArray(answer) ? answer[0] : undefined
  }
  const transaction = (params: unknown) => {
    const [chain, options] = [member(params, 'chain'), member(params, 'options')]
    return {
      transaction: bytes(member(params, 'transaction')),
      ...(typeof chain === 'string' && { chain }),
      ...(typeof options === 'object' && options !== null && { options }),
    }
  }
  const answers: Readonly<Record<string, (params: unknown) => Promise<unknown>>> = {
    'standard:connect': async (params) => {
      const silent = member(params, 'silent') === true
      const given = member(await functions.connect?.(...(silent ? [{ silent }] : [])), 'accounts')
      return { accounts: wireAccounts(Array.isArray(given) ? given : [], accounts) }
    },
    'standard:disconnect': async () => {
      await functions.disconnect?.()
      return null
    },
    'solana:signIn': async (params) => {
      const own = functions['solana:signIn']
      if (!own) throw cannot()
      const answer = await own(params)
      return signedText(Array.isArray(answer) ? answer[0] : answer)
    },
    'solana:signMessage': async (params) => {
      const message = bytes(member(params, 'message'))
      return signedText(await sign('solana:signMessage', params, { message }))
    },
    'solana:signTransaction': async (params) => {
      const signed = await sign('solana:signTransaction', params, transaction(params))
      return { signedTransaction: base64(member(signed, 'signedTransaction')) }
    },
    'solana:signAndSendTransaction': async (params) => {
      const sent = await sign('solana:signAndSendTransaction', params, transaction(params))
      return { signature: base58(member(sent, 'signature')) }
    },
  }
  return async ({ method, params }: ProviderRequest): Promise<unknown> => {
    const answer = Object.hasOwn(answers, method) ? answers[method] : undefined
    if (!answer) throw cannot()
    try {
      return await answer(params)
    } catch (error) {
      throw asProviderError(error)
    }
  }
}
