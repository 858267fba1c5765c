import type { IInstruction } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { computeUnitLimit, computeUnitPrice, systemTransfer } from '../instructions.ts'
import { scriptedNode } from '../testing/scripted-node.ts'
import { base64, wireOf } from '../testing/transactions.ts'
import { alice, bob, chain, network, signature, thief, transfer } from '../testing/unit-world.ts'
import { verifySent } from './verify-sent.ts'

const sent = { chain, from: alice, hash: signature, nonce: undefined }
const found = (bytes: Uint8Array) => ({
  slot: 1,
  meta: { err: null, fee: 5_000 },
  transaction: [base64(bytes), 'base64'],
})
const wire = (...instructions: readonly IInstruction[]) => wireOf(instructions, { payer: alice })
const native = systemTransfer(alice, bob, 5_000_000n)

/** Verifies Alice's transfer; the node returns `result` for each read, which counts from 1. */
async function verify(result: (read: number) => unknown, controller = new AbortController()) {
  const requests: unknown[] = []
  const signals = new Set<AbortSignal | undefined>()
  const { openRpc } = scriptedNode({
    getTransaction: (params, requestSignal) => {
      signals.add(requestSignal)
      requests.push(params)
      return result(requests.length)
    },
  })
  const clock = virtualClock()
  const { signal } = controller
  const verdict = await verifySent({ openRpc, clock }, sent, transfer, network, signal).catch(
    (error: unknown) => error,
  )
  const hasSignal = [...signals].every((one) => one === signal)
  return { verdict, requests, hasSignal, waits: clock.waits }
}

describe('verifySent', () => {
  it('requested transfer › verified at the first read, without a wait', async () => {
    const { verdict, requests, hasSignal, waits } = await verify(() => found(wire(native)))
    expect(verdict).toBe('verified')
    expect([waits, hasSignal]).toEqual([[], true])
    expect(requests).toEqual([
      [signature, { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 0 }],
    ])
  })

  it('another recipient › mismatch with what differs and the hash', async () => {
    const { verdict } = await verify(() => found(wire(systemTransfer(alice, thief, 5_000_000n))))
    expect(verdict).toMatchObject({
      ...{ code: 'send/mismatch', data: { differs: ['to'], hash: signature } },
      message: 'The wallet sent something else than was asked',
    })
  })

  it('priority fee above the bound › unverifiable', async () => {
    const dear = wire(computeUnitLimit(1_000_000), computeUnitPrice(10_000_001n), native)
    expect((await verify(() => found(dear))).verdict).toBe('unverifiable')
  })

  it.each<[string, () => unknown]>([
    ['not known yet', () => null],
    [
      'not readable',
      () => {
        throw new Error('away')
      },
    ],
  ])('%s at first › read again until it is', async (_, first) => {
    const { verdict, waits } = await verify((read) => (read < 3 ? first() : found(wire(native))))
    expect(verdict).toBe('verified')
    expect(waits).toEqual([250, 500])
  })

  it('cancelled during a read › the reason, without another read', async () => {
    const controller = new AbortController()
    const { verdict, requests } = await verify(() => {
      controller.abort(new Error('cancelled'))
      return null
    }, controller)
    expect(verdict).toEqual(new Error('cancelled'))
    expect(requests).toHaveLength(1)
  })

  it('never known › unverifiable after half a minute', async () => {
    const { verdict, waits } = await verify(() => null)
    expect(verdict).toBe('unverifiable')
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 16_000])
  })

  it('bytes that are no transaction › unverifiable without another read', async () => {
    const { verdict, requests } = await verify(() => found(Uint8Array.of(1, 2, 3)))
    expect(verdict).toBe('unverifiable')
    expect(requests).toHaveLength(1)
  })
})
