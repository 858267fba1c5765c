import { bnToU8a, u8aConcat, u8aToHex } from '@polkadot/util'
import { blake2AsU8a, decodeAddress, xxhashAsU8a } from '@polkadot/util-crypto'

/** The storage of a block, SCALE-encoded values by key, both hexadecimal. */
export type GenesisStorage = Record<string, string>

/** Encodes an unsigned number in SCALE's fixed width, little-endian. */
export const encodeUint = (value: number | bigint, bitLength: 32 | 64 | 128): Uint8Array =>
  bnToU8a(BigInt(value), { bitLength, isLe: true })

/** Storage key of an item of a pallet; `rest` are the hashed keys of a map. */
export const storageKey = (pallet: string, item: string, ...rest: readonly Uint8Array[]): string =>
  u8aToHex(u8aConcat(xxhashAsU8a(pallet, 128), xxhashAsU8a(item, 128), ...rest))

/** Storage key of `System.BlockHash` at a block number (Twox64Concat). */
export const blockHashKey = (block: number): string =>
  storageKey('System', 'BlockHash', xxhashAsU8a(encodeUint(block, 32), 64), encodeUint(block, 32))

/** The fields of `System.Account` that differ between chains. */
export type AccountFields = {
  /** In planck. */
  readonly free: bigint
  /** Number of pallets, other than Balances, that allow the account to exist. */
  readonly sufficients: number
  /** Last field of `AccountData`: the amount frozen for fees in older runtimes, flags in newer ones. */
  readonly lastField: bigint
}

/** Encodes `System.Account`: nonce, consumers, providers, sufficients; free, reserved, frozen, and the last field. */
function encodeAccountInfo({ free, sufficients, lastField }: AccountFields): string {
  const references = [0, 0, 1, sufficients].map((count) => encodeUint(count, 32))
  const balances = [free, 0n, 0n, lastField].map((amount) => encodeUint(amount, 128))
  return u8aToHex(u8aConcat(...references, ...balances))
}

/** Writes the same fields for each account (SS58, any prefix), and the sum of the balances as total issuance. */
export function fundAccounts(top: GenesisStorage, accounts: readonly string[], fields: AccountFields): void {
  for (const account of accounts) {
    const publicKey = decodeAddress(account)
    top[storageKey('System', 'Account', blake2AsU8a(publicKey, 128), publicKey)] = encodeAccountInfo(fields)
  }
  const issued = fields.free * BigInt(accounts.length)
  top[storageKey('Balances', 'TotalIssuance')] = u8aToHex(encodeUint(issued, 128))
}
