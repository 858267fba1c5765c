import { describe, expect, it } from 'vitest'
import { memoryNode } from '../../eip155/testing/memory-node.ts'
import type { JsonRpc } from '../../json-rpc.ts'
import { readAccounts } from '../decode/read-accounts.ts'
import { mint, mintJson, network } from '../testing/unit-world.ts'
import { agreedDecimals } from './cross-checked-decimals.ts'

const { signal } = new AbortController()
const telling = (decimals: number): JsonRpc =>
  memoryNode({ getMultipleAccounts: () => ({ context: { slot: 1 }, value: [mintJson(decimals)] }) })(network)
const away = memoryNode({})(network)

const decimals = async (second?: JsonRpc, isPinned = false) => {
  const accounts = await readAccounts(telling(6), [mint], signal)
  return (await agreedDecimals(accounts, second, () => isPinned, signal)).get(mint)
}

describe('crossCheckedDecimals', () => {
  it('second endpoint reports the same › confirmed', async () => {
    expect(await decimals(telling(6))).toEqual({ decimals: 6 })
  })

  it('Low › second endpoint reports others, or is unreachable › omitted', async () => {
    expect(await decimals(telling(9))).toBeUndefined()
    expect(await decimals(away)).toBeUndefined()
  })

  it('no second endpoint › reported decimals, unconfirmed', async () => {
    expect(await decimals()).toEqual({ decimals: 6, isUnconfirmed: true })
  })

  it('pinned › not read', async () => {
    expect(await decimals(away, true)).toBeUndefined()
  })
})
