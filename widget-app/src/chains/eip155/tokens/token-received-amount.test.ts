import { describe, expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { receiptLogsSchema } from '../chain-records.ts'
import { memoryNode, uintResult } from '../testing/memory-node.ts'
import { alice, bob, network } from '../testing/unit-world.ts'
import { tokenReceived } from './token-received-amount.ts'

const token = `0x${'7'.repeat(40)}` as const
const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const word = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}` as const
const log = (from: string, to: string, value: bigint, address: string = token) => ({
  ...{ address, topics: [topic, word(from), word(to)], data: uintResult(value) },
})
type Log = ReturnType<typeof log>

/** A node on which Bob's balance changed by an amount in block 9, and which returns the token's logs of that block. */
function node(change: bigint | undefined, inBlock: readonly Log[] | undefined) {
  const missing = () => {
    throw new ProviderRpcError(-32000, 'missing trie node')
  }
  return memoryNode({
    eth_call: ([, block]) => {
      if (change === undefined) return missing()
      return uintResult(block === '0x9' ? 1_000n + change : 1_000n)
    },
    eth_getLogs: ([filter]) => {
      if (inBlock === undefined) return missing()
      const topics = Object.entries(Object(filter)).find(([name]) => name === 'topics')?.[1]
      const topicIndex = Array.isArray(topics) && topics.length === 3 ? 2 : 1
      return inBlock.filter((one) => one.topics[topicIndex] === word(bob))
    },
  })(network)
}

const received = (logs: readonly Log[], change?: bigint, inBlock?: readonly Log[], status = '0x1') =>
  tokenReceived(
    node(change, inBlock),
    receiptLogsSchema.parse({ logs, blockNumber: '0x9', status, from: alice, to: token, gasUsed: '0x1' }),
    { account: bob, token },
    new AbortController().signal,
  )

const payment = log(alice, bob, 100n)
const maxTransfer = log(alice, bob, 2n ** 256n - 1n)

describe('received amount of a transfer', () => {
  it.each<[string, Parameters<typeof received>, bigint | undefined]>([
    ['events and balance agree', [[payment], 100n], 100n],
    ['the balance rose by less, and nothing else moved it', [[payment], 95n, [payment]], 95n],
    ['others paid in the same block', [[payment], 150n, [payment, log(token, bob, 50n)]], 100n],
    ['the receiver spent in the same block', [[payment], 70n, [payment, log(bob, alice, 30n)]], 100n],
    ['the receiver paid itself in the block', [[payment], 100n, [payment, log(bob, bob, 30n)]], 100n],
    ['a fee in a block with other payments', [[payment], 145n, [payment, log(token, bob, 50n)]], undefined],
    ['the node gives no logs of the block', [[payment], 95n, undefined], undefined],
    ['the node has no older states', [[payment], undefined], 100n],
    ['no event and no states', [[], undefined], undefined],
    ['no event, and the balance rose', [[], 95n, []], 95n],
    ['an event of another token', [[log(alice, bob, 7n, alice)], 0n], 0n],
    ['more events than any amount', [[maxTransfer, maxTransfer], undefined], undefined],
    ['the receiver gave more than it got', [[payment, log(bob, alice, 150n)], undefined], undefined],
    ['the transaction failed', [[], undefined, undefined, '0x0'], 0n],
  ])('%s › read from the chain', async (_name, args, expected) => {
    expect(await received(...args)).toBe(expected)
  })
})
