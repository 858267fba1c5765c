import {
  type AccountMeta,
  AccountRole,
  type Address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Instruction,
} from '@solana/kit'
import { associatedTokenProgram, systemProgram } from './addresses.ts'
import type { SvmMint } from './tokens.ts'

/** Bytes of a mint without extensions. */
export const mintLength = 82

const u64 = (value: bigint): Uint8Array => {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value, true)
  return bytes
}
const addressBytes = (address: Address) => getAddressEncoder().encode(address)
const reads = (address: Address): AccountMeta => ({ address, role: AccountRole.READONLY })
const writes = (address: Address): AccountMeta => ({ address, role: AccountRole.WRITABLE })
const pays = (address: Address): AccountMeta => ({ address, role: AccountRole.WRITABLE_SIGNER })
const signs = (address: Address): AccountMeta => ({ address, role: AccountRole.READONLY_SIGNER })

/** Derives the associated token account of an owner, which wallets use by default. */
export async function tokenAccountAddress(owner: Address, mint: Address, program: Address): Promise<Address> {
  const seeds = [owner, program, mint].map(addressBytes)
  const [address] = await getProgramDerivedAddress({ programAddress: associatedTokenProgram, seeds })
  return address
}

/** Creates the account of a mint; `rent` is its rent-exempt balance, in lamports. */
export function createMintAccount(payer: Address, { key, program }: SvmMint, rent: bigint): Instruction {
  const data = Uint8Array.from([
    0,
    0,
    0,
    0,
    ...u64(rent),
    ...u64(BigInt(mintLength)),
    ...addressBytes(program),
  ])
  return { programAddress: systemProgram, accounts: [pays(payer), pays(key.address)], data }
}

/** InitializeMint2, without a freeze authority. */
export function initializeMint({ key, program, decimals }: SvmMint, authority: Address): Instruction {
  const data = Uint8Array.from([20, decimals, ...addressBytes(authority), 0])
  return { programAddress: program, accounts: [writes(key.address)], data }
}

/** The address of a mint, and its token program. */
export type MintAt = { readonly address: Address; readonly program: Address }

/** Creates the associated token account of an owner unless it exists. */
export async function openTokenAccount(
  payer: Address,
  owner: Address,
  { address: mint, program }: MintAt,
): Promise<Instruction> {
  const account = await tokenAccountAddress(owner, mint, program)
  return {
    programAddress: associatedTokenProgram,
    accounts: [pays(payer), writes(account), reads(owner), reads(mint), reads(systemProgram), reads(program)],
    data: Uint8Array.of(1),
  }
}

/** Mints base units into a token account. */
export const mintInto = (
  authority: Address,
  mint: Address,
  account: Address,
  amount: bigint,
  program: Address,
): Instruction => ({
  programAddress: program,
  accounts: [writes(mint), writes(account), signs(authority)],
  data: Uint8Array.from([7, ...u64(amount)]),
})

/** Mints base units into the associated token account of an owner. */
export async function mintTo(
  authority: Address,
  owner: Address,
  { key, program }: SvmMint,
  amount: bigint,
): Promise<Instruction> {
  const account = await tokenAccountAddress(owner, key.address, program)
  return mintInto(authority, key.address, account, amount, program)
}
