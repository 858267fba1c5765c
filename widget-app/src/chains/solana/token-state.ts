import {
  type Address,
  getAddressDecoder,
  getAddressEncoder,
  getProgramDerivedAddress,
  getU64Decoder,
} from '@solana/web3.js'
import { associatedTokenProgram, token2022Program, tokenPrograms } from './programs.ts'

const mintLength = 82
const accountLength = 165

type TokenData = { readonly owner: Address; readonly data: Uint8Array }

/** A mint's fact that matters here. */
export type Mint = { readonly program: Address; readonly decimals: number }

/** A token account; `owner` is the wallet, amount in base units. */
export type TokenAccount = { readonly mint: Address; readonly owner: Address; readonly amount: bigint }

/** Token-2022 puts the kind of an account with extensions after the longest plain one: 1 a mint, 2 a token account. */
const kindOf = ({ owner, data }: TokenData): number | undefined =>
  owner === token2022Program && data.length > accountLength ? data[accountLength] : undefined

/** Reads a mint; `undefined` for anything else. */
export function readMint(account: TokenData | null | undefined): Mint | undefined {
  if (!account || !tokenPrograms.includes(account.owner)) return undefined
  const { owner, data } = account
  const isMint = data.length === mintLength || kindOf(account) === 1
  const decimals = data[44]
  return isMint && data[45] === 1 && decimals !== undefined ? { program: owner, decimals } : undefined
}

/** Reads mint, owner and amount, the first 72 bytes of a token account that is known to be one. */
export const readTokenAccountStart = (data: Uint8Array): TokenAccount => ({
  mint: getAddressDecoder().decode(data, 0),
  owner: getAddressDecoder().decode(data, 32),
  amount: getU64Decoder().decode(data, 64),
})

/** Reads a token account; `undefined` for anything else. */
export function readTokenAccount(account: TokenData | null | undefined): TokenAccount | undefined {
  if (!account || !tokenPrograms.includes(account.owner)) return undefined
  const isAccount = account.data.length === accountLength || kindOf(account) === 2
  return isAccount ? readTokenAccountStart(account.data) : undefined
}

/**
 * Who may close a token account, and take its coins: its owner, unless it names another one. A close authority stays when
 * the owner of the account changes.
 */
export function closeAuthorityOf({ data }: Pick<TokenData, 'data'>): Address {
  const hasOther = data[129] === 1 && data.length >= accountLength
  return getAddressDecoder().decode(data, hasOther ? 133 : 32)
}

/** Where a wallet keeps a token unless it chose otherwise: its associated token account. Needs a secure context. */
export async function associatedTokenAddress(
  owner: Address,
  mint: Address,
  program: Address,
): Promise<Address> {
  const seeds = [owner, program, mint].map((each) => getAddressEncoder().encode(each))
  const [address] = await getProgramDerivedAddress({ programAddress: associatedTokenProgram, seeds })
  return address
}

/** Where the extensions of a Token-2022 account start, behind the longest plain one and a byte for its kind. */
const extensionsStart = accountLength + 1

/** What a mint's extensions mean for everyone who holds the token. */
export type MintExtensions = {
  /** Kept of each transfer, in base units at most; the newer of the two settings that a mint has. */
  readonly fee?: { readonly basisPoints: number; readonly maximum: bigint } | undefined
  /** Moves or burns the token in every account, at any time. */
  readonly permanentDelegate?: Address | undefined
  /** A program that runs at each transfer. */
  readonly hook?: Address | undefined
  readonly isNonTransferable?: boolean | undefined
}

const noKey = '11111111111111111111111111111111'

const optionalKey = (data: Uint8Array, at: number): Address | undefined => {
  const key = getAddressDecoder().decode(data, at)
  return key === noKey ? undefined : key
}

/** One extension of a mint, by its number; undefined for those that change nothing for holders. */
function extensionOf(type: number, data: Uint8Array): MintExtensions {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  if (type === 1 && data.length === 108) {
    const [older, newer] = [view.getUint16(88, true), view.getUint16(106, true)]
    const at = newer >= older ? 98 : 80
    return { fee: { basisPoints: Math.max(older, newer), maximum: view.getBigUint64(at, true) } }
  }
  if (type === 9) return { isNonTransferable: true }
  if (type === 12 && data.length === 32) return { permanentDelegate: optionalKey(data, 0) }
  return type === 14 && data.length === 64 ? { hook: optionalKey(data, 32) } : {}
}

/** The extensions of a Token-2022 mint that matter to who holds the token; none for other accounts. */
export function readMintExtensions(account: TokenData | null | undefined): MintExtensions {
  if (!account || readMint(account) === undefined || kindOf(account) !== 1) return {}
  const { data } = account
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  let found: MintExtensions = {}
  // Each is its number and its length, in two bytes each, and its data.
  for (let at = extensionsStart; at + 4 <= data.length; ) {
    const [type, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (type === 0) break
    found = { ...found, ...extensionOf(type, data.slice(at + 4, at + 4 + length)) }
    at += 4 + length
  }
  return found
}
