import { describe, expect, it, vi } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ChainAdapter, SentVerdict } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { testConnection } from '#widget/testing/connection.ts'
import { unexpectedCalls } from '#widget/testing/no-contract-calls.ts'
import { alice, bob, testAdapter, testWorld } from '#widget/testing/world.ts'
import {
  beginTransactionAtom,
  journalAtom,
  recordTransactionAtom,
  recordVerdictAtom,
  transactionAtom,
} from './journal.ts'
import type { RequestedCalls, TransactionPurpose } from './transaction-entry.ts'
import { isVerifyingInterruptedAtom, verifyInterruptedAtom } from './verify-interrupted-transactions.ts'

const chain = parseChainId('eip155:1')
const ether = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const hash = `0x${'1'.repeat(64)}`
const differs = new WidgetError('send/mismatch', 'Differs')
const call = { to: bob, value: 0n, data: '0x095ea7b3' }
const one: RequestedCalls = { isBundle: false, calls: [call] }
const two: RequestedCalls = { isBundle: true, calls: [call, { ...call, data: '0x1234' }] }
const approval: TransactionPurpose = { is: 'approval' }

type Found = SentVerdict | Error

/** A document that sent a transaction, which is mined by now, and the adapter of the next document. */
function twoDocuments(found: Found, purpose: TransactionPurpose | undefined, calls?: RequestedCalls) {
  const storage = memoryArea()
  const respond = async () => {
    if (found instanceof Error) throw found
    return found
  }
  const verify = vi.fn(respond)
  const verifyBundle = vi.fn(async () => ({ verdict: await respond(), added: [] }))
  const verifySent = vi.fn(respond)
  const bundles = { isSupported: async () => true, send: async () => '0x', verify: verifyBundle }
  const adapter: ChainAdapter = testAdapter({
    verifySent,
    contractCalls: { ...unexpectedCalls, verify, bundles },
  })
  const first = testWorld({ storage, adapter })
  const transfer = { from: alice, to: bob, asset: ether, value: 1n }
  const id = first.store.set(beginTransactionAtom, testConnection({ chain }), transfer, purpose, calls)
  const sent = { chain, from: alice, hash, nonce: 4 }
  first.store.set(recordTransactionAtom, id, { is: 'submitted', transaction: sent })
  const status = { is: 'confirmed', hash, block: 9n, fee: 1n } as const
  const confirm = () => first.store.set(recordTransactionAtom, id, { is: 'followed', status })
  const next = () => testWorld({ storage, adapter })
  return { first, id, confirm, next, verify, verifyBundle, verifySent }
}

/** The first two arguments of each call. */
const argumentsOf = ({ mock }: { readonly mock: { readonly calls: readonly (readonly unknown[])[] } }) =>
  mock.calls.map((all) => all.slice(0, 2))

const stateOf = ({ store }: ReturnType<typeof testWorld>, id: string) => {
  const entry = store.get(transactionAtom(id))
  return [entry?.check, entry?.asked === undefined ? 'no calls' : 'calls']
}

describe('transaction of a former document', () => {
  it.each<[Found, string, string]>([
    ['verified', 'verified', 'no calls'],
    ['added', 'added', 'no calls'],
    [differs, 'mismatch', 'no calls'],
    ['unverifiable', 'unverified', 'calls'],
    [new Error('away'), 'unverified', 'calls'],
  ])('approval, chain shows %s › ends as %s, with %s', async (found, check, calls) => {
    const { id, confirm, next, verify } = twoDocuments(found, approval, one)
    confirm()
    const page = next()
    expect(stateOf(page, id)).toEqual(['not-compared', 'calls'])
    await page.store.set(verifyInterruptedAtom)
    expect(stateOf(page, id)).toEqual([check, calls])
    expect(argumentsOf(verify)).toMatchObject([
      [
        { hash, from: alice },
        { ...call, chain, from: alice },
      ],
    ])
    await page.store.set(verifyInterruptedAtom)
    expect(verify).toHaveBeenCalledOnce()
  })

  it('bundle › verified as one, with all its calls', async () => {
    const { id, confirm, next, verifyBundle, verify } = twoDocuments('verified', approval, two)
    confirm()
    const page = next()
    await page.store.set(verifyInterruptedAtom)
    expect(stateOf(page, id)).toEqual(['verified', 'no calls'])
    expect(verify).not.toHaveBeenCalled()
    expect(argumentsOf(verifyBundle)).toMatchObject([
      [{ account: alice, chain, hashes: [hash], calls: two.calls }, {}],
    ])
  })

  it('transfer › verified by its recipient and amount', async () => {
    const { id, confirm, next, verifySent } = twoDocuments(differs, undefined)
    confirm()
    const page = next()
    await page.store.set(verifyInterruptedAtom)
    expect(stateOf(page, id)).toEqual(['mismatch', 'no calls'])
    expect(argumentsOf(verifySent)).toMatchObject([[{ hash }, { to: bob, value: 1n }]])
  })

  it('calls not stored, as by older versions › unverified, and no node is called', async () => {
    const { id, confirm, next, verify, verifySent } = twoDocuments('verified', approval)
    confirm()
    const page = next()
    await page.store.set(verifyInterruptedAtom)
    expect(stateOf(page, id)).toEqual(['unverified', 'no calls'])
    expect([verify, verifySent].flatMap(({ mock }) => mock.calls)).toEqual([])
  })

  it('verification was in progress › starts again', async () => {
    const { first, id, confirm, next } = twoDocuments('verified', approval, one)
    confirm()
    first.store.set(recordVerdictAtom, id, 'checking')
    const page = next()
    await page.store.set(verifyInterruptedAtom)
    expect(stateOf(page, id)).toEqual(['verified', 'no calls'])
  })

  it('activity shown › verified', async () => {
    const { id, confirm, next } = twoDocuments('verified', approval, one)
    confirm()
    const page = next()
    const stop = page.store.sub(isVerifyingInterruptedAtom, () => undefined)
    await page.clock.advance(0)
    expect(stateOf(page, id)).toEqual(['verified', 'no calls'])
    stop()
  })

  it('verified twice at the same time › one call of the node', async () => {
    const { confirm, next, verify } = twoDocuments('verified', approval, one)
    confirm()
    const page = next()
    await Promise.all([page.store.set(verifyInterruptedAtom), page.store.set(verifyInterruptedAtom)])
    expect(verify).toHaveBeenCalledOnce()
  })

  it('nothing to verify › networks are not loaded', async () => {
    const { store, ports } = testWorld()
    const networks = vi.fn(ports.bundled.networks)
    store.set(portsAtom, { ...ports, bundled: { ...ports.bundled, networks } })
    await store.set(verifyInterruptedAtom)
    expect(networks).not.toHaveBeenCalled()
  })

  it('chain that the widget does not know › unverified', async () => {
    const { id, confirm, first, next, verify } = twoDocuments('verified', approval, one)
    confirm()
    const other = parseChainId('eip155:424242')
    const transfer = { from: alice, to: bob, asset: { ...ether, chain: other }, value: 1n }
    const connection = testConnection({ chain: other })
    const unknown = first.store.set(beginTransactionAtom, connection, transfer, approval, one)
    const transaction = { chain: other, from: alice, hash, nonce: 4 }
    first.store.set(recordTransactionAtom, unknown, { is: 'submitted', transaction })
    const status = { is: 'confirmed', hash, block: 9n, fee: 1n } as const
    first.store.set(recordTransactionAtom, unknown, { is: 'followed', status })
    const page = next()
    await page.store.set(verifyInterruptedAtom)
    expect(stateOf(page, unknown)).toEqual(['unverified', 'calls'])
    expect(stateOf(page, id)).toEqual(['verified', 'no calls'])
    expect(verify).toHaveBeenCalledOnce()
  })

  it('not mined yet › skipped', async () => {
    const { id, next, verify } = twoDocuments('verified', approval, one)
    const page = next()
    await page.store.set(verifyInterruptedAtom)
    expect(stateOf(page, id)).toEqual(['not-compared', 'calls'])
    expect(verify).not.toHaveBeenCalled()
  })
})

describe('transaction of this document', () => {
  it('possibly being verified › skipped for 3 min, then verified', async () => {
    const { first, id, confirm, verify } = twoDocuments('verified', approval, one)
    confirm()
    await first.store.set(verifyInterruptedAtom)
    expect(verify).not.toHaveBeenCalled()
    await first.clock.advance(3 * 60_000 - 1)
    await first.store.set(verifyInterruptedAtom)
    expect(verify).not.toHaveBeenCalled()
    await first.clock.advance(1)
    await first.store.set(verifyInterruptedAtom)
    expect(stateOf(first, id)).toEqual(['verified', 'no calls'])
  })
})

describe('two transactions of this document, one after the other', () => {
  it('second one mined later › verified too', async () => {
    const { first, confirm, verify } = twoDocuments('verified', approval, one)
    confirm()
    await first.clock.advance(3 * 60_000)
    await first.store.set(verifyInterruptedAtom)
    const transfer = { from: alice, to: bob, asset: ether, value: 1n }
    const id = first.store.set(beginTransactionAtom, testConnection({ chain }), transfer, approval, one)
    const other = `0x${'2'.repeat(64)}`
    const transaction = { chain, from: alice, hash: other, nonce: 5 }
    first.store.set(recordTransactionAtom, id, { is: 'submitted', transaction })
    const status = { is: 'confirmed', hash: other, block: 10n, fee: 1n } as const
    first.store.set(recordTransactionAtom, id, { is: 'followed', status })
    await first.clock.advance(3 * 60_000)
    await first.store.set(verifyInterruptedAtom)
    expect(stateOf(first, id)).toEqual(['verified', 'no calls'])
    expect(verify).toHaveBeenCalledTimes(2)
  })
})

describe('transaction of this document in verification', () => {
  it('marked as being verified › skipped for ever', async () => {
    const { first, id, confirm, verify } = twoDocuments('verified', approval, one)
    confirm()
    first.store.set(recordVerdictAtom, id, 'checking')
    await first.clock.advance(60 * 60_000)
    await first.store.set(verifyInterruptedAtom)
    expect(verify).not.toHaveBeenCalled()
  })
})

describe('calls in the journal', () => {
  it.each([
    ['long data', { isBundle: false, calls: [{ ...call, data: `0x${'00'.repeat(5_000)}` }] }],
    ['many calls', { isBundle: true, calls: Array.from({ length: 9 }, () => call) }],
    ['none', { isBundle: false, calls: [] }],
  ])('%s › not stored', (_what, calls) => {
    const { first, id } = twoDocuments('verified', approval, calls)
    expect(stateOf(first, id)).toEqual(['not-compared', 'no calls'])
  })

  it('rejected by the wallet › deleted', () => {
    const { first } = twoDocuments('verified', approval, one)
    const transfer = { from: alice, to: bob, asset: ether, value: 1n }
    const id = first.store.set(beginTransactionAtom, testConnection({ chain }), transfer, approval, one)
    first.store.set(recordTransactionAtom, id, { is: 'rejected' })
    expect(stateOf(first, id)).toEqual(['not-compared', 'no calls'])
    expect(first.store.get(journalAtom)).toHaveLength(2)
  })
})
