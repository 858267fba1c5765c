import { describe, expect, it, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { SentVerdict } from '#widget/chains/chain-adapter.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { alice, bob, testWorld } from '#widget/testing/world.ts'
import { beginTransactionAtom, recordTransactionAtom, transactionAtom } from './journal.ts'
import { retryVerificationAtom } from './retry-verification.ts'

const chain = parseChainId('eip155:1')
const asset = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const differs = new WidgetError('send/mismatch', 'Differs')
const nodeError = new Error('The node is away')

/** A sent transfer; each verification uses the next of `rounds`, the last one repeats. */
async function verifySent(...rounds: readonly (SentVerdict | Error)[]) {
  const { store, clock } = testWorld()
  const id = store.set(beginTransactionAtom, testConnection({ chain }), {
    from: alice,
    to: bob,
    asset,
    value: 1n,
  })
  const transaction = { chain, from: alice, hash: `0x${'1'.repeat(64)}`, nonce: 4 }
  store.set(recordTransactionAtom, id, { is: 'submitted', transaction })
  const onMismatch = vi.fn()
  let count = 0
  const verify = async () => {
    const found = rounds[Math.min(count, rounds.length - 1)] ?? 'unverifiable'
    count += 1
    if (found instanceof Error) throw found
    return found
  }
  await store.set(retryVerificationAtom, { id, verify, onMismatch })
  return {
    alarm: onMismatch,
    check: () => store.get(transactionAtom(id))?.check,
    rounds: () => count,
    pass: async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) await clock.advance(1_000)
    },
  }
}

describe('retryVerificationAtom', () => {
  it('R11 › chain agrees › no mark, and no second verification', async () => {
    const { check, rounds, pass } = await verifySent('verified')
    await pass(300)
    expect([check(), rounds()]).toEqual(['verified', 1])
  })

  it.each([
    ['unknown to the node', 'unverifiable' as const],
    ['node away', nodeError],
  ])('R11 › %s › marked, verified three times more, then unverified', async (_, found) => {
    const { check, rounds, pass, alarm: onMismatch } = await verifySent(found)
    expect(check()).toBe('checking')
    await pass(300)
    expect([check(), rounds()]).toEqual(['unverified', 4])
    expect(onMismatch).not.toHaveBeenCalled()
  })

  it('R11 › unknown to the node › verified again after 15, 45 and 105 s', async () => {
    const { rounds, pass } = await verifySent('unverifiable')
    const counts: number[] = []
    for (const seconds of [14, 1, 29, 1, 59, 1, 300]) {
      await pass(seconds)
      counts.push(rounds())
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4, 4])
  })

  it('not submitted yet › no mark, and no second verification', async () => {
    const { store } = testWorld()
    const transfer = { from: alice, to: bob, asset, value: 1n }
    const id = store.set(beginTransactionAtom, testConnection({ chain }), transfer)
    const verify = vi.fn(async () => 'unverifiable' as const)
    for (const one of [id, 'not in the journal'])
      await store.set(retryVerificationAtom, { id: one, verify, onMismatch: () => undefined })
    expect(store.get(transactionAtom(id))?.check).not.toBe('checking')
    expect(verify).toHaveBeenCalledTimes(2)
  })

  it('R11 › chain agrees later › the mark is removed', async () => {
    const { check, pass } = await verifySent(nodeError, 'unverifiable', 'verified')
    expect(check()).toBe('checking')
    await pass(60)
    expect(check()).toBe('verified')
  })

  it('R11 › wallet added calls › marked as such, no alert, no second verification', async () => {
    const { check, rounds, pass, alarm: onMismatch } = await verifySent('added')
    await pass(300)
    expect([check(), rounds()]).toEqual(['added', 1])
    expect(onMismatch).not.toHaveBeenCalled()
  })

  it('R11 › chain shows a mismatch later › alert, and marked as such', async () => {
    const { check, pass, alarm: onMismatch } = await verifySent('unverifiable', differs)
    await pass(20)
    expect(check()).toBe('mismatch')
    expect(onMismatch).toHaveBeenCalledOnce()
  })
})
