import { ProviderRpcError, providerCodes } from '../../errors/provider-error.ts'
import type { ProviderRequest } from './injected-provider.ts'
import { bytesIn, member, texts } from './page-wallet.ts'
import { providerError } from './wallet-error.ts'

/** A wallet's account object: signing requires the object that `connect` returned. */
export type StandardAccount = object

/** An account as it crosses to the widget. */
type WireAccount = {
  readonly address: string
  readonly chains: readonly string[]
  readonly features: readonly string[]
  readonly label?: string
}

/** Defaults of all accounts of a wallet, for an account without its own chains or features. */
export type WalletCapabilities = { readonly chains: readonly string[]; readonly features: readonly string[] }

/** An account without its own list, or with an empty one, has that of its wallet. */
const ownOr = (own: unknown, ofWallet: readonly string[]): readonly string[] =>
  texts(own).length > 0 ? texts(own) : ofWallet

/** Stores a wallet's accounts by address, and converts them to data; accounts of other chains are skipped. */
export function wireAccounts(
  list: readonly unknown[],
  known: Map<string, StandardAccount>,
  wallet: WalletCapabilities,
): WireAccount[] {
  known.clear()
  return list.flatMap((account) => {
    if (typeof account !== 'object' || account === null) return []
    const [said, key, ownChains, ownFeatures, label] = [
      'address',
      'publicKey',
      'chains',
      'features',
      'label',
    ].map((name) => member(account, name))
    const bytes = bytesIn(key)
    const address = typeof said === 'string' ? said : bytes && base58(bytes)
    const chains = ownOr(ownChains, wallet.chains)
    if (address === undefined || !chains.some((chain) => chain.startsWith('solana:'))) return []
    known.set(address, account)
    const features = ownOr(ownFeatures, wallet.features)
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

const base64 = (value: Uint8Array): string =>
  btoa([...value].map((byte) => String.fromCharCode(byte)).join(''))

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** Base58 of a key or a signature: the id of an account and of a transaction on Solana. */
function base58(value: Uint8Array): string {
  const zeros = value.findIndex((byte) => byte !== 0)
  let rest = value.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  let text = ''
  for (; rest > 0n; rest /= 58n) text = alphabet[Number(rest % 58n)] + text
  return '1'.repeat(zeros < 0 ? value.length : zeros) + text
}

const cannot = () => refuse(providerCodes.unsupportedMethod, 'The wallet cannot do this')

/** The first item of a list: the request had one input. */
const firstOf = (answer: unknown): unknown =>
  Array.isArray(answer) && bytesIn(answer) === undefined ? answer[0] : answer

/**
 * A wallet's result as the widget reads it: bytes in any buffer become text. Other values are passed unchanged; the widget
 * parses them or reports an error.
 */
function wireAnswer(answer: unknown, encode: (bytes: Uint8Array) => string = base64): unknown {
  const one = firstOf(answer)
  const textIn = (value: unknown) => {
    const bytes = bytesIn(value)
    return bytes ? encode(bytes) : value
  }
  const whole = textIn(one)
  if (typeof whole !== 'object' || whole === null) return whole ?? null
  const names = ['signedMessage', 'signature', 'signatures', 'signedTransaction', 'transaction']
  const named = names.flatMap((name) => {
    const value = member(whole, name)
    return value === undefined ? [] : [[name, textIn(firstOf(value))]]
  })
  // Bytes with numbered members have no names.
  return named.length > 0 ? Object.fromEntries(named) : whole
}

/** Wallets of the standard reject with their own messages; a rejection by the user gets its code. */
const asProviderError = (error: unknown): ProviderRpcError =>
  providerError(error, [[/reject|denied|declin|cancel/i, providerCodes.userRejected]])

type Ability = (feature: string, name: string) => ((...args: unknown[]) => unknown) | undefined

/** A wallet of the standard: its functions, the accounts it lists, and its capabilities. */
export type StandardWallet = {
  readonly ability: Ability
  /** The accounts that its object lists now, as the standard requires. */
  readonly listed: () => unknown
  readonly abilities: WalletCapabilities
}

/**
 * Handles requests of the widget by the features of one wallet (bytes as base64, a sent transaction's signature as base58).
 */
export function standardRequest(
  { ability, listed, abilities }: StandardWallet,
  accounts: Map<string, StandardAccount>,
) {
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
    return own({ account, ...input })
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
      const given = await functions.connect?.(...(silent ? [{ silent }] : []))
      // Some wallets return nothing, or the bare list, and list the accounts on their object.
      for (const list of [member(given, 'accounts'), given, listed()]) {
        const shared = wireAccounts(Array.isArray(list) ? list : [], accounts, abilities)
        if (shared.length > 0) return { accounts: shared }
      }
      return { accounts: [] }
    },
    'standard:disconnect': async () => {
      await functions.disconnect?.()
      return null
    },
    'solana:signIn': async (params) => {
      const own = functions['solana:signIn']
      if (!own) throw cannot()
      return wireAnswer(await own(params))
    },
    'solana:signMessage': async (params) => {
      const message = bytes(member(params, 'message'))
      return wireAnswer(await sign('solana:signMessage', params, { message }))
    },
    'solana:signTransaction': async (params) =>
      wireAnswer(await sign('solana:signTransaction', params, transaction(params))),
    'solana:signAndSendTransaction': async (params) =>
      wireAnswer(await sign('solana:signAndSendTransaction', params, transaction(params)), base58),
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
