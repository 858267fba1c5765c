import { type Address, type EncodedAccount, getAddressDecoder, type ReadonlyUint8Array } from '@solana/kit'
import { token2022Program, tokenPrograms } from './addresses.ts'

const mintLength = 82
const accountLength = 165
/** Offset of the account type in a Token-2022 account with extensions: 1 is a mint, 2 a token account. */
const accountTypeOffset = 165

/** State of an account of a token program. Amounts in base units. */
export type TokenState =
  | {
      readonly is: 'mint'
      readonly mintAuthority: Address | null
      readonly supply: bigint
      readonly decimals: number
      readonly freezeAuthority: Address | null
    }
  | {
      readonly is: 'account'
      readonly mint: Address
      readonly owner: Address
      readonly amount: bigint
      readonly state: 'initialized' | 'frozen'
      readonly isNative: boolean
    }

const decodeAddress = (data: ReadonlyUint8Array, at: number): Address => getAddressDecoder().decode(data, at)

/** Decodes an account of a token program; undefined for other programs and for uninitialized accounts. */
export function decodeTokenState({ data, programAddress }: EncodedAccount): TokenState | undefined {
  if (!tokenPrograms.includes(programAddress)) return undefined
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  const accountType =
    programAddress === token2022Program && data.length > accountLength ? data[accountTypeOffset] : undefined
  if (data.length === mintLength || accountType === 1) {
    if (data[45] !== 1) return undefined
    return {
      is: 'mint',
      mintAuthority: view.getUint32(0, true) === 1 ? decodeAddress(data, 4) : null,
      supply: view.getBigUint64(36, true),
      decimals: data[44] ?? 0,
      freezeAuthority: view.getUint32(46, true) === 1 ? decodeAddress(data, 50) : null,
    }
  }
  if ((data.length !== accountLength && accountType !== 2) || data[108] === 0) return undefined
  return {
    is: 'account',
    mint: decodeAddress(data, 0),
    owner: decodeAddress(data, 32),
    amount: view.getBigUint64(64, true),
    state: data[108] === 2 ? 'frozen' : 'initialized',
    isNative: view.getUint32(109, true) === 1,
  }
}

/** The JSON-RPC form of an amount, exact in `amount` and `uiAmountString`. */
export function tokenAmountJson(amount: bigint, decimals: number): object {
  const digits = amount.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  const text = fraction === '' ? whole : `${whole}.${fraction}`
  return { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text }
}
