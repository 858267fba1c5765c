import type { Address, EncodedAccount } from '@solana/kit'
import type { LiteSVM } from 'litesvm'
import { token2022Program } from './addresses.ts'
import { decodeTokenState, tokenAmountJson } from './token-state.ts'
import { toBase58, toBase64 } from './wire-transaction.ts'

export type AccountEncoding = 'base58' | 'base64' | 'jsonParsed'
export type DataSlice = { readonly offset: number; readonly length: number }

/** Returns an account, or undefined if it does not exist. */
export function accountAt(svm: LiteSVM, address: Address): EncodedAccount | undefined {
  const account = svm.getAccount(address)
  return account.exists ? account : undefined
}

/** Decimals of a mint; 0 for any other address. */
export function mintDecimals(svm: LiteSVM, mint: Address): number {
  const account = accountAt(svm, mint)
  const state = account && decodeTokenState(account)
  return state?.is === 'mint' ? state.decimals : 0
}

function parsedData(svm: LiteSVM, account: EncodedAccount): object | undefined {
  const state = decodeTokenState(account)
  if (state === undefined) return undefined
  const program = account.programAddress === token2022Program ? 'spl-token-2022' : 'spl-token'
  if (state.is === 'mint') {
    const { is: _, supply, ...rest } = state
    const info = { ...rest, supply: supply.toString(), isInitialized: true }
    return { program, space: account.data.length, parsed: { type: 'mint', info } }
  }
  const { is: _, amount, ...rest } = state
  const info = { ...rest, tokenAmount: tokenAmountJson(amount, mintDecimals(svm, state.mint)) }
  return { program, space: account.data.length, parsed: { type: 'account', info } }
}

/** The JSON-RPC form of an account; null without an account. */
export function accountJson(
  svm: LiteSVM,
  account: EncodedAccount | undefined,
  encoding: AccountEncoding,
  slice?: DataSlice,
): object | null {
  if (account === undefined) return null
  const { data } = account
  const slicedData = slice === undefined ? data : data.subarray(slice.offset, slice.offset + slice.length)
  const encoded = encoding === 'base58' ? [toBase58(slicedData), 'base58'] : [toBase64(slicedData), 'base64']
  return {
    lamports: Number(account.lamports),
    owner: account.programAddress,
    executable: account.executable,
    rentEpoch: Number(2n ** 64n - 1n),
    space: data.length,
    data: (encoding === 'jsonParsed' && parsedData(svm, account)) || encoded,
  }
}
