import type { Address } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { isSevereRequest } from '#widget/domain/review/requires-confirm-window.ts'
import { isSevere } from '#widget/domain/review-queue/risk.ts'
import { stakeProgram } from '../programs.ts'
import { factsOf } from '../testing/dapp-world.ts'
import { instructionOf, u32, u64, wireOf } from '../testing/transactions.ts'
import { alice, bob, mint, thief, vault } from '../testing/unit-world.ts'

it('withdrawal of the signer’s stake › named; no risk if the signer receives it', async () => {
  const withdraw = (to: Address, by: Address) =>
    instructionOf(
      stakeProgram,
      [vault, to, { reads: mint }, { reads: mint }, { signer: by }],
      [...u32(4), ...u64(9n)],
    )
  const reviewOf = async (to: Address, by: Address = alice) => {
    const description = await factsOf(wireOf([withdraw(to, by)]))
    const risks = risksOf(description, { host: undefined, newContracts: [], now: 0 })
    const reading = { is: 'read', description } as const
    return { facts: description.facts, risks, isGravest: isSevereRequest({ decoding: reading, risks }) }
  }
  const figure = { value: 9n, contract: undefined }
  const withdrawal = { is: 'withdrawal', kind: 'stake', account: vault, figure }
  expect(await reviewOf(alice)).toMatchObject({
    facts: [{ facts: [{ ...withdrawal, to: undefined }, { name: 'WithdrawStake' }] }],
    ...{ risks: [], isGravest: false },
  })
  expect(await reviewOf(bob)).toMatchObject({
    facts: [{ facts: [{ ...withdrawal, to: bob }, { name: 'WithdrawStake' }] }],
    ...{ risks: ['withdrawal'], isGravest: true },
  })
  expect(isSevere('withdrawal')).toBe(true)
  // The other signer withdraws from its own account.
  expect(await reviewOf(alice, thief)).toMatchObject({
    facts: [{ facts: [{ is: 'transfer', from: vault, to: alice, figure }, {}] }, { is: 'term' }],
    ...{ risks: ['takes-from-other'], isGravest: false },
  })
})
