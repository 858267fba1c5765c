import { describe, expect, test } from 'vitest'
import type { SubmittedTransaction, Transfer } from '../../chain-adapter.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { memoryNode } from '../testing/memory-node.ts'
import { alice, bob, network, tokenTransfer, transfer } from '../testing/unit-world.ts'
import { transferCall } from '../tokens/transfer-call.ts'
import { verifySent } from './verify-sent.ts'

const hash = `0x${'ab'.repeat(32)}`
const sent: SubmittedTransaction = { chain: network.id, from: alice, hash, nonce: undefined }

const onChain = (requested: Transfer, changes: object = {}) => {
  const { from, to, value, data } = transferCall(requested)
  return {
    hash,
    from,
    to,
    value: `0x${value.toString(16)}`,
    input: data,
    nonce: '0x3',
    chainId: '0xa',
    ...changes,
  }
}

function verify(requested: Transfer, respond: (poll: number) => unknown, code = '0x') {
  let polls = 0
  const clock = virtualClock()
  const openRpc = memoryNode({
    eth_getTransactionByHash: () => {
      polls += 1
      return respond(polls)
    },
    eth_getCode: () => code,
  })
  const verdict = verifySent({ openRpc, clock }, sent, requested, network, new AbortController().signal)
  return { verdict, clock }
}

describe('verifySent', () => {
  test.each([
    ['native', transfer],
    ['token', tokenTransfer],
  ])('same %s transfer › verified', async (_, requested) => {
    await expect(verify(requested, () => onChain(requested)).verdict).resolves.toBe('verified')
  })

  test.each<[string, Transfer, object]>([
    ['to', transfer, { to: alice }],
    ['value', transfer, { value: '0x6' }],
    ['data', transfer, { input: '0x00' }],
    ['chain', transfer, { chainId: '0x1' }],
    ['from', transfer, { from: bob }],
    ['data', tokenTransfer, { input: transferCall({ ...tokenTransfer, to: alice }).data }],
    ['data', tokenTransfer, { input: transferCall({ ...tokenTransfer, value: 6n }).data }],
    ['to', tokenTransfer, { to: bob }],
    ['to', transfer, { to: null }],
  ])('another %s › mismatch', async (name, requested, changes) => {
    await expect(verify(requested, () => onChain(requested, changes)).verdict).rejects.toMatchObject({
      code: 'send/mismatch',
      data: { differs: [name], hash },
    })
  })

  test('node that lags › mismatch within 2 s', async () => {
    const { verdict, clock } = verify(transfer, (poll) =>
      poll < 4 ? null : onChain(transfer, { to: alice }),
    )
    await expect(verdict).rejects.toMatchObject({ code: 'send/mismatch' })
    expect(clock.now()).toBeLessThan(2_000)
  })

  test('transaction that is never found › unverifiable, no mismatch', async () => {
    await expect(verify(transfer, () => null).verdict).resolves.toBe('unverifiable')
  })

  test('account with code › may send through another account', async () => {
    const bundled = () => onChain(transfer, { from: bob, to: tokenTransfer.asset.address, input: '0x1234' })
    await expect(verify(transfer, bundled, '0xef0100').verdict).resolves.toBe('unverifiable')
  })
})
