import { type Address, getAddressDecoder, getCompiledTransactionMessageEncoder } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { lookupTableProgram, tokenProgram } from '../programs.ts'
import { factsOf } from '../testing/dapp-world.ts'
import { inContext } from '../testing/scripted-node.ts'
import { keyBytes, noBlockhash } from '../testing/transactions.ts'
import { accountJson, alice, bob, mint, thief, vault } from '../testing/unit-world.ts'

type Respond = (names: readonly unknown[], all: readonly unknown[]) => readonly unknown[]

/** Whether an unknown program may take: it may write to `count` accounts of a table, the last of which is Alice's. */
async function mayTake(count: number, respond: Respond = (_names, all) => all) {
  const other = (at: number): Address => getAddressDecoder().decode(new Uint8Array(32).fill(at + 1))
  const listed = [...Array.from({ length: count - 1 }, (_, at) => other(at)), vault]
  const indices = listed.map((_, at) => at)
  const message = getCompiledTransactionMessageEncoder().encode({
    version: 0,
    header: { numSignerAccounts: 1, numReadonlySignerAccounts: 0, numReadonlyNonSignerAccounts: 1 },
    staticAccounts: [alice, thief],
    lifetimeToken: noBlockhash,
    instructions: [
      { programAddressIndex: 1, accountIndices: indices.map((at) => at + 2), data: Uint8Array.of(1) },
    ],
    addressTableLookups: [{ lookupTableAddress: bob, writableIndices: indices, readableIndices: [] }],
  })
  const tableData = Uint8Array.from([...new Uint8Array(56), ...listed.flatMap((one) => keyBytes(one))])
  const tokenData = Uint8Array.from([...keyBytes(mint), ...keyBytes(alice), ...new Uint8Array(101)])
  const accountFor = (name: unknown) => {
    if (name === bob) return accountJson(1, lookupTableProgram, tableData)
    return name === vault ? accountJson(1, tokenProgram, tokenData) : null
  }
  const node = {
    getMultipleAccounts: ([names]: readonly unknown[]) => {
      const requested = Array.isArray(names) ? names : []
      if (requested.length > 100) throw new Error('Too many inputs provided; max 100')
      const all = requested.map(accountFor)
      return inContext(requested.includes(bob) ? all : respond(requested, all))
    },
  }
  const { facts } = await factsOf(Uint8Array.from([1, ...new Uint8Array(64), ...message]), { node })
  const [fact] = facts
  return fact?.is === 'unknown-call' ? fact.mayTake : undefined
}

describe('C5 › accounts that an unknown program may write to', () => {
  it.each([50, 100, 101, 200, 250])('%i of them, the last one is the user’s › may take', async (count) => {
    expect(await mayTake(count)).toBe(true)
  })

  it('none is the user’s › may not take', async () => {
    expect(await mayTake(105, (names) => names.map(() => null))).toBe(false)
  })

  it('node returns fewer accounts than requested › may take', async () => {
    expect(await mayTake(50, (_names, all) => all.slice(0, 49).map(() => null))).toBe(true)
    expect(await mayTake(105, (names, all) => (names.includes(vault) ? [] : all))).toBe(true)
  })
})
