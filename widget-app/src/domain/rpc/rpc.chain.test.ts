import { afterAll, beforeAll, expect, test } from 'vitest'
import { chainIdSchema } from '#shared/caip/chain-id.ts'
import { systemClock } from '#shared/channel/clock.ts'
import * as z from '#shared/zod.ts'
import { type Anvil, startAnvil } from '#widget/chains/eip155/testing/anvil.ts'
import { freshAddress } from '#widget/chains/eip155/testing/anvil-world.ts'
import { createRpcBatcher } from './rpc-batcher.ts'

const chain = z.parse(chainIdSchema, 'eip155:1')
const common = { projectId: 'p', st: 's', sv: 'v' }

let node: Anvil
beforeAll(async () => {
  node = await startAnvil(1)
})
afterAll(() => node.stop())

test('real node › one batch per tick, failures alone, immutable blocks cached', async () => {
  const bodies: string[] = []
  const batcher = createRpcBatcher({
    clock: systemClock,
    fetch: async (_input, init) => {
      bodies.push(String(init?.body))
      return fetch(node.url, init)
    },
  })
  const read = (method: string, ...params: unknown[]) =>
    batcher([{ baseUrl: node.url, common }], chain, { method, params }, new AbortController().signal)

  await node.call('anvil_mine', '0x12c')
  const [head, broken, balance] = await Promise.allSettled([
    read('eth_blockNumber'),
    // The code of a new contract that reverts at once.
    read('eth_call', { data: '0x60006000fd' }, 'latest'),
    read('eth_getBalance', freshAddress(), 'latest'),
  ])
  expect(head).toEqual({ status: 'fulfilled', value: '0x12c' })
  expect(broken).toMatchObject({ status: 'rejected', reason: { code: 3 } })
  expect(balance).toEqual({ status: 'fulfilled', value: '0x0' })
  expect(bodies).toHaveLength(1)

  const block = await read('eth_getBlockByNumber', '0x10', false)
  expect(await read('eth_getBlockByNumber', '0x10', false)).toEqual(block)
  expect(bodies).toHaveLength(2)
  await read('eth_getBlockByNumber', '0x12c', false)
  await read('eth_getBlockByNumber', '0x12c', false)
  expect(bodies).toHaveLength(4)
})
