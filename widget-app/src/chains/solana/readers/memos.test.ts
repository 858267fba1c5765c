import type { IInstruction } from '@solana/web3.js'
import { expect, it } from 'vitest'
import { isBlockedRequest } from '#widget/domain/review/needs-review.ts'
import { risksOf } from '#widget/domain/review/request-risk.ts'
import { systemTransfer } from '../instructions.ts'
import { memoPrograms } from '../programs.ts'
import { factsOf } from '../testing/dapp-world.ts'
import { instructionOf, wireOf } from '../testing/transactions.ts'
import { alice, bob } from '../testing/unit-world.ts'

const facts = async (...instructions: readonly IInstruction[]) => (await factsOf(wireOf(instructions))).facts

const memo = (text: string) =>
  instructionOf(memoPrograms[0] ?? bob, [{ signer: alice }], new TextEncoder().encode(text))
const risksWith = async (text: string) => {
  const description = await factsOf(wireOf([memo(text)]))
  return risksOf(description, { host: 'shop.example', newContracts: [], now: 0 })
}

it('memo with a transfer › decoded like a message, with its hidden characters', async () => {
  const text = 'Order 7\u202e\n'
  expect(await facts(systemTransfer(alice, bob, 5n), memo(text))).toEqual([
    {
      is: 'batch',
      facts: [
        { is: 'transfer', from: undefined, to: bob, figure: { value: 5n, contract: undefined } },
        { is: 'message', text, isDisguised: true },
        { is: 'known-call', name: 'Memo', lines: [] },
      ],
    },
  ])
})

it('S-M1 › memo with a sign-in, a hash or bytes › the risks of a message', async () => {
  const signInText = `wants you to sign in with your Solana account:\n${alice}\n\nNonce: 12345678`
  expect(isBlockedRequest(await risksWith(`bank.example ${signInText}`))).toBe(true)
  expect(await risksWith(`Login. bank.example ${signInText}`)).toEqual(['sign-in-imitation'])
  expect(await risksWith('11'.repeat(32))).toEqual(['blind'])
  expect(await risksWith(`order ${'QUJD'.repeat(20)}`)).toEqual(['encoded'])
})

it('S-M2 › long memo › shown in full', async () => {
  const text = `${'a '.repeat(140)}I owe the site 500 USDC`
  expect(await facts(memo(text))).toMatchObject([{ facts: [{ is: 'message', text }, {}] }])
})

it('memo that is not UTF-8 › an unknown call, as the program fails it', async () => {
  const invalidMemo = instructionOf(memoPrograms[0] ?? bob, [{ signer: alice }], [0xff])
  expect(await facts(invalidMemo)).toMatchObject([{ is: 'unknown-call' }])
})
