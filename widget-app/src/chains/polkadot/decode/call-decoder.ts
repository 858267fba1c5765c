import type { AuthorityKind } from '../../fact-kinds.ts'
import type { Fact } from '../../request-facts.ts'
import { normalizeAddress } from '../address.ts'
import {
  amountOf,
  argument,
  authority,
  callName,
  innerCalls,
  knownCall,
  nativeAmount,
  type RuntimeCall,
} from './call-arguments.ts'

/**
 * Decodes one call of an account.
 * @throws if an argument cannot be decoded: the call is then unknown.
 */
export type CallDecoder = (call: RuntimeCall, account: string) => readonly Fact[]
/** Decoders of one pallet, by call name. */
export type PalletDecoders = Readonly<Record<string, CallDecoder>>
/** Decoders by `pallet.call`. */
export type DecoderEntries = readonly (readonly [string, CallDecoder])[]

/** The authority for each of the accounts except the signer. */
export function authoritiesFor(
  call: RuntimeCall,
  kind: AuthorityKind,
  accounts: readonly (string | undefined)[],
  account: string,
): readonly Fact[] {
  const signer = normalizeAddress(account)
  const others = new Set(accounts.filter((each) => each !== undefined && each !== signer))
  return [...others].map((to) => authority(call, kind, to))
}

/** The same; or the call itself if no other account gets an authority. */
export function authoritiesOrCall(...args: Parameters<typeof authoritiesFor>): readonly Fact[] {
  const authorities = authoritiesFor(...args)
  return authorities.length === 0 ? [knownCall(args[0])] : authorities
}

/** Arguments that name a recipient: a call with one is another chain's call of the same name. */
const receiverNames = /^(?:dest|destination|beneficiary|recipient|receiver|payee|to|(?:send|withdraw)_to)$/

/**
 * Decodes a call that can neither transfer assets of the account to another one nor grant an authority; the tables give the
 * reason for each. A call as another account (`proxy.proxy`, `multisig.asMulti`) is always severe, whatever it contains.
 * @throws TypeError if the call names a recipient or contains a call.
 */
export const harmless: CallDecoder = (call) => {
  const hasReceiver = call.meta.args.some(({ name }) => receiverNames.test(name.toString()))
  if (hasReceiver || innerCalls(call).length > 0) throw new TypeError(`${callName(call)} is another call`)
  return [knownCall(call)]
}

/** Decoders of several such calls, by names separated by spaces. */
export const harmlessCalls = (names: string): PalletDecoders =>
  Object.fromEntries(names.split(' ').map((name) => [name, harmless]))

/** Decodes a call that locks an amount of the native currency, which the account still owns. */
export const locksAmount =
  (...names: readonly string[]): CallDecoder =>
  (call) => [{ ...knownCall(call), locked: nativeAmount(amountOf(argument(call, ...names))) }]

/** A call that pays up to an amount to an account that the chain determines; `to` describes it. */
export const paysUpTo = (call: RuntimeCall, amount: string, to: string): readonly Fact[] => [
  { is: 'transfer', from: undefined, to, figure: nativeAmount(amountOf(argument(call, amount))) },
  knownCall(call),
]

export const inPallets = (pallets: readonly string[], calls: PalletDecoders): DecoderEntries =>
  pallets.flatMap((pallet) =>
    Object.entries(calls).map(([name, decoder]) => [`${pallet}.${name}`, decoder] as const),
  )
