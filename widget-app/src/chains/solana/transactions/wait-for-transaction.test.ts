import { getBase64Encoder } from '@solana/web3.js'
import { describe, expect, test } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { TransactionStatus } from '../../chain-adapter.ts'
import { virtualClock } from '../../testing/virtual-clock.ts'
import { latestBlockhashSchema } from '../chain-records.ts'
import { systemTransfer } from '../instructions.ts'
import { writeTransaction } from '../message.ts'
import { inContext, scriptedNode } from '../testing/scripted-node.ts'
import { alice, bob, lifetime, network, signature, transfer } from '../testing/unit-world.ts'
import { verifySent } from './verify-sent.ts'
import { waitForTransaction } from './wait-for-transaction.ts'

type Responses = readonly (() => unknown)[]
const unreachable = () => {
  throw new ProviderRpcError(-32005, 'Node is behind')
}
const neverAborted = new AbortController().signal
const sent = { chain: network.id, from: alice, hash: signature, nonce: undefined }

/** Returns the responses one after another, then repeats the last one. */
const inSequence = (responses: Responses) => {
  let at = 0
  return () => {
    const response = responses[Math.min(at, responses.length - 1)]
    at += 1
    return response?.()
  }
}
const status = (confirmationStatus: string | null, slot = 100) =>
  inContext([confirmationStatus === null ? null : { slot: 90, err: null, confirmationStatus }], slot)
const epoch = (blockHeight: number) => () => ({ absoluteSlot: blockHeight, blockHeight })
const landed = (wire: string, err: unknown = null) => ({
  slot: 90,
  meta: { err, fee: 5_001 },
  transaction: [wire, 'base64'],
})
const wireOf = (amount: bigint): string => {
  const { blockhash } = latestBlockhashSchema().parse(inContext(lifetime)).value
  const instructions = [systemTransfer(alice, bob, amount)]
  const budget = { computeUnitLimit: 500, microLamportsPerUnit: 0n }
  return writeTransaction({ from: alice, instructions, ...budget, blockhash, lastValidBlockHeight: 0 }).wire
}

function watching(statuses: Responses, transactions: Responses = [], heights: Responses = [epoch(100)]) {
  const { openRpc } = scriptedNode({
    getSignatureStatuses: inSequence(statuses),
    getTransaction: inSequence(transactions),
    getEpochInfo: inSequence(heights),
  })
  const clock = virtualClock()
  const reported: TransactionStatus[] = []
  const start = (expiresAfter?: number, signal = neverAborted) => {
    const transaction = expiresAfter === undefined ? sent : { ...sent, expiresAfter }
    return waitForTransaction({ openRpc, clock }, transaction, network, (one) => reported.push(one), signal)
  }
  return { clock, seen: reported, start }
}

describe('waitForTransaction', () => {
  test('waits for votes and for the fee, polls every 4 s', async () => {
    const {
      clock,
      seen: reported,
      start,
    } = watching(
      [() => status(null), () => status('processed'), () => status('confirmed')],
      [() => null, () => landed(wireOf(1n))],
    )
    const finalStatus = { is: 'confirmed', block: 90n, fee: 5_001n }
    expect(await start(150)).toEqual(finalStatus)
    expect(reported).toEqual([{ is: 'submitted' }, finalStatus])
    expect(clock.waits).toEqual([4_000, 4_000, 4_000])
  })

  test('failed transaction › status with its fee', async () => {
    const error = { InstructionError: [2, { Custom: 1 }] }
    const { start } = watching([() => status('finalized')], [() => landed(wireOf(1n), error)])
    expect(await start()).toEqual({ is: 'failed', block: 90n, fee: 5_001n })
  })

  test('node unreachable, lagging or malformed › ignored', async () => {
    const { seen: reported, start } = watching(
      [unreachable, () => status(null, 151), () => status(null, 140), () => 'what', () => status(null, 152)],
      [],
      [epoch(151)],
    )
    expect(await start(150)).toEqual({ is: 'expired' })
    expect(reported).toEqual([{ is: 'submitted' }, { is: 'expired' }])
  })

  test('last block unknown › expires only after a blockhash lifetime', async () => {
    const heights = [100, 249, 250, 251, 252].map(epoch)
    const { clock, start } = watching([() => status(null, 300)], [], heights)
    expect(await start()).toEqual({ is: 'expired' })
    expect(clock.waits).toHaveLength(4)
  })

  test('aborted wait › rejects with the reason', async () => {
    const controller = new AbortController()
    const { start } = watching([() => status('processed')])
    const finalStatus = start(150, controller.signal)
    controller.abort(new Error('left'))
    await expect(finalStatus).rejects.toThrow('left')
  })
})

describe('verifySent', () => {
  const verifying = (...transactions: Responses) => {
    const { openRpc } = scriptedNode({ getTransaction: inSequence(transactions) })
    return verifySent({ openRpc, clock: virtualClock() }, sent, transfer, network, neverAborted)
  }
  const none = () => null

  test('transaction not in a block yet › polls until it is', async () => {
    expect(await verifying(none, unreachable, () => landed(wireOf(transfer.value)))).toBe('verified')
  })

  test('another amount › mismatch', async () => {
    await expect(verifying(none, () => landed(wireOf(1n)))).rejects.toMatchObject({
      code: 'send/mismatch',
      data: { differs: ['value'], hash: signature },
    })
  })

  test('never found, or undecodable › unverifiable', async () => {
    expect(await verifying(none)).toBe('unverifiable')
    const undecodable = Buffer.from(getBase64Encoder().encode(wireOf(1n)))
    // A message version that does not exist yet.
    undecodable[65] = 0x85
    expect(await verifying(() => landed(undecodable.toString('base64')))).toBe('unverifiable')
  })
})
