import { type Address, getAddressDecoder } from '@solana/web3.js'
import { accountLength, decodeMint, decodeTokenAccount, kindOf, type TokenData } from './token-state.ts'

// https://github.com/solana-program/token-2022/tree/main/interface/src/extension

/** Start of the extensions of a Token-2022 account: after the longest plain account and a byte for its type. */
const extensionsStart = accountLength + 1

/** A transfer fee, and the epoch from which it applies; `maximum` in base units. */
export type EpochFee = { readonly epoch: bigint; readonly maximum: bigint; readonly basisPoints: number }

/** Interest that only changes how amounts are displayed. Times in seconds since 1970, rates in basis points per year. */
export type Interest = {
  readonly startedAt: bigint
  readonly averageRate: number
  readonly updatedAt: bigint
  readonly rate: number
}

/** A multiplier that only changes how amounts are displayed; `next` replaces it at a time in seconds since 1970. */
export type DisplayScale = {
  readonly multiplier: number
  readonly next: { readonly at: bigint; readonly multiplier: number }
}

/** Effects of a mint's extensions on a transfer. */
export type MintExtensions = {
  /** The newer fee applies from its epoch on. */
  readonly fee?: { readonly older: EpochFee; readonly newer: EpochFee } | undefined
  /** Can transfer or burn the token in every account, at any time. */
  readonly permanentDelegate?: Address | undefined
  /** A program that runs at each transfer. */
  readonly hook?: Address | undefined
  readonly isNonTransferable?: true
  readonly isPaused?: boolean
  /** New token accounts are frozen until the issuer thaws them. */
  readonly isFrozenByDefault?: boolean
  readonly interest?: Interest
  readonly scale?: DisplayScale
  /** Numbers of extensions that the widget does not support, or that have an unexpected size. */
  readonly unknown?: readonly number[]
}

/** Effects of a token account's state and extensions on a transfer. */
export type AccountExtensions = {
  readonly isFrozen: boolean
  /** Each transfer into the account must directly follow a memo. */
  readonly requiresMemo: boolean
  readonly unknown: readonly number[]
}

/** An extension: its number and its data. */
type Extension = { readonly type: number; readonly data: Uint8Array }

/** Placeholder for an extension that extends beyond its account. */
const truncatedExtension: Extension = { type: -1, data: new Uint8Array() }

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)

/** The extensions of a Token-2022 account: each has its number and its length, two bytes each, and its data. */
function extensionsOf({ data }: TokenData): readonly Extension[] {
  const view = viewOf(data)
  const found: Extension[] = []
  for (let at = extensionsStart; at + 2 <= data.length; ) {
    const type = view.getUint16(at, true)
    // Space that no extension uses yet.
    if (type === 0) return found
    const end = at + 4 <= data.length ? at + 4 + view.getUint16(at + 2, true) : Number.POSITIVE_INFINITY
    if (end > data.length) return [...found, truncatedExtension]
    found.push({ type, data: data.slice(at + 4, end) })
    at = end
  }
  return found
}

const noKey = '11111111111111111111111111111111'

const optionalKey = (data: Uint8Array, at: number): Address | undefined => {
  const key = getAddressDecoder().decode(data, at)
  return key === noKey ? undefined : key
}

const feeAt = (view: DataView, at: number): EpochFee => ({
  epoch: view.getBigUint64(at, true),
  maximum: view.getBigUint64(at + 8, true),
  basisPoints: view.getUint16(at + 16, true),
})

/** Mint extensions without an effect on a public transfer: authorities, pointers, names and confidential settings. */
const inertOnMints: readonly number[] = [3, 4, 16, 18, 19, 20, 21, 22, 23, 24]

/** The same for token accounts; withheld fees, hooks and pauses are settings of the mint. */
const inertOnAccounts: readonly number[] = [2, 5, 7, 11, 13, 15, 17, 27]

/** Decodes one extension of a mint; undefined if it is not supported, or has an unexpected size. */
function mintExtension({ type, data }: Extension): MintExtensions | undefined {
  const view = viewOf(data)
  switch (`${type}:${data.length}`) {
    case '1:108':
      return { fee: { older: feeAt(view, 72), newer: feeAt(view, 90) } }
    case '6:1':
      return { isFrozenByDefault: data[0] === 2 }
    case '9:0':
      return { isNonTransferable: true }
    case '10:52':
      return {
        interest: {
          startedAt: view.getBigInt64(32, true),
          averageRate: view.getInt16(40, true),
          updatedAt: view.getBigInt64(42, true),
          rate: view.getInt16(50, true),
        },
      }
    case '12:32':
      return { permanentDelegate: optionalKey(data, 0) }
    case '14:64':
      return { hook: optionalKey(data, 32) }
    case '25:56': {
      const next = { at: view.getBigInt64(40, true), multiplier: view.getFloat64(48, true) }
      return { scale: { multiplier: view.getFloat64(32, true), next } }
    }
    case '26:33':
      return { isPaused: data[32] !== 0 }
    // Burning needs one more signature; transfers do not.
    case '28:32':
      return {}
    default:
      return inertOnMints.includes(type) ? {} : undefined
  }
}

/** The extensions of a Token-2022 mint that affect a transfer; none for other accounts. */
export function decodeMintExtensions(account: TokenData | null | undefined): MintExtensions {
  if (!account || decodeMint(account) === undefined || kindOf(account) !== 1) return {}
  let found: MintExtensions = {}
  const unknown: number[] = []
  for (const extension of extensionsOf(account)) {
    const decoded = mintExtension(extension)
    if (decoded === undefined) unknown.push(extension.type)
    else found = { ...found, ...decoded }
  }
  return unknown.length === 0 ? found : { ...found, unknown }
}

/** Whether a token account is frozen, by its state after mint, owner, amount and delegate. */
export const isFrozenAccount = (data: Uint8Array): boolean => data[108] === 2

/** The state and extensions of a token account; undefined for anything else. */
export function decodeAccountExtensions(
  account: TokenData | null | undefined,
): AccountExtensions | undefined {
  if (!account || decodeTokenAccount(account) === undefined) return undefined
  const isFrozen = isFrozenAccount(account.data)
  if (kindOf(account) !== 2) return { isFrozen, requiresMemo: false, unknown: [] }
  const extensions = extensionsOf(account)
  const isMemo = ({ type, data }: Extension) => type === 8 && data.length === 1
  const unknown = extensions.filter((one) => !isMemo(one) && !inertOnAccounts.includes(one.type))
  return {
    isFrozen,
    requiresMemo: extensions.some((one) => isMemo(one) && one.data[0] !== 0),
    unknown: unknown.map(({ type }) => type),
  }
}
