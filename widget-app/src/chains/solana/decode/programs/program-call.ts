import { type Address, getAddressDecoder } from '@solana/web3.js'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import type { WithdrawalKind } from '../../../fact-kinds.ts'
import type { DecodedAmount, DecodedLine, Fact } from '../../../request-facts.ts'
import type { HarmlessCall } from './harmless-calls.ts'

/** Reads an instruction's data from front to back; little-endian. Each method throws RangeError where bytes are missing. */
export type ByteReader = {
  u8(): number
  u32(): number
  u64(): bigint
  key(): Address
  /** A string with its length in 8 bytes (bincode). */
  text(): string
  /** A value behind a byte of 0 (absent) or 1. */
  optional<Value>(read: () => Value): Value | undefined
  /** All bytes that are left. */
  rest(): Uint8Array
  take(length: number): Uint8Array
  isAtEnd(): boolean
}

export function byteReader(data: Uint8Array): ByteReader {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (length < 0 || at + length > data.length) throw new RangeError('The instruction ends early')
    const bytes = data.slice(at, at + length)
    at += length
    return bytes
  }
  const viewOf = (length: number) => new DataView(take(length).buffer)
  const u8 = () => viewOf(1).getUint8(0)
  const u64 = () => viewOf(8).getBigUint64(0, true)
  return {
    u8,
    u32: () => viewOf(4).getUint32(0, true),
    u64,
    key: () => getAddressDecoder().decode(take(32)),
    text: () => new TextDecoder().decode(take(Number(u64()))),
    optional: (read) => {
      const flag = u8()
      if (flag > 1) throw new RangeError('No option')
      return flag === 1 ? read() : undefined
    },
    rest: () => take(data.length - at),
    take,
    isAtEnd: () => at === data.length,
  }
}

/** One instruction on its way through the reader of its program. */
export type ProgramCall = {
  readonly program: Address
  /** The account that the request is for. */
  readonly account: string
  /** An account of the instruction. @throws RangeError when it names fewer. */
  readonly at: (index: number) => Address
  /** How many accounts it names. */
  readonly count: number
  /** Its data after what selects the instruction. */
  readonly input: ByteReader
}

/**
 * What one program's instructions do: `undefined` for an instruction that the reader does not know.
 * @throws RangeError for data or accounts that are too few, as the program itself would.
 */
export type ProgramReader = (call: ProgramCall) => readonly Fact[] | undefined

const valueMaxLength = 200

/** Lines of a known call, by label; values that are absent have none. */
export const linesOf = (
  values: Readonly<Record<string, string | bigint | number | undefined>>,
): readonly DecodedLine[] =>
  Object.entries(values).flatMap(([label, value]) =>
    value === undefined ? [] : [{ label, value: sanitizeText(String(value), valueMaxLength) }],
  )

/** A call that is known and gives nothing away by itself. */
export const knownCall = (
  name: HarmlessCall,
  values: Parameters<typeof linesOf>[0] = {},
): Extract<Fact, { is: 'known-call' }> => ({
  is: 'known-call',
  name,
  lines: linesOf(values),
})

export const lamports = (value: bigint): DecodedAmount => ({ value, contract: undefined })

/** The account something is taken from, where that is not the one that signs. */
export const takenFrom = (from: Address, account: string): Address | undefined =>
  from === account ? undefined : from

/** Coins out of an account by its authority, which is the account that signs, or another signer. */
export const withdrawn = (
  kind: WithdrawalKind,
  { from, to, by }: { readonly from: Address; readonly to: Address; readonly by: Address },
  value: bigint,
  account: string,
): Fact =>
  by === account
    ? {
        ...{ is: 'withdrawal', kind, account: from, figure: lamports(value) },
        to: to === account ? undefined : to,
      }
    : { is: 'transfer', from, to, figure: lamports(value) }

/** Whether an instruction hands a right over, by the name that its reader gives it. */
export const isHandOver = (name: string): boolean => /^(?:Authorize|SetAuthority)/.test(name)

/** A right of another account; `right` as `AuthorityKind` lists them. */
export const authority = (
  name: string,
  right: Extract<Fact, { is: 'authority' }>['right'],
  to: Address | undefined,
): Fact => ({ is: 'authority', name, right, to })

/**
 * What others may do with a token, a program or a table, or what it does to them, changes from now on: a right of the account
 * is used, and who gets something by it is named.
 */
export const control = (name: string, to?: Address): Fact => authority(name, 'control', to)

/** Tokens of a token account that are destroyed, by its holder or by a delegate. */
export const burnt = (source: Address, by: Address, figure: DecodedAmount, account: string): Fact => ({
  is: 'burn',
  from: takenFrom(by, account),
  source,
  figure,
})

/** An authority that is set up: a right where it is another account, and a line where it is the one that signs. */
export const authorityOf = (name: HarmlessCall, to: Address, account: string): readonly Fact[] =>
  to === account ? [knownCall(name, { authority: to })] : [authority(name, 'owner', to)]

/** All that an account holds goes there; back to the account that signs it is a plain call. */
export const emptiedInto = (name: HarmlessCall, closed: Address, to: Address, account: string): Fact =>
  to === account ? knownCall(name, { account: closed }) : { is: 'transfer-all', to }
