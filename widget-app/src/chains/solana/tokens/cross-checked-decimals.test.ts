import { describe, expect, it } from 'vitest'
import { memoryNode } from '../../eip155/testing/memory-node.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { readAccounts } from '../decode/read-accounts.ts'
import { mint, mintJson, network } from '../testing/unit-world.ts'
import { crossCheckedDecimals } from './cross-checked-decimals.ts'

const { signal } = new AbortController()
const reporting = (decimals: number): JsonRpc =>
  memoryNode({ getMultipleAccounts: () => ({ context: { slot: 1 }, value: [mintJson(decimals)] }) })(network)
const unreachable = memoryNode({})(network)

const decimals = async (secondRpc?: JsonRpc, isPinned = false) => {
  const accounts = await readAccounts(reporting(6), [mint], signal)
  return (await crossCheckedDecimals(accounts, secondRpc, () => isPinned, signal)).get(mint)
}

describe('crossCheckedDecimals', () => {
  it('second endpoint reports the same › confirmed', async () => {
    expect(await decimals(reporting(6))).toEqual({ decimals: 6 })
  })

  it('Low › second endpoint reports others, or is unreachable › omitted', async () => {
    expect(await decimals(reporting(9))).toBeUndefined()
    expect(await decimals(unreachable)).toBeUndefined()
  })

  it('no second endpoint › reported decimals, unconfirmed', async () => {
    expect(await decimals()).toEqual({ decimals: 6, isUnconfirmed: true })
  })

  it('pinned › not read', async () => {
    expect(await decimals(unreachable, true)).toBeUndefined()
  })
})
