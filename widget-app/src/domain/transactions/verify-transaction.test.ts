import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { unexpectedCalls } from '#widget/testing/no-contract-calls.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import { alice, bob, testAdapter, testNetworks, testWorld } from '#widget/testing/world.ts'
import { beginTransactionAtom, recordTransactionAtom, transactionAtom } from './journal.ts'
import type { RequestedCalls } from './transaction-entry.ts'
import { isVerifiable, verifyTransaction } from './verify-transaction.ts'

const chain = parseChainId('eip155:1')
const [ethereum = { id: chain, name: 'Ethereum', nativeCurrency: { name: '', symbol: '', decimals: 18 } }] =
  testNetworks
const network = { ...ethereum, id: chain }
const asset = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const hash = `0x${'1'.repeat(64)}`
const call = { to: bob, value: 0n, data: '0x095ea7b3' }
const asCall: RequestedCalls = { isBundle: false, calls: [call] }
const asBundle: RequestedCalls = { isBundle: true, calls: [call] }

/** An entry of the journal, and its verification with an adapter that has these parts. */
function entryWorld(parts: TestAdapterParts, { asked, isSent = true }: Partial<Stored> = {}) {
  const { store, ports } = testWorld({ adapter: testAdapter(parts) })
  const purpose = asked && ({ is: 'approval' } as const)
  const transfer = { from: alice, to: bob, asset, value: 1n }
  const id = store.set(beginTransactionAtom, testConnection({ chain }), transfer, purpose, asked)
  const transaction = { chain, from: alice, hash, nonce: 4 }
  if (isSent) store.set(recordTransactionAtom, id, { is: 'submitted', transaction })
  const entry = store.get(transactionAtom(id))
  if (entry === undefined) throw new Error('Not in the journal')
  const controller = new AbortController()
  return { entry, controller, verdict: () => verifyTransaction(ports, network, entry, controller.signal) }
}
type Stored = { readonly asked: RequestedCalls | undefined; readonly isSent: boolean }

const unexpected = async (): Promise<never> => {
  throw new Error('Unexpected call')
}

describe('verifyTransaction', () => {
  it('transfer › compared by account, chain and hash, without a nonce', async () => {
    const calls: unknown[] = []
    const { verdict } = entryWorld({
      verifySent: async (...parameters) => {
        calls.push(parameters.slice(0, 3))
        return 'verified'
      },
    })
    expect(await verdict()).toBe('verified')
    const sent = { chain, from: alice, hash, nonce: undefined }
    expect(calls).toEqual([[sent, { from: alice, to: bob, asset, value: 1n }, network]])
  })

  it('call › compared alone, with its account and chain', async () => {
    const calls: unknown[] = []
    const verify = async (...parameters: readonly unknown[]) => {
      calls.push(parameters.slice(0, 3))
      return 'added' as const
    }
    const { verdict } = entryWorld(
      { verifySent: unexpected, contractCalls: { ...unexpectedCalls, verify } },
      { asked: asCall },
    )
    expect(await verdict()).toBe('added')
    const sent = { chain, from: alice, hash, nonce: undefined }
    expect(calls).toEqual([[sent, { ...call, chain, from: alice }, network]])
  })

  it.each<[string, RequestedCalls | undefined, TestAdapterParts]>([
    ['transfers', undefined, {}],
    ['calls', asCall, { verifySent: unexpected }],
    ['bundles', asBundle, { contractCalls: unexpectedCalls }],
    ['bundles, nor calls', asBundle, {}],
  ])('chain that cannot verify %s › unverifiable', async (_, asked, parts) => {
    expect(await entryWorld(parts, { asked }).verdict()).toBe('unverifiable')
  })

  it('not sent yet › unverifiable without a call', async () => {
    let count = 0
    const { verdict } = entryWorld(
      {
        verifySent: async () => {
          count += 1
          return 'verified'
        },
      },
      { isSent: false },
    )
    expect([await verdict(), count]).toEqual(['unverifiable', 0])
  })

  it.each<[string, Error, string]>([
    ['a mismatch', new WidgetError('send/mismatch', 'Differs'), 'mismatch'],
    ['another failure', new WidgetError('http/timeout', 'It took too long'), 'unverifiable'],
  ])('comparison ends with %s › %s', async (_, error, expected) => {
    const verifySent = () => Promise.reject(error)
    expect(await entryWorld({ verifySent }).verdict()).toBe(expected)
  })

  it('cancelled › rejects with the reason', async () => {
    const { verdict, controller } = entryWorld({
      verifySent: async () => {
        controller.abort(new Error('cancelled'))
        throw new WidgetError('send/mismatch', 'Differs')
      },
    })
    await expect(verdict()).rejects.toThrow('cancelled')
  })
})

describe('isVerifiable', () => {
  it.each<[string, RequestedCalls | undefined, boolean]>([
    ['transfer', undefined, true],
    ['call that is stored', asCall, true],
  ])('%s › verifiable', (_, asked, expected) => {
    expect(isVerifiable(entryWorld({}, { asked }).entry)).toBe(expected)
  })

  it('approval whose calls are not stored › not verifiable', () => {
    const { entry } = entryWorld({})
    expect(isVerifiable({ ...entry, purpose: { is: 'approval' } })).toBe(false)
  })
})
