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
  const { signal } = new AbortController()
  const requests: unknown[] = []
  const clock = virtualClock()
  const openRpc = memoryNode({
    eth_getTransactionByHash: (params, requestSignal) => {
      polls += 1
      requests.push([...params, requestSignal === signal])
      return respond(polls)
    },
    eth_getCode: () => code,
  })
  const verdict = verifySent({ openRpc, clock }, sent, requested, network, signal)
  return { verdict, clock, requests }
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
      message: 'The wallet sent something else than was asked',
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
    const { verdict, clock } = verify(transfer, () => null)
    await expect(verdict).resolves.toBe('unverifiable')
    expect(clock.waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000])
  })

  test('transaction found at once › one request by its hash, with the signal, no wait', async () => {
    const { verdict, clock, requests } = verify(transfer, () => onChain(transfer))
    await verdict
    expect([requests, clock.waits]).toEqual([[[hash, true]], []])
  })

  test('node fails once › polled again', async () => {
    const { verdict } = verify(transfer, (poll) => {
      if (poll === 1) throw new Error('away')
      return onChain(transfer)
    })
    await expect(verdict).resolves.toBe('verified')
  })

  test('account with code › may send through another account', async () => {
    const bundled = () => onChain(transfer, { from: bob, to: tokenTransfer.asset.address, input: '0x1234' })
    await expect(verify(transfer, bundled, '0xef0100').verdict).resolves.toBe('unverifiable')
  })
})
