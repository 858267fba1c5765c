import { encodeAbiParameters, encodeEventTopics, parseAbiParameters } from 'viem'
import { entryPoint09Abi } from 'viem/account-abstraction'
import { expect, it } from 'vitest'
import { entryPointAddress } from '#shared/config/embedded-account.ts'
import { operationCost } from './user-operation-result.ts'

const [account, other, paymaster] = ['11', '22', '33'].map((byte) => `0x${byte.repeat(20)}` as const)
const none = `0x${'00'.repeat(20)}` as const

/** The EntryPoint's event of an operation that cost 500 wei. */
function eventOf(sender = account, payer: `0x${string}` = none) {
  const args = { userOpHash: `0x${'ab'.repeat(32)}` as const, sender: sender ?? none, paymaster: payer }
  const topics = encodeEventTopics({ abi: entryPoint09Abi, eventName: 'UserOperationEvent', args })
  const parameters = parseAbiParameters('uint256, bool, uint256, uint256')
  const data = encodeAbiParameters(parameters, [0n, true, 500n, 7n])
  return { address: entryPointAddress, topics: topics.map(String), data }
}

it.each([
  ['own account pays', [eventOf()], 500n],
  ['a paymaster pays', [eventOf(account, paymaster)], 0n],
  ['one of each', [eventOf(account, paymaster), eventOf()], 500n],
  ['operation of another account only', [eventOf(other)], undefined],
  ['event without data', [{ ...eventOf(), data: '0x' }], 0n],
])('%s › cost for the account', (_, logs, cost) => {
  expect(operationCost(logs, account ?? none)).toBe(cost)
})
