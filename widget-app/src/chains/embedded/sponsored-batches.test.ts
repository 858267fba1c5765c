import { expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { callsStatusOf, sentBatchOf } from './eip155-batches.ts'

const chain = parseChainId('eip155:8453')
const hash = `0x${'ab'.repeat(32)}`
const sent = { id: 'mine', chain, hash, isOperation: true }

it('response with an operation › its hash is stored for the id', () => {
  expect(sentBatchOf({ id: 'mine', operation: { hash, chain } })).toEqual(sent)
})

it.each([
  ['not included', null, { status: 100 }],
  ['included', { status: '0x1' }, { status: 200, receipts: [{ status: '0x1' }] }],
  ['reverted', { status: '0x0' }, { status: 500 }],
  ['replaced by another operation', { isReplaced: true }, { status: 400 }],
])('operation %s › status %j', async (_, receipt, status) => {
  const ports = { sent: () => [sent], receipt: async () => receipt }
  expect(await callsStatusOf(ports, ['mine'])).toMatchObject({ ...status, id: 'mine', chainId: '0x2105' })
})
