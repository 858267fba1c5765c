import { blake2AsU8a } from '@polkadot/util-crypto/blake2'
import { xxhashAsU8a } from '@polkadot/util-crypto/xxhash'

const hashBits = 128

const hexOf = (...parts: readonly Uint8Array[]): string => `0x${Buffer.concat(parts).toString('hex')}`

/** The hasher `Blake2_128Concat` of Substrate. */
const hashed = (bytes: Uint8Array): Uint8Array => Buffer.concat([blake2AsU8a(bytes, hashBits), bytes])

const prefix = (pallet: string, item: string): Uint8Array =>
  Buffer.concat([xxhashAsU8a(pallet, hashBits), xxhashAsU8a(item, hashBits)])

const systemAccount = prefix('System', 'Account')
const assetsAccount = prefix('Assets', 'Account')

function u32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** Storage key of an account in `System.Account`. */
export const accountKey = (account: Uint8Array): string => hexOf(systemAccount, hashed(account))

/** Storage key of an account in `Assets.Account`, of a token whose id is a u32. */
export const assetKey = (id: number, account: Uint8Array): string =>
  hexOf(assetsAccount, hashed(u32(id)), hashed(account))

const u128Length = 16

function u128(bytes: Buffer, offset: number): bigint {
  return bytes.readBigUInt64LE(offset) + (bytes.readBigUInt64LE(offset + 8) << 64n)
}

/**
 * Offset of `AccountData`, by the length of `AccountInfo`: it always has four u128 (free, reserved, and two for frozen
 * amounts, which are part of these), after a nonce (u32) and reference counts, which runtimes have extended over time: one
 * u8, one u32, consumers and providers, and since 2021 sufficients too.
 */
const dataOffsets = new Map([4 + 1, 4 + 4, 4 + 8, 4 + 12].map((offset) => [offset + 4 * u128Length, offset]))

const bytesOf = (value: string): Buffer => Buffer.from(value.slice(2), 'hex')

/**
 * An account's native amount: free plus reserved, in planck. Staked and locked amounts are part of one of them.
 * @throws Error for an unknown layout.
 */
export function decodeAccount(value: string | null): bigint {
  if (value === null) return 0n
  const bytes = bytesOf(value)
  const offset = dataOffsets.get(bytes.length)
  if (offset === undefined) throw new Error(`An account of ${bytes.length} bytes has an unknown layout`)
  return u128(bytes, offset) + u128(bytes, offset + u128Length)
}

/** An account's amount of a token of the Assets pallet, in base units: the first u128. @throws Error */
export function decodeAsset(value: string | null): bigint {
  if (value === null) return 0n
  const bytes = bytesOf(value)
  if (bytes.length <= u128Length)
    throw new Error(`A token account of ${bytes.length} bytes has an unknown layout`)
  return u128(bytes, 0)
}
