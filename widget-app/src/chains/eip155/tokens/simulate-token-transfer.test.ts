import { expect, it } from 'vitest'
import { addressSchema } from '../hex.ts'
import { memoryNode, uintResult } from '../testing/memory-node.ts'
import { alice, bob, network, tokenAddress } from '../testing/unit-world.ts'
import { encodeTransfer } from './erc20.ts'
import { simulateTokenTransfer } from './simulate-token-transfer.ts'

const word = uintResult
const [from, receiver, to] = [alice, bob, tokenAddress].map((text) => addressSchema.parse(text))

type Balances = readonly [before: string, after: string]

/** A simulation with the token's balances of sender and recipient before and after the transfer. */
async function simulateBalances([gave, gives]: Balances, [had, has]: Balances) {
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
    eth_simulateV1: () => [{ calls: [gave, had, '0x', gives, has].map(call) }],
  })
  const transfer = { from, to, value: 0n, data: encodeTransfer(receiver, 100n) }
  const simulation = { chain: network.id, transfer, giver: from, receiver }
  return simulateTokenTransfer(node(network), simulation, new AbortController().signal)
}

const plain: Balances = [word(200n), word(100n)]

it.each<[string, Balances, bigint | undefined]>([
  ['more', [word(5n), word(105n)], 100n],
  ['as much', [word(5n), word(5n)], 0n],
  ['less than before', [word(5n), word(4n)], undefined],
  ['more words than one', [`${word(5n)}${'0'.repeat(64)}`, `${word(99n)}${'f'.repeat(64)}`], 94n],
])('token reports %s of the recipient › received amount or undefined', async (_, receives, arrives) => {
  expect(await simulateBalances(plain, receives)).toEqual({ leaves: 100n, arrives })
})

it.each<[string, Balances, bigint | undefined]>([
  ['less by more than the amount', [word(200n), word(95n)], 105n],
  ['more than before', [word(200n), word(201n)], undefined],
])('token reports %s of the sender › lost amount or undefined', async (_, gives, leaves) => {
  expect(await simulateBalances(gives, [word(5n), word(105n)])).toEqual({ leaves, arrives: 100n })
})

it.each<[string, Balances, Balances]>([
  ['receiver', plain, ['0x', '0x']],
  ['giver', ['0x', '0x'], [word(5n), word(105n)]],
])('token reports nothing of the %s › undefined', async (_, gives, receives) => {
  expect(await simulateBalances(gives, receives)).toBeUndefined()
})
