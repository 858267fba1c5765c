import type { Address, IInstruction } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { systemTransfer } from '../instructions.ts'
import { stakeProgram, systemProgram, tokenProgram } from '../programs.ts'
import { factsOf } from '../testing/dapp-world.ts'
import { instructionOf, keyBytes, u32, u64, wireOf } from '../testing/transactions.ts'
import { alice, bob, mint, thief, vault } from '../testing/unit-world.ts'

const sol = 1_000_000_000n

const risks = async (...instructions: readonly IInstruction[]) => {
  const description = await factsOf(wireOf(instructions))
  return risksOf(description, { host: 'shop.example', newContracts: [], now: 0 })
}
const open = (owner: Address, lamports: bigint, opened = vault): IInstruction =>
  instructionOf(
    systemProgram,
    [{ signer: alice }, { signer: opened }],
    [...u32(0), ...u64(lamports), ...u64(200n), ...keyBytes(owner)],
  )
const stake = (initialized: Address): IInstruction =>
  instructionOf(
    stakeProgram,
    [initialized, bob],
    [...u32(0), ...keyBytes(alice), ...keyBytes(alice), ...u64(0n), ...u64(0n), ...keyBytes(systemProgram)],
  )
const wrapped = (owner: Address): IInstruction =>
  instructionOf(tokenProgram, [vault, { reads: mint }], [18, ...keyBytes(owner)])

it.each<[string, readonly IInstruction[]]>([
  ['a stake account that nothing sets up', [open(stakeProgram, sol)]],
  ['a stake account beside one that is set up', [open(stakeProgram, sol), stake(bob)]],
  ['a token account of another owner', [open(tokenProgram, sol), wrapped(thief)]],
  ['an account of an unknown program', [open(thief, sol)]],
  ['one that is filled afterwards', [open(thief, 5n), systemTransfer(alice, vault, sol)]],
  [
    'one that is filled in parts',
    [open(thief, 5n), systemTransfer(alice, vault, sol / 150n), systemTransfer(alice, vault, sol / 150n)],
  ],
])('native amount into %s › a warning', async (_name, instructions) => {
  expect(await risks(...instructions)).toEqual(['new-contract'])
})

it.each<[string, readonly IInstruction[]]>([
  ['a stake account of the signer', [open(stakeProgram, sol), stake(vault)]],
  ['a token account of the signer', [open(tokenProgram, sol), wrapped(alice)]],
  ['an account that its key alone controls', [open(systemProgram, sol)]],
  ['rent', [open(thief, 5n)]],
  ['another account', [open(thief, 5n), systemTransfer(alice, bob, sol)]],
])('native amount into %s › no warning', async (_name, instructions) => {
  expect(await risks(...instructions)).toEqual([])
})
