import { describe, expect, it } from 'vitest'
import { latestBlockhashSchema } from '../chain-records.ts'
import { systemTransfer } from '../instructions.ts'
import { writeTransaction } from '../message.ts'
import { wrappedSol } from '../programs.ts'
import { inContext, scriptedNode } from '../testing/scripted-node.ts'
import { alice, bob, lifetime, mint, network, signature, thief } from '../testing/unit-world.ts'
import { minedAt, receivedAmount } from './incoming-transfers.ts'

const neverAborted = new AbortController().signal
const { blockhash } = latestBlockhashSchema().parse(inContext(lifetime)).value
const { wire } = writeTransaction({
  from: alice,
  instructions: [systemTransfer(alice, bob, 990n)],
  ...{ computeUnitLimit: 500, microLamportsPerUnit: 0n, blockhash, lastValidBlockHeight: 0 },
})

// System program and compute budget: the other accounts of the message.
const rest = [1, 1]

const tokenBalance = (owner: string | undefined, amount: string, of: string = mint) => ({
  accountIndex: 2,
  mint: of,
  ...(owner === undefined ? {} : { owner }),
  programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  uiTokenAmount: { amount, decimals: 6, uiAmount: null, uiAmountString: amount },
})

/** A transaction as a node reports it: Alice sends 990 lamports with a fee of 10; some programs are named too. */
const landed = (meta: object = {}) => ({
  slot: 90,
  blockTime: 1_760_000_000,
  transaction: [wire, 'base64'],
  meta: {
    ...{ err: null, fee: 10, loadedAddresses: { writable: [], readonly: [] } },
    preBalances: [5_000, 50, ...rest],
    postBalances: [4_000, 1_040, ...rest],
    preTokenBalances: [tokenBalance(alice, '700'), tokenBalance(bob, '5'), tokenBalance(bob, '1', thief)],
    postTokenBalances: [
      tokenBalance(alice, '0'),
      tokenBalance(bob, '605'),
      tokenBalance(bob, '100'),
      tokenBalance(bob, '9', thief),
    ],
    ...meta,
  },
})
const received = (found: unknown, account: string, token?: string) => {
  const { openRpc } = scriptedNode({ getTransaction: () => found })
  return receivedAmount(openRpc(network), signature, account, token, neverAborted)
}

describe('received amount', () => {
  it('SOL › by balances before and after; the payer’s without the fee', async () => {
    expect(await received(landed(), bob)).toBe(990n)
    expect(await received(landed(), alice)).toBe(-990n)
    expect(await received(landed(), thief)).toBe(0n)
  })

  it('own wrapped SOL unwrapped in the same transaction › not received', async () => {
    const unwrapped = {
      preBalances: [5_000, 50, 2_070, 1],
      postBalances: [4_000, 3_110, 0, 1],
      preTokenBalances: [tokenBalance(bob, '30', wrappedSol)],
      postTokenBalances: [],
    }
    expect(await received(landed(unwrapped), bob)).toBe(990n)
    const open = { ...unwrapped, postBalances: [4_000, 1_040, 2_070, 1] }
    expect(await received(landed(open), bob)).toBe(990n)
    const others = { ...unwrapped, preTokenBalances: [tokenBalance(thief, '30', wrappedSol)] }
    expect(await received(landed(others), bob)).toBe(3_060n)
  })

  it('tokens › by mint, over all accounts of the owner and no others', async () => {
    expect(await received(landed(), bob, mint)).toBe(700n)
    expect(await received(landed(), thief, mint)).toBe(0n)
    expect(await received(landed({ preTokenBalances: null }), bob, mint)).toBeUndefined()
  })

  it('failed transaction › zero', async () => {
    const failed = landed({ err: { InstructionError: [0, 'Custom'] } })
    expect(await received(failed, bob)).toBe(0n)
    expect(await received(failed, bob, mint)).toBe(0n)
  })

  it.each<[string, unknown, string | undefined]>([
    ['is not known', null, undefined],
    ['is told without as many balances as accounts', landed({ postBalances: [4_000, 1_040] }), undefined],
    ['cannot be read', { ...landed(), transaction: ['AAAA', 'base64'] }, undefined],
    [
      'is told without owners of its tokens',
      landed({ postTokenBalances: [tokenBalance(undefined, '9')] }),
      mint,
    ],
  ])('transaction that %s › undefined', async (_, found, token) => {
    expect(await received(found, bob, token)).toBe(undefined)
  })

  it('minedAt › block time; undefined if there is none', async () => {
    const at = (found: unknown) =>
      minedAt(scriptedNode({ getTransaction: () => found }).openRpc(network), signature, neverAborted)
    expect(await at(landed())).toBe(1_760_000_000_000)
    expect(await at({ ...landed(), blockTime: null })).toBe(undefined)
    expect(await at(null)).toBe(undefined)
  })
})
