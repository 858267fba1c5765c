import type { Address, IInstruction } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { stakeProgram, systemProgram, tokenProgram } from './programs.ts'
import { factsOf } from './testing/dapp-world.ts'
import { instructionOf, keyBytes, u32, u64, wireOf } from './testing/transactions.ts'
import { alice, bob, vault } from './testing/unit-world.ts'

const reviewOf = async (instruction: IInstruction) => {
  const description = await factsOf(wireOf([instruction]))
  const risks = risksOf(description, { host: 'shop.example', newContracts: [], now: 0 })
  return { facts: description.facts, risks }
}
const tokenAuthority = (type: number) => (to: Address) =>
  instructionOf(tokenProgram, [vault, { signer: alice }], [6, type, 1, ...keyBytes(to)])
const stakeAuthority = (to: Address) =>
  instructionOf(stakeProgram, [vault, bob, { signer: alice }], [...u32(1), ...keyBytes(to), ...u32(1)])
const nonceAuthority = (to: Address) =>
  instructionOf(systemProgram, [vault, { signer: alice }], [...u32(7), ...keyBytes(to)])

it.each<[name: string, give: (to: Address) => IInstruction]>([
  ['SetAuthority: AccountOwner', tokenAuthority(2)],
  ['SetAuthority: CloseAccount', tokenAuthority(3)],
  ['Authorize: Withdrawer', stakeAuthority],
  ['AuthorizeNonceAccount', nonceAuthority],
])('%s › an authority; for the signer itself, a known call', async (name, instructionFor) => {
  expect(await reviewOf(instructionFor(bob))).toMatchObject({
    facts: [{ is: 'authority', name, to: bob }],
    risks: ['authority'],
  })
  expect(await reviewOf(instructionFor(alice))).toEqual({
    facts: [{ is: 'known-call', name, lines: [{ label: 'authority', value: alice }] }],
    risks: [],
  })
})

it('lockup of new stake, the signer is custodian › an authority, as before', async () => {
  const keys = [...keyBytes(alice), ...keyBytes(alice), ...u64(9n), ...u64(0n), ...keyBytes(alice)]
  const locked = instructionOf(stakeProgram, [vault, bob], [...u32(0), ...keys])
  expect((await reviewOf(locked)).risks).toEqual(['authority'])
})
