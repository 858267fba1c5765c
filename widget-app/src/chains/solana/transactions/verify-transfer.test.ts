import { AccountRole, type Address, type IInstruction } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import type { Transfer } from '../../chain-adapter.ts'
import type { DecodedTransaction } from '../decode/decode-transaction.ts'
import {
  computeUnitLimit,
  computeUnitPrice,
  createTokenAccount,
  systemTransfer,
  transferChecked,
  transferCheckedWithFee,
} from '../instructions.ts'
import { harmlessPrograms, systemProgram, token2022Program, tokenProgram } from '../programs.ts'
import { alice, bob, mint, thief, tokenTransfer, transfer, vault } from '../testing/unit-world.ts'
import { associatedTokenAddress } from '../tokens/token-state.ts'
import { verifyTransfer } from './verify-transfer.ts'

const memo = harmlessPrograms[1] ?? systemProgram

function decodedTransaction(
  instructions: readonly IInstruction[],
  signers: readonly Address[] = [alice],
): DecodedTransaction {
  return {
    signature: undefined,
    lifetime: '',
    signers,
    keys: signers,
    instructions: instructions.map(({ programAddress, accounts, data }) => ({
      program: programAddress,
      accounts: (accounts ?? []).map(({ address }) => address),
      data: Uint8Array.from(data ?? []),
    })),
  }
}
const verdictOf = async (
  requested: Transfer,
  instructions: readonly IInstruction[],
  signers?: readonly Address[],
) => {
  const verdict = await verifyTransfer(decodedTransaction(instructions, signers), requested)
  return verdict.is === 'differs' ? verdict.differs : verdict.is
}

const native = systemTransfer(alice, bob, 5_000_000n)
const source = await associatedTokenAddress(alice, mint, tokenProgram)
const move = {
  program: tokenProgram,
  mint,
  decimals: 6,
  source,
  authority: alice,
  destination: vault,
  amount: 7n,
}
const tokens = transferChecked(move)
const creation = { payer: alice, tokenAccount: vault, owner: bob, mint, program: tokenProgram }
const withAlice = [{ address: alice, role: AccountRole.WRITABLE_SIGNER }]
const unknown = { programAddress: mint, accounts: withAlice, data: Uint8Array.of(1) }
const plain = (data: number[]): IInstruction => ({ ...tokens, data: Uint8Array.from(data) })
const plainAccounts = [tokens.accounts?.[0], tokens.accounts?.[2], tokens.accounts?.[3]].filter(
  (meta) => meta !== undefined,
)

const bytesOf = ({ data }: IInstruction): number[] => [...(data ?? [])]
const withData = (instruction: IInstruction, data: readonly number[]): IInstruction => ({
  ...instruction,
  data: Uint8Array.from(data),
})
const withFee = transferCheckedWithFee(move, 1n)
const bare = { ...plain([3, 7, 0, 0, 0, 0, 0, 0, 0]), accounts: plainAccounts }
/** The same instruction with another authority, and Alice's signature in addition. */
const withAuthority = (instruction: IInstruction): IInstruction => ({
  ...instruction,
  accounts: [
    ...(instruction.accounts ?? []).map((meta) =>
      meta.address === alice ? { ...meta, address: thief } : meta,
    ),
    ...withAlice,
  ],
})

describe('verifyTransfer', () => {
  test.each<[string, Transfer, readonly IInstruction[]]>([
    ['a native transfer', transfer, [native]],
    ['with a memo', transfer, [{ ...unknown, programAddress: memo }, native]],
    ['with a program that does not get the signature', transfer, [native, { ...unknown, accounts: [] }]],
    ['with something sent to the sender', transfer, [native, systemTransfer(thief, alice, 1n)]],
    ['a token transfer', tokenTransfer, [tokens]],
    ['that opens the account', tokenTransfer, [createTokenAccount(creation), tokens]],
    ['without its mint', tokenTransfer, [bare]],
    ['straight to a token account', { ...tokenTransfer, to: vault }, [tokens]],
  ])('%s › same', async (_, requested, instructions) => {
    expect(await verdictOf(requested, instructions)).toBe('same')
  })

  test('Token-2022 transfer › same', async () => {
    const destination = await associatedTokenAddress(bob, mint, token2022Program)
    const newer = transferChecked({ ...move, program: token2022Program, destination })
    expect(await verdictOf(tokenTransfer, [newer])).toBe('same')
  })

  test('transfer with a fee › compared by the sent amount, not the received one', async () => {
    const destination = await associatedTokenAddress(bob, mint, token2022Program)
    const withFee = { ...move, program: token2022Program, destination }
    expect(await verdictOf(tokenTransfer, [transferCheckedWithFee(withFee, 1n)])).toBe('same')
    expect(await verdictOf(tokenTransfer, [transferCheckedWithFee({ ...withFee, amount: 8n }, 1n)])).toEqual([
      'value',
    ])
    const other = transferCheckedWithFee({ ...withFee, destination: source }, 1n)
    expect(await verdictOf(tokenTransfer, [other])).toEqual(['to'])
  })

  test('F5 › fee above 0.01 SOL, as users raise it › unclear; above 1 SOL › differs', async () => {
    const priced = (price: bigint) =>
      verdictOf(transfer, [computeUnitLimit(1_000_000), computeUnitPrice(price), native])
    expect(await priced(10_000_000n)).toBe('same')
    expect(await priced(10_000_001n)).toBe('unclear')
    expect(await priced(1_000_000_001n)).toEqual(['fee'])
  })

  test.each<[string, Transfer, readonly IInstruction[], readonly string[]]>([
    ['another receiver', transfer, [systemTransfer(alice, thief, 5_000_000n)], ['to']],
    ['another amount', transfer, [systemTransfer(alice, bob, 5_000_001n)], ['value']],
    ['a token instead', transfer, [tokens], ['to', 'token', 'value']],
    ['another token', tokenTransfer, [transferChecked({ ...move, mint: bob })], ['token']],
    ['another token account', tokenTransfer, [transferChecked({ ...move, destination: source })], ['to']],
    ['the transfer twice', transfer, [native, native], ['instructions']],
    ['another transfer beside it', transfer, [native, systemTransfer(alice, thief, 1n)], ['instructions']],
    ['a token transfer beside it', transfer, [native, tokens], ['instructions']],
    ['an unknown program beside it', transfer, [native, unknown], ['instructions']],
    ['an approval beside it', tokenTransfer, [tokens, plain([4, 1, 0, 0, 0, 0, 0, 0, 0])], ['instructions']],
    [
      'an account assigned away',
      transfer,
      [native, { ...native, data: Uint8Array.of(1, 0, 0, 0) }],
      ['instructions'],
    ],
    [
      'a token account opened for another',
      tokenTransfer,
      [createTokenAccount({ ...creation, tokenAccount: source, owner: thief }), tokens],
      ['instructions'],
    ],
    ['tokens of another’s account', tokenTransfer, [withAuthority(tokens)], ['instructions']],
    ['such tokens without their mint', tokenTransfer, [withAuthority(bare)], ['instructions']],
    ['an unknown program alone', transfer, [unknown], ['instructions']],
    ['nothing', transfer, [], ['instructions']],
  ])('%s › differs', async (_, requested, instructions, differs) => {
    expect(await verdictOf(requested, instructions)).toEqual(differs)
  })

  test.each<[string, Transfer, IInstruction]>([
    ['a transfer of another program', transfer, { ...native, programAddress: mint }],
    ['a transfer with a byte more', transfer, withData(native, [...bytesOf(native), 0])],
    ['an instruction of that length', transfer, withData(native, [8, ...bytesOf(native).slice(1)])],
    ['tokens of another program', tokenTransfer, { ...tokens, programAddress: mint }],
    ['an approval of that length', tokenTransfer, withData(tokens, [13, ...bytesOf(tokens).slice(1)])],
    ['tokens with a byte more', tokenTransfer, withData(tokens, [...bytesOf(tokens), 0])],
    ['an approval without the mint', tokenTransfer, withData(bare, [4, ...bytesOf(bare).slice(1)])],
    ['tokens without the mint, a byte more', tokenTransfer, withData(bare, [...bytesOf(bare), 0])],
    [
      'an instruction like one with a fee',
      tokenTransfer,
      withData(withFee, [27, ...bytesOf(withFee).slice(1)]),
    ],
    ['another of the fee extension', tokenTransfer, withData(withFee, [26, 2, ...bytesOf(withFee).slice(2)])],
    ['one with a fee and a byte more', tokenTransfer, withData(withFee, [...bytesOf(withFee), 0])],
    ['tokens of another’s account, with a fee', tokenTransfer, withAuthority(withFee)],
  ])('%s instead › differs', async (_, requested, instruction) => {
    expect(await verdictOf(requested, [instruction])).toEqual(['instructions'])
  })

  test('no transfer, for an absurd fee › both are named', async () => {
    const instructions = [computeUnitLimit(1_000_000), computeUnitPrice(1_000_000_001n)]
    expect(await verdictOf(transfer, instructions)).toEqual(['instructions', 'fee'])
  })

  test('other signer › differs; vault without a key › unclear', async () => {
    expect(await verdictOf(transfer, [native], [thief])).toEqual(['from'])
    expect(await verdictOf({ ...transfer, from: vault }, [native], [thief])).toBe('unclear')
  })
})
