import {
  AccountRole,
  type Address,
  getU32Encoder,
  getU64Encoder,
  type IAccountMeta,
  type IInstruction,
} from '@solana/web3.js'
import { associatedTokenProgram, computeBudgetProgram, systemProgram } from './programs.ts'

const u32 = (value: number) => getU32Encoder().encode(value)
const u64 = (value: bigint) => getU64Encoder().encode(value)
const account = (address: Address, role: AccountRole): IAccountMeta => ({ address, role })

/** First bytes of the instructions that this file encodes. */
export const systemTransferTag = 2
export const tokenTransferTag = 3
export const tokenTransferCheckedTag = 12
/** TransferCheckedWithFee is the second instruction of the extension. */
export const tokenFeeExtensionTag = 26
export const tokenTransferWithFeeTag = 1

/** SetComputeUnitLimit: the maximum number of compute units of a transaction. */
export const computeUnitLimit = (units: number): IInstruction => ({
  programAddress: computeBudgetProgram,
  data: Uint8Array.from([2, ...u32(units)]),
})

/** SetComputeUnitPrice, in millionths of a lamport per unit of the limit. */
export const computeUnitPrice = (microLamports: bigint): IInstruction => ({
  programAddress: computeBudgetProgram,
  data: Uint8Array.from([3, ...u64(microLamports)]),
})

/** Transfers lamports between accounts of the System program. */
export const systemTransfer = (from: Address, to: Address, lamports: bigint): IInstruction => ({
  programAddress: systemProgram,
  accounts: [account(from, AccountRole.WRITABLE_SIGNER), account(to, AccountRole.WRITABLE)],
  data: Uint8Array.from([...u32(systemTransferTag), ...u64(lamports)]),
})

export type TokenTransfer = {
  readonly program: Address
  readonly mint: Address
  readonly decimals: number
  /** The token account that sends, and the wallet that owns it. */
  readonly source: Address
  readonly authority: Address
  /** The token account that receives. */
  readonly destination: Address
  readonly amount: bigint
}

const transferAccounts = (transfer: TokenTransfer): readonly IAccountMeta[] => [
  account(transfer.source, AccountRole.WRITABLE),
  account(transfer.mint, AccountRole.READONLY),
  account(transfer.destination, AccountRole.WRITABLE),
  account(transfer.authority, AccountRole.READONLY_SIGNER),
]

/** TransferChecked of SPL Token and Token-2022: the program verifies mint and decimals. */
export const transferChecked = (transfer: TokenTransfer): IInstruction => ({
  programAddress: transfer.program,
  accounts: transferAccounts(transfer),
  data: Uint8Array.from([tokenTransferCheckedTag, ...u64(transfer.amount), transfer.decimals]),
})

/** TransferCheckedWithFee of Token-2022: the program fails if the fee has changed by then. */
export const transferCheckedWithFee = (transfer: TokenTransfer, fee: bigint): IInstruction => ({
  programAddress: transfer.program,
  accounts: transferAccounts(transfer),
  data: Uint8Array.from([
    ...[tokenFeeExtensionTag, tokenTransferWithFeeTag],
    ...[...u64(transfer.amount), transfer.decimals, ...u64(fee)],
  ]),
})

/** A memo, which the chain stores publicly. */
export const memoInstruction = (programAddress: Address, text: string): IInstruction => ({
  programAddress,
  accounts: [],
  data: new TextEncoder().encode(text),
})

export type TokenAccountCreation = {
  readonly payer: Address
  readonly tokenAccount: Address
  readonly owner: Address
  readonly mint: Address
  readonly program: Address
}

/** CreateIdempotent of the Associated Token program: creates a wallet's token account unless it exists by then. */
export const createTokenAccount = (creation: TokenAccountCreation): IInstruction => ({
  programAddress: associatedTokenProgram,
  accounts: [
    account(creation.payer, AccountRole.WRITABLE_SIGNER),
    account(creation.tokenAccount, AccountRole.WRITABLE),
    account(creation.owner, AccountRole.READONLY),
    account(creation.mint, AccountRole.READONLY),
    account(systemProgram, AccountRole.READONLY),
    account(creation.program, AccountRole.READONLY),
  ],
  data: Uint8Array.of(1),
})
