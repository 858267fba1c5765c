import {
  AccountRole,
  type Address,
  getAddressEncoder,
  getProgramDerivedAddress,
  type Instruction,
} from '@solana/kit'
import { svmAccount } from './accounts.ts'
import { systemProgram } from './addresses.ts'

// https://github.com/solana-program/transfer-hook/tree/main/interface

/** The program of `e2e/stack/programs/transfer-hook.c`, at the same address in every run. */
export const hookProgram: Address = svmAccount('transfer hook').address

/** Entry of a list of extra accounts: 35 bytes. */
type ExtraAccount = readonly number[]

const listLength = (count: number): number => 16 + 35 * count
const rentExemptBalance = (bytes: number): bigint => BigInt(128 + bytes) * 6_960n

const deriveAddress = async (seed: string, mint: Address): Promise<Address> => {
  const seeds = [seed, getAddressEncoder().encode(mint)]
  const [address] = await getProgramDerivedAddress({ programAddress: hookProgram, seeds })
  return address
}

/** Entry of the counter: a writable account, derived from a literal and the key of account 1. */
const counterEntry: ExtraAccount = [
  ...[1, 1, 7, ...Buffer.from('counter'), 3, 1],
  ...Array.from({ length: 21 }, () => 0),
  ...[0, 1],
]

/** Creates the instructions that fund the accounts of a mint's hook and write its list: `extra` and the counter. */
export async function initializeHook(
  payer: Address,
  mint: Address,
  extra: readonly ExtraAccount[],
): Promise<readonly Instruction[]> {
  const entries = [...extra, counterEntry]
  const [list, counter] = await Promise.all([
    deriveAddress('extra-account-metas', mint),
    deriveAddress('counter', mint),
  ])
  const u64 = (value: bigint) => new Uint8Array(new BigUint64Array([value]).buffer)
  const fund = (to: Address, bytes: number): Instruction => ({
    programAddress: systemProgram,
    accounts: [
      { address: payer, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data: Uint8Array.from([2, 0, 0, 0, ...u64(rentExemptBalance(bytes))]),
  })
  const initialize: Instruction = {
    programAddress: hookProgram,
    accounts: [
      { address: list, role: AccountRole.WRITABLE },
      { address: mint, role: AccountRole.READONLY },
      { address: counter, role: AccountRole.WRITABLE },
      { address: systemProgram, role: AccountRole.READONLY },
    ],
    data: Uint8Array.from([
      ...[43, 34, 13, 49, 167, 88, 235, 235],
      ...new Uint8Array(new Uint32Array([entries.length]).buffer),
      ...entries.flat(),
    ]),
  }
  return [fund(list, listLength(entries.length)), fund(counter, 8), initialize]
}
