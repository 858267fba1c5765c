import { expect, it } from 'vitest'
import { memoryNode } from '../testing/memory-node.ts'
import { alice, asset, network } from '../testing/unit-world.ts'
import { receivedAmount } from './contract-calls.ts'

const hash = `0x${'ab'.repeat(32)}`
const other = `0x${'9'.repeat(40)}`
const word = (value: string) => `0x${value.replace('0x', '').padStart(64, '0')}`

/** An account with 10 wei before a bundler's transaction and 14 after it. */
const received = (sender: string) => {
  const log = {
    address: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
    topics: [
      '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f',
      hash,
      word(sender),
      word('0'),
    ],
    data: `0x${['1', '1', '5', '5'].map((value) => word(value).slice(2)).join('')}`,
  }
  const rpc = memoryNode({
    eth_getTransactionReceipt: () => ({
      ...{ from: other, to: log.address, status: '0x1', blockNumber: '0x9', gasUsed: '0x1', logs: [log] },
    }),
    eth_getBalance: ([, block]) => (block === '0x9' ? '0xe' : '0xa'),
    eth_getTransactionCount: () => '0x0',
  })(network)
  return receivedAmount(rpc, hash, alice, asset, new AbortController().signal)
}

it("native amount from another account's transaction › by balances around its block", async () => {
  expect(await received(other)).toBe(4n)
})

it('own operation (ERC-4337), which was prepaid › received amount is undefined', async () => {
  expect(await received(alice)).toBeUndefined()
})
