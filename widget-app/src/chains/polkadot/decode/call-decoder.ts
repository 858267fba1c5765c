import type { AuthorityKind } from '../../fact-kinds.ts'
import type { Fact } from '../../request-facts.ts'
import { normalAddress } from '../address.ts'
import {
  amountOf,
  argument,
  callName,
  innerCalls,
  knownCall,
  native,
  type RuntimeCall,
  right,
} from './call-arguments.ts'

/**
 * Decodes one call of an account.
 * @throws if an argument cannot be decoded: the call is then unknown.
 */
export type CallReader = (call: RuntimeCall, account: string) => readonly Fact[]
/** Decoders of one pallet, by call name. */
export type PalletReaders = Readonly<Record<string, CallReader>>
/** Decoders by `pallet.call`. */
export type ReaderEntries = readonly (readonly [string, CallReader])[]

/** The authority for each of the accounts except the signer. */
export function grantsOf(
  call: RuntimeCall,
  kind: AuthorityKind,
  accounts: readonly (string | undefined)[],
  account: string,
): readonly Fact[] {
  const own = normalAddress(account)
  const others = new Set(accounts.filter((each) => each !== undefined && each !== own))
  return [...others].map((to) => right(call, kind, to))
}

/** The same; or the call itself if no other account gets an authority. */
export function rightsOf(...granted: Parameters<typeof grantsOf>): readonly Fact[] {
  const rights = grantsOf(...granted)
  return rights.length === 0 ? [knownCall(granted[0])] : rights
}

/** Arguments that name a recipient: a call with one is another chain's call of the same name. */
const receiverNames = /^(?:dest|destination|beneficiary|recipient|receiver|payee|to|(?:send|withdraw)_to)$/

/**
 * Decodes a call that can neither transfer assets of the account to another one nor grant an authority; the tables give the
 * reason for each. A call as another account (`proxy.proxy`, `multisig.asMulti`) is always severe, whatever it contains.
 * @throws TypeError if the call names a recipient or contains a call.
 */
export const known: CallReader = (call) => {
  const hasReceiver = call.meta.args.some(({ name }) => receiverNames.test(name.toString()))
  if (hasReceiver || innerCalls(call).length > 0) throw new TypeError(`${callName(call)} is another call`)
  return [knownCall(call)]
}

/** Decoders of several such calls, by names separated by spaces. */
export const knownCalls = (names: string): PalletReaders =>
  Object.fromEntries(names.split(' ').map((name) => [name, known]))

/** Decodes a call that locks an amount of the native currency, which the account still owns. */
export const locks =
  (...names: readonly string[]): CallReader =>
  (call) => [{ ...knownCall(call), locked: native(amountOf(argument(call, ...names))) }]

/** A call that pays up to an amount to an account that the chain determines; `to` describes it. */
export const pays = (call: RuntimeCall, amount: string, to: string): readonly Fact[] => [
  { is: 'transfer', from: undefined, to, figure: native(amountOf(argument(call, amount))) },
  knownCall(call),
]

export const inPallets = (pallets: readonly string[], calls: PalletReaders): ReaderEntries =>
  pallets.flatMap((pallet) =>
    Object.entries(calls).map(([name, reader]) => [`${pallet}.${name}`, reader] as const),
  )
