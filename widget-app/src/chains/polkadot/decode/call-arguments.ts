import type { ApiPromise } from '@polkadot/api'
import { blake2AsHex } from '@polkadot/util-crypto/blake2'
import * as z from '#shared/zod.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import type { AuthorityKind } from '../../fact-kinds.ts'
import type { DecodedAmount, DecodedLine, Fact } from '../../request-facts.ts'
import { normalizeAddress } from '../address.ts'
import { amountSchema } from '../scale-json.ts'

/** A call as the metadata of its runtime decodes it. */
export type RuntimeCall = ReturnType<ApiPromise['tx']>['method']
/** One argument of a call. */
export type Arg = RuntimeCall['args'][number]

const lineMaxLength = 400
const assetMaxLength = 200

/** The name of a call as `pallet.call`, both in camel case. */
export const callName = (call: RuntimeCall): string => `${call.section}.${call.method}`

const camelCase = (name: string): string => name.replace(/_+([a-z0-9])/g, (_, letter) => letter.toUpperCase())

/**
 * The argument with one of these names, which differ between runtime versions.
 * @throws TypeError if the call has none of them.
 */
export function argument(call: RuntimeCall, ...names: readonly string[]): Arg {
  const index = call.meta.args.findIndex(({ name }) => names.includes(camelCase(name.toString())))
  const arg = call.args[index]
  if (arg === undefined) throw new TypeError(`${callName(call)} has no ${names.join(' or ')}`)
  return arg
}

/** An unsigned integer. @throws TypeError for anything else. */
export function amountOf(arg: Arg): bigint {
  const text = arg.toString()
  if (!/^\d{1,78}$/.test(text)) throw new TypeError('The argument is not an amount')
  return BigInt(text)
}

/**
 * The normalized address of an account.
 * @throws TypeError for an account index, raw bytes and other kinds, whose account the widget cannot determine.
 */
export function accountOf(arg: { toString(): string }): string {
  // Of a `MultiAddress` only `Id` is an account; the bytes of another kind would decode as one.
  const isOther = 'inner' in arg && 'type' in arg && arg.type !== 'Id'
  const address = isOther ? undefined : normalizeAddress(arg.toString())
  if (address === undefined) throw new TypeError('The argument is not an account')
  return address
}

/** The accounts of a list. @throws TypeError as `accountOf`. */
export function accountsOf(arg: Arg): readonly string[] {
  if (!Array.isArray(arg)) throw new TypeError('The argument is not a list')
  return Array.from<unknown>(arg).map((each) => accountOf({ toString: () => String(each) }))
}

/** The account of an optional argument; `undefined` if it is absent. @throws TypeError as `accountOf`. */
export function optionalAccountOf(arg: Arg): string | undefined {
  if ('isNone' in arg && arg.isNone === true) return undefined
  const value: unknown = 'value' in arg ? arg.value : undefined
  const isOption = 'isSome' in arg && typeof value === 'object' && value !== null
  return accountOf(isOption ? value : arg)
}

/** A member of a struct, as an amount. @throws ZodError. */
export const memberAmount = (arg: Arg, member: string): bigint =>
  z.parse(amountSchema(), z.parse(z.record(z.string(), z.unknown()), arg.toJSON())[member])

/**
 * An identifier as text, the same for calls and events: `1984`, or JSON for structured ones. A long one is truncated and
 * ends with the hash of its bytes.
 */
export function idText(id: { toString(): string; toHex(): string }): string {
  const text = id.toString()
  const line = sanitizeText(text, assetMaxLength)
  return line === text ? line : `${line} ${blake2AsHex(id.toHex(), 128)}`
}

/** The asset id within a pallet: `assets/1984`; the native currency has none. */
export const assetContract = (pallet: string, id: Parameters<typeof idText>[0]): string =>
  `${pallet}/${idText(id)}`

/** An amount of the native currency. */
export const nativeAmount = (value: bigint): DecodedAmount => ({ value, contract: undefined })

/** A value in one line; a truncated one ends with `…`. */
function lineText(arg: Arg): string {
  const text = JSON.stringify(arg.toHuman() ?? null).replace(/^"|"$/g, '')
  const line = sanitizeText(text.slice(0, lineMaxLength), lineMaxLength)
  return text.length > lineMaxLength ? `${line}…` : line
}

/** The arguments as lines of text, or those with the given names; the names are the runtime's. */
const argumentLines = (call: RuntimeCall, only?: readonly string[]): readonly DecodedLine[] =>
  call.args
    .map((arg, index) => ({
      label: camelCase(call.meta.args[index]?.name.toString() ?? String(index)),
      value: lineText(arg),
    }))
    .filter(({ label }) => only === undefined || only.includes(label))

/** A call that moves nothing and grants no authority, with all or some of its arguments. */
export const knownCall = (
  call: RuntimeCall,
  only?: readonly string[],
): Extract<Fact, { is: 'known-call' }> => ({
  is: 'known-call',
  name: callName(call),
  lines: argumentLines(call, only),
})

/** An authority that a call grants to an account; undefined if the call does not name the account. */
export const authority = (call: RuntimeCall, kind: AuthorityKind, to: string | undefined): Fact => ({
  is: 'authority',
  name: callName(call),
  right: kind,
  to,
})

/** The name of an enum variant without data; a variant with data is written as JSON. */
const variantName = /^[A-Z][A-Za-z0-9]*$/

/**
 * The authority of a proxy: `Any` may do everything as the account, each other type what the runtime allows it. A type that
 * is not a plain name counts as `Any`.
 */
export const proxyAuthority = (type: unknown): AuthorityKind =>
  typeof type === 'string' && variantName.test(type) && type !== 'Any' ? 'limited' : 'account'

/** A call with an unknown effect. */
export const unknownCall = (call: RuntimeCall, figure?: DecodedAmount): Fact => ({
  is: 'unknown-call',
  to: call.section,
  selector: callName(call),
  figure,
  mayTake: true,
})

const isCall = (arg: unknown): arg is RuntimeCall =>
  typeof arg === 'object' && arg !== null && 'section' in arg && 'method' in arg && 'args' in arg

/** A call that is encoded as separate bytes (`WrapperKeepOpaque`), decoded; other values unchanged. */
function unwrapOpaque(arg: unknown): unknown {
  const isWrapper = typeof arg === 'object' && arg !== null && 'isDecoded' in arg && 'unwrap' in arg
  if (!isWrapper || arg.isDecoded !== true || typeof arg.unwrap !== 'function') return arg
  return arg.unwrap()
}

/** The calls within a call, single or in lists. */
export const innerCalls = (call: RuntimeCall): readonly RuntimeCall[] =>
  call.args.flatMap((arg) =>
    (Array.isArray(arg) ? Array.from<unknown>(arg) : [arg]).map(unwrapOpaque).filter(isCall),
  )
