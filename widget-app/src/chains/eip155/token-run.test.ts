import { expect, it } from 'vitest'
import { encodeTransfer } from './erc20.ts'
import { addressSchema } from './hex.ts'
import { memoryNode, uintResult } from './testing/memory-node.ts'
import { alice, bob, network, tokenAddress } from './testing/unit-world.ts'
import { arrivalInRun } from './token-run.ts'

const word = uintResult
const [from, receiver, to] = [alice, bob, tokenAddress].map((text) => addressSchema.parse(text))

/** A run in which the token reports a balance of the receiver before and after the transfer. */
async function arrival(before: string, after: string): Promise<bigint | undefined> {
  if (!from || !receiver || !to) throw new Error('They are addresses')
  const call = (returnData: string) => ({ status: '0x1', gasUsed: '0x5208', returnData, logs: [] })
  const head = {
    ...{ gasLimit: '0x1c9c380', baseFeePerGas: '0x64' },
    ...{ miner: `0x${'c0'.repeat(20)}`, mixHash: `0x${'ab'.repeat(32)}` },
  }
  const node = memoryNode({
    eth_getBlockByNumber: () => head,
    eth_gasPrice: () => '0x6e',
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_simulateV1: () => [{ calls: [call(before), call('0x'), call(after)] }],
  })
  const transfer = { from, to, value: 0n, data: encodeTransfer(receiver, 100n) }
  const run = { chain: network.id, transfer, receiver }
  return arrivalInRun(node(network), run, new AbortController().signal)
}

it.each([
  ['more', word(5n), word(105n), 100n],
  ['as much', word(5n), word(5n), 0n],
  ['less than before', word(5n), word(4n), undefined],
  ['more words than one', `${word(5n)}${'0'.repeat(64)}`, `${word(99n)}${'f'.repeat(64)}`, 94n],
  ['nothing', '0x', '0x', undefined],
])(
  'token reports %s after a transfer › what arrives, or that nothing tells it',
  async (_, before, after, arrives) => {
    expect(await arrival(before, after)).toBe(arrives)
  },
)
