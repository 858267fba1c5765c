import { type Address, getAddressDecoder } from '@solana/web3.js'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import { type DecodedValue, decodedLine } from '../../../decoded-line.ts'
import type { WithdrawalKind } from '../../../fact-kinds.ts'
import type { DecodedAmount, DecodedLine, Fact } from '../../../request-facts.ts'
import type { HarmlessCall } from './harmless-calls.ts'

/** Reads an instruction's data sequentially, little-endian. Each method throws RangeError if bytes are missing. */
export type ByteReader = {
  u8(): number
  u32(): number
  u64(): bigint
  key(): Address
  /** A string, prefixed with its length in 8 bytes (bincode). */
  text(): string
  /** A value after a byte of 0 (absent) or 1. */
  optional<Value>(read: () => Value): Value | undefined
  /** All remaining bytes. */
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

/** The input of a program's decoder: one instruction. */
export type ProgramCall = {
  readonly program: Address
  /** The account that the request is for. */
  readonly account: string
  /** The account at an index of the instruction. @throws RangeError if there are fewer accounts. */
  readonly at: (index: number) => Address
  /** Number of accounts of the instruction. */
  readonly count: number
  /** Its data after the bytes that select the instruction. */
  readonly input: ByteReader
}

/**
 * Decodes one instruction of a program; `undefined` if the decoder does not support it.
 * @throws RangeError if data or accounts are missing, as the program itself would fail.
 */
export type ProgramDecoder = (call: ProgramCall) => readonly Fact[] | undefined

const valueMaxLength = 200

/** Lines of a known call, by label; absent values are omitted. */
export const linesOf = (values: Readonly<Record<string, DecodedValue | undefined>>): readonly DecodedLine[] =>
  Object.entries(values).flatMap(([label, value]) =>
    value === undefined
      ? []
      : decodedLine(label, typeof value === 'string' ? sanitizeText(value, valueMaxLength) : value),
  )

/** A known call that has no risk by itself. */
export const knownCall = (
  name: HarmlessCall,
  values: Parameters<typeof linesOf>[0] = {},
): Extract<Fact, { is: 'known-call' }> => ({
  is: 'known-call',
  name,
  lines: linesOf(values),
})

export const lamports = (value: bigint): DecodedAmount => ({ value, contract: undefined })

/** The account that something is taken from, unless it is the signer. */
export const sourceUnlessSigner = (from: Address, account: string): Address | undefined =>
  from === account ? undefined : from

/** A native amount that leaves an account by its authority, which is the signer or another account. */
export const withdrawal = (
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

/** Whether an instruction transfers an authority, by the name that its decoder uses. */
export const isAuthorityTransfer = (name: string): boolean => /^(?:Authorize|SetAuthority)/.test(name)

/** An authority of another account; `right` as in `AuthorityKind`. */
export const authority = (
  name: string,
  right: Extract<Fact, { is: 'authority' }>['right'],
  to: Address | undefined,
): Fact => ({ is: 'authority', name, right, to })

/**
 * A change of what others may do with a token, a program or a table, or of what it does to them. The signer uses an
 * authority; `to` names the account that gains by it.
 */
export const control = (name: string, to?: Address): Fact => authority(name, 'control', to)

/** Tokens that are burnt from a token account, by its owner or by a delegate. */
export const burn = (source: Address, by: Address, figure: DecodedAmount, account: string): Fact => ({
  is: 'burn',
  from: sourceUnlessSigner(by, account),
  source,
  figure,
})

/** An authority that is set: an authority fact if it is another account, a plain line if it is the signer. */
export const authorityOf = (name: HarmlessCall, to: Address, account: string): readonly Fact[] =>
  to === account ? [knownCall(name, { authority: to })] : [authority(name, 'owner', to)]

/** Transfers everything in an account to `to`; if that is the signer, it is a plain call. */
export const transferAll = (name: HarmlessCall, closed: Address, to: Address, account: string): Fact =>
  to === account ? knownCall(name, { account: closed }) : { is: 'transfer-all', to }
