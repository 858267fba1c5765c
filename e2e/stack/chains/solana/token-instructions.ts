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
const encodeAddress = (address: Address) => getAddressEncoder().encode(address)
const readonlyMeta = (address: Address): AccountMeta => ({ address, role: AccountRole.READONLY })
const writableMeta = (address: Address): AccountMeta => ({ address, role: AccountRole.WRITABLE })
const writableSignerMeta = (address: Address): AccountMeta => ({ address, role: AccountRole.WRITABLE_SIGNER })
const readonlySignerMeta = (address: Address): AccountMeta => ({ address, role: AccountRole.READONLY_SIGNER })

/** Derives the associated token account of an owner, which wallets use by default. */
export async function tokenAccountAddress(owner: Address, mint: Address, program: Address): Promise<Address> {
  const seeds = [owner, program, mint].map(encodeAddress)
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
    ...encodeAddress(program),
  ])
  return {
    programAddress: systemProgram,
    accounts: [writableSignerMeta(payer), writableSignerMeta(key.address)],
    data,
  }
}

/** InitializeMint2, without a freeze authority. */
export function initializeMint({ key, program, decimals }: SvmMint, authority: Address): Instruction {
  const data = Uint8Array.from([20, decimals, ...encodeAddress(authority), 0])
  return { programAddress: program, accounts: [writableMeta(key.address)], data }
}

/** The address of a mint, and its token program. */
export type MintReference = { readonly address: Address; readonly program: Address }

/** Creates the associated token account of an owner unless it exists. */
export async function createTokenAccount(
  payer: Address,
  owner: Address,
  { address: mint, program }: MintReference,
): Promise<Instruction> {
  const account = await tokenAccountAddress(owner, mint, program)
  return {
    programAddress: associatedTokenProgram,
    accounts: [
      writableSignerMeta(payer),
      writableMeta(account),
      readonlyMeta(owner),
      readonlyMeta(mint),
      readonlyMeta(systemProgram),
      readonlyMeta(program),
    ],
    data: Uint8Array.of(1),
  }
}

/** Mints base units into a token account. */
export const mintToAccount = (
  authority: Address,
  mint: Address,
  account: Address,
  amount: bigint,
  program: Address,
): Instruction => ({
  programAddress: program,
  accounts: [writableMeta(mint), writableMeta(account), readonlySignerMeta(authority)],
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
  return mintToAccount(authority, key.address, account, amount, program)
}
