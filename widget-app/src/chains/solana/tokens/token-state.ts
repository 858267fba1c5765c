import {
  type Address,
  getAddressDecoder,
  getAddressEncoder,
  getProgramDerivedAddress,
  getU64Decoder,
} from '@solana/web3.js'
import { associatedTokenProgram, token2022Program, tokenPrograms } from '../programs.ts'

const mintLength = 82
/** Length of a token account without extensions, in bytes. */
export const accountLength = 165

export type TokenData = { readonly owner: Address; readonly data: Uint8Array }

/** The decoded state of a mint. */
export type Mint = { readonly program: Address; readonly decimals: number }

/** A token account; `owner` is the wallet, the amount is in base units. */
export type TokenAccount = { readonly mint: Address; readonly owner: Address; readonly amount: bigint }

/**
 * The account type of a Token-2022 account with extensions, stored after the longest plain account: 1 a mint, 2 a token
 * account.
 */
export const kindOf = ({ owner, data }: TokenData): number | undefined =>
  owner === token2022Program && data.length > accountLength ? data[accountLength] : undefined

/** Decodes a mint; `undefined` for anything else. */
export function decodeMint(account: TokenData | null | undefined): Mint | undefined {
  if (!account || !tokenPrograms.includes(account.owner)) return undefined
  const { owner, data } = account
  const isMint = data.length === mintLength || kindOf(account) === 1
  const decimals = data[44]
  return isMint && data[45] === 1 && decimals !== undefined ? { program: owner, decimals } : undefined
}

/** Decodes mint, owner and amount: the first 72 bytes of an account that is known to be a token account. */
export const decodeTokenAccountStart = (data: Uint8Array): TokenAccount => ({
  mint: getAddressDecoder().decode(data, 0),
  owner: getAddressDecoder().decode(data, 32),
  amount: getU64Decoder().decode(data, 64),
})

/** Decodes a token account; `undefined` for anything else. */
export function decodeTokenAccount(account: TokenData | null | undefined): TokenAccount | undefined {
  if (!account || !tokenPrograms.includes(account.owner)) return undefined
  const isAccount = account.data.length === accountLength || kindOf(account) === 2
  return isAccount ? decodeTokenAccountStart(account.data) : undefined
}

/**
 * The account that may close a token account and gets its lamports: the owner, unless it names another one. A close
 * authority remains if the owner of the account changes.
 */
export function closeAuthorityOf({ data }: Pick<TokenData, 'data'>): Address {
  const hasOther = data[129] === 1 && data.length >= accountLength
  return getAddressDecoder().decode(data, hasOther ? 133 : 32)
}

/** The associated token account, which wallets use for a token by default. Needs a secure context. */
export async function associatedTokenAddress(
  owner: Address,
  mint: Address,
  program: Address,
): Promise<Address> {
  const seeds = [owner, program, mint].map((each) => getAddressEncoder().encode(each))
  const [address] = await getProgramDerivedAddress({ programAddress: associatedTokenProgram, seeds })
  return address
}
