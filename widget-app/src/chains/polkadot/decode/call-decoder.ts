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
 * Reads one call of an account.
 * @throws whatever its arguments throw: such a call is unknown.
 */
export type CallReader = (call: RuntimeCall, account: string) => readonly Fact[]
/** Readers of one pallet by the name of the call. */
export type PalletReaders = Readonly<Record<string, CallReader>>
/** Readers by `pallet.call`. */
export type ReaderEntries = readonly (readonly [string, CallReader])[]

/** The right for each of the accounts; accounts that are the signer's own get nothing new. */
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

/** The same, and the call itself where no other account gets anything. */
export function rightsOf(...granted: Parameters<typeof grantsOf>): readonly Fact[] {
  const rights = grantsOf(...granted)
  return rights.length === 0 ? [knownCall(granted[0])] : rights
}

/** Arguments of a receiver: another chain's call of the same name, and not the one that the table means. */
const receiverNames = /^(?:dest|destination|beneficiary|recipient|receiver|payee|to|(?:send|withdraw)_to)$/

/**
 * A call that can neither move what the account has to another one nor hand out a right; each stands under the reason. A
 * call as another account (`proxy.proxy`, `multisig.asMulti`) is of the gravest class whatever is in it.
 * @throws TypeError for one that names a receiver or contains a call.
 */
export const known: CallReader = (call) => {
  const hasReceiver = call.meta.args.some(({ name }) => receiverNames.test(name.toString()))
  if (hasReceiver || innerCalls(call).length > 0) throw new TypeError(`${callName(call)} is another call`)
  return [knownCall(call)]
}

/** Several of them by their names, with a space between. */
export const knownCalls = (names: string): PalletReaders =>
  Object.fromEntries(names.split(' ').map((name) => [name, known]))

/** A call that locks an amount of the native currency, which stays the account's. */
export const locks =
  (...names: readonly string[]): CallReader =>
  (call) => [{ ...knownCall(call), locked: native(amountOf(argument(call, ...names))) }]

/** A call that pays at most an amount to an account that the chain chooses; `to` says by which part. */
export const pays = (call: RuntimeCall, amount: string, to: string): readonly Fact[] => [
  { is: 'transfer', from: undefined, to, figure: native(amountOf(argument(call, amount))) },
  knownCall(call),
]

export const inPallets = (pallets: readonly string[], calls: PalletReaders): ReaderEntries =>
  pallets.flatMap((pallet) =>
    Object.entries(calls).map(([name, reader]) => [`${pallet}.${name}`, reader] as const),
  )
