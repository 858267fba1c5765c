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
const listOrDefault = (featureFunction: unknown, ofWallet: readonly string[]): readonly string[] =>
  texts(featureFunction).length > 0 ? texts(featureFunction) : ofWallet

/** Stores a wallet's accounts by address, and converts them to data; accounts of other chains are skipped. */
export function wireAccounts(
  list: readonly unknown[],
  accountsByAddress: Map<string, StandardAccount>,
  wallet: WalletCapabilities,
): WireAccount[] {
  accountsByAddress.clear()
  return list.flatMap((account) => {
    if (typeof account !== 'object' || account === null) return []
    const [reportedAddress, key, accountChains, accountFeatures, label] = [
      'address',
      'publicKey',
      'chains',
      'features',
      'label',
    ].map((name) => member(account, name))
    const bytes = bytesIn(key)
    const address = typeof reportedAddress === 'string' ? reportedAddress : bytes && base58(bytes)
    const chains = listOrDefault(accountChains, wallet.chains)
    if (address === undefined || !chains.some((chain) => chain.startsWith('solana:'))) return []
    accountsByAddress.set(address, account)
    const features = listOrDefault(accountFeatures, wallet.features)
    return [{ address, chains, features, ...(typeof label === 'string' && { label: label.slice(0, 64) }) }]
  })
}

const rpcError = (code: number, message: string) => new ProviderRpcError(code, message)

function bytes(base64: unknown): Uint8Array {
  if (typeof base64 !== 'string') throw rpcError(providerCodes.invalidParams, 'Bytes must be base64')
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    throw rpcError(providerCodes.invalidParams, 'Bytes must be base64')
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

const unsupported = () => rpcError(providerCodes.unsupportedMethod, 'The wallet cannot do this')

/** The first item of a list: the request had one input. */
const firstOf = (response: unknown): unknown =>
  Array.isArray(response) && bytesIn(response) === undefined ? response[0] : response

/**
 * A wallet's result as the widget reads it: bytes in any buffer become text. Other values are passed unchanged; the widget
 * parses them or reports an error.
 */
function toWireResult(response: unknown, encode: (bytes: Uint8Array) => string = base64): unknown {
  const one = firstOf(response)
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

type GetFeature = (feature: string, name: string) => ((...args: unknown[]) => unknown) | undefined

/** A wallet of the standard: its functions, the accounts it lists, and its capabilities. */
export type StandardWallet = {
  readonly getFeature: GetFeature
  /** The accounts that its object lists now, as the standard requires. */
  readonly listAccounts: () => unknown
  readonly capabilities: WalletCapabilities
}

/**
 * Handles requests of the widget by the features of one wallet (bytes as base64, a sent transaction's signature as base58).
 */
export function createStandardRequest(
  { getFeature, listAccounts, capabilities }: StandardWallet,
  accounts: Map<string, StandardAccount>,
) {
  const functions = {
    connect: getFeature('standard:connect', 'connect'),
    disconnect: getFeature('standard:disconnect', 'disconnect'),
    'solana:signIn': getFeature('solana:signIn', 'signIn'),
    'solana:signMessage': getFeature('solana:signMessage', 'signMessage'),
    'solana:signTransaction': getFeature('solana:signTransaction', 'signTransaction'),
    'solana:signAndSendTransaction': getFeature('solana:signAndSendTransaction', 'signAndSendTransaction'),
  }
  const sign = async (method: keyof typeof functions, params: unknown, input: object): Promise<unknown> => {
    const account = accounts.get(String(member(params, 'address')))
    if (!account) throw rpcError(providerCodes.unauthorized, 'The wallet does not share this account')
    const featureFunction = functions[method]
    if (!featureFunction) throw unsupported()
    return featureFunction({ account, ...input })
  }
  const transaction = (params: unknown) => {
    const [chain, options] = [member(params, 'chain'), member(params, 'options')]
    return {
      transaction: bytes(member(params, 'transaction')),
      ...(typeof chain === 'string' && { chain }),
      ...(typeof options === 'object' && options !== null && { options }),
    }
  }
  const handlers: Readonly<Record<string, (params: unknown) => Promise<unknown>>> = {
    'standard:connect': async (params) => {
      const silent = member(params, 'silent') === true
      const connectResult = await functions.connect?.(...(silent ? [{ silent }] : []))
      // Some wallets return nothing, or the bare list, and list the accounts on their object.
      for (const list of [member(connectResult, 'accounts'), connectResult, listAccounts()]) {
        const shared = wireAccounts(Array.isArray(list) ? list : [], accounts, capabilities)
        if (shared.length > 0) return { accounts: shared }
      }
      return { accounts: [] }
    },
    'standard:disconnect': async () => {
      await functions.disconnect?.()
      return null
    },
    'solana:signIn': async (params) => {
      const featureFunction = functions['solana:signIn']
      if (!featureFunction) throw unsupported()
      return toWireResult(await featureFunction(params))
    },
    'solana:signMessage': async (params) => {
      const message = bytes(member(params, 'message'))
      return toWireResult(await sign('solana:signMessage', params, { message }))
    },
    'solana:signTransaction': async (params) =>
      toWireResult(await sign('solana:signTransaction', params, transaction(params))),
    'solana:signAndSendTransaction': async (params) =>
      toWireResult(await sign('solana:signAndSendTransaction', params, transaction(params)), base58),
  }
  return async ({ method, params }: ProviderRequest): Promise<unknown> => {
    const response = Object.hasOwn(handlers, method) ? handlers[method] : undefined
    if (!response) throw unsupported()
    try {
      return await response(params)
    } catch (error) {
      throw asProviderError(error)
    }
  }
}
