import {
  AccountRole,
  type Address,
  address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Instruction,
} from '@solana/kit'
import { svmAccount } from './accounts.ts'
import { tokenProgram } from './addresses.ts'
import { tokenAccountAddress } from './token-instructions.ts'

/** The program of `e2e/stack/programs/constant-product.c`, at the same address in every run. */
export const poolProgram: Address = svmAccount('constant product').address

/** The mint of wrapped SOL, the same on every cluster. */
export const wrappedSol = address('So11111111111111111111111111111111111111112')

/** Fee of each pool: 3 of 1,000 of the input amount. */
export const poolFee = { numerator: 3n, denominator: 1_000n } as const

const encodeAddress = (account: Address) => Uint8Array.from(getAddressEncoder().encode(account))

/** Derives the owner of the vaults of a pool. The order of its two mints does not matter. */
export async function poolAuthority(a: Address, b: Address): Promise<Address> {
  const mints = [encodeAddress(a), encodeAddress(b)].sort(Buffer.compare)
  const seeds = ['pool', ...mints]
  const [authority] = await getProgramDerivedAddress({ programAddress: poolProgram, seeds })
  return authority
}

/** Derives the token account of a pool for one of its mints. */
export const poolVault = (authority: Address, mint: Address): Promise<Address> =>
  tokenAccountAddress(authority, mint, tokenProgram)

/** Output amount of a swap in a pool with these reserves, all in base units, computed as the program does. */
export function computePoolOutput(amount: bigint, reserveIn: bigint, reserveOut: bigint): bigint {
  const fee = (amount * poolFee.numerator + poolFee.denominator - 1n) / poolFee.denominator
  const amountAfterFee = amount - fee
  if (amountAfterFee <= 0n || reserveIn === 0n || reserveOut === 0n) return 0n
  return (amountAfterFee * reserveOut) / (reserveIn + amountAfterFee)
}

const u64 = (value: bigint): Uint8Array => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}

/** A swap through one pool. */
export type PoolSwap = {
  readonly owner: Address
  readonly from: Address
  readonly to: Address
  /** Input amount in base units. */
  readonly amount: bigint
  /** Minimum output amount in base units. */
  readonly minAmountOut: bigint
}

/** Creates the instruction of a swap between two token accounts of the owner, which must exist. */
export async function poolSwap({ owner, from, to, amount, minAmountOut }: PoolSwap): Promise<Instruction> {
  const authority = await poolAuthority(from, to)
  const [sourceAccount, destinationAccount, vaultIn, vaultOut] = await Promise.all([
    tokenAccountAddress(owner, from, tokenProgram),
    tokenAccountAddress(owner, to, tokenProgram),
    poolVault(authority, from),
    poolVault(authority, to),
  ])
  const writableMeta = (one: Address) => ({ address: one, role: AccountRole.WRITABLE })
  const readonlyMeta = (one: Address) => ({ address: one, role: AccountRole.READONLY })
  return {
    programAddress: poolProgram,
    accounts: [
      { address: owner, role: AccountRole.READONLY_SIGNER },
      ...[sourceAccount, destinationAccount, vaultIn, vaultOut].map(writableMeta),
      ...[authority, tokenProgram, from, to].map(readonlyMeta),
    ],
    data: Uint8Array.from([1, ...u64(amount), ...u64(minAmountOut)]),
  }
}
