import { expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { Connection, ContractCalls, TransactionStatus } from '#widget/chains/chain-adapter.ts'
import {
  beginTransactionAtom,
  recordTransactionAtom,
  watchPendingTransactionsAtom,
} from '#widget/domain/transactions/journal.ts'
import type { TransactionPurpose } from '#widget/domain/transactions/transaction-entry.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import { unexpectedCalls } from '#widget/testing/no-contract-calls.ts'
import {
  alice,
  bob,
  type TestWorldOptions,
  testAdapter,
  testWallet,
  testWorld,
} from '#widget/testing/world.ts'
import { reportResumedSwaps } from './report-resumed-swaps.ts'

const chain = parseChainId('eip155:1')
const ether = { chain, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const usdc = { chain, address: bob, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const connection: Connection = {
  ...{ namespace: 'eip155', walletId: 'ethereum:io.metamask', handle: testWallet().handle, chain },
  ...{ walletName: 'MetaMask', icon: undefined, accounts: [alice] },
}
/** Entries before the quoted amount was stored. */
const older = { is: 'swap', gets: usdc, atLeast: 2_970_000n } satisfies TransactionPurpose
const swap: TransactionPurpose = { ...older, quoted: 3_000_000n }
const [block, fee] = [9n, 21n]
const never = () => new Promise<never>(() => {})

/** A swap that was sent before a reload, or in the same document; and the events that its end causes. */
async function ended(
  status: TransactionStatus,
  purpose: TransactionPurpose | undefined,
  pages = ['one', 'two'],
  received: ContractCalls['received'] = async () => undefined,
) {
  const storage = memoryArea()
  const [first, second] = pages.map((pageId) =>
    testWorld({
      storage,
      pageId,
      adapter: testAdapter({
        waitForTransaction: async () => status,
        contractCalls: { ...unexpectedCalls, received },
      }),
    }),
  )
  if (!first) throw new Error('There is no page')
  const transfer = { from: alice, to: bob, asset: ether, value: 10n ** 15n }
  const id = first.store.set(beginTransactionAtom, connection, transfer, purpose)
  const transaction = { chain, from: alice, hash: '0x01', nonce: 4 }
  first.store.set(recordTransactionAtom, id, { is: 'submitted', transaction })
  const { store } = second ?? first
  await store.set(watchPendingTransactionsAtom)
  reportResumedSwaps(store)
  await store.set(watchPendingTransactionsAtom)
  return (second ?? first).events
}

const tracked = {
  ...{ network: chain, isSmartAccount: false, swapFromToken: 'ETH', swapToToken: 'USDC' },
  ...{ swapFromAmount: '0.001', swapToAmount: '3', caipNetworkId: chain },
}

it('swap of an earlier visit › tracked by its receipt, once, with the quoted amount', async () => {
  expect(await ended({ is: 'confirmed', block, fee }, swap)).toEqual([
    { event: 'SWAP_SUCCESS', properties: tracked },
  ])
  expect(await ended({ is: 'confirmed', block, fee }, older)).toEqual([
    { event: 'SWAP_SUCCESS', properties: { ...tracked, swapToAmount: '2.97' } },
  ])
})

it('swap that failed on chain › SWAP_ERROR', async () => {
  expect(await ended({ is: 'failed', block, fee }, swap)).toEqual([
    { event: 'SWAP_ERROR', properties: { ...tracked, message: 'failed' } },
  ])
})

it('received less than the minimum › SWAP_ERROR, whatever the receipt', async () => {
  const end = (value: bigint) => ended({ is: 'confirmed', block, fee }, swap, undefined, async () => value)
  expect(await end(2_969_999n)).toEqual([
    { event: 'SWAP_ERROR', properties: { ...tracked, message: 'less than agreed' } },
  ])
  expect(await end(2_970_000n)).toEqual([{ event: 'SWAP_SUCCESS', properties: tracked }])
})

it('document closed before the received amount was read › tracked on return', async () => {
  const storage = memoryArea()
  const at = (pageId: string, received: ContractCalls['received']) =>
    testWorld({
      ...{ storage, pageId },
      adapter: testAdapter({ waitForTransaction: never, contractCalls: { ...unexpectedCalls, received } }),
    })
  const { store } = at('one', never)
  const transfer = { from: alice, to: bob, asset: ether, value: 10n ** 15n }
  const id = store.set(beginTransactionAtom, connection, transfer, swap)
  const transaction = { chain, from: alice, hash: '0x01', nonce: 4 }
  store.set(recordTransactionAtom, id, { is: 'submitted', transaction })
  store.set(recordTransactionAtom, id, { is: 'followed', status: { is: 'confirmed', block, fee } })
  const after = at('two', async () => 3_000_000n)
  reportResumedSwaps(after.store)
  await after.store.set(watchPendingTransactionsAtom)
  expect(after.events).toEqual([{ event: 'SWAP_SUCCESS', properties: tracked }])
})

it('payment › no swap event; swap of this document › tracked by its view', async () => {
  expect(await ended({ is: 'confirmed', block, fee }, undefined)).toEqual([])
  expect(await ended({ is: 'confirmed', block, fee }, swap, ['one'])).toEqual([])
})

/**
 * A swap of an earlier visit that two tabs watch, and their events. `isAtWork`: the second starts while the first tracks.
 */
async function watchInTwoTabs(isAtWork: boolean) {
  const storage = memoryArea()
  const adapter = testAdapter({ waitForTransaction: async () => ({ is: 'confirmed', block, fee }) })
  const at = (pageId: string, options: TestWorldOptions = {}) =>
    testWorld({ storage, pageId, adapter, ...options })
  const earlier = at('one').store
  const transfer = { from: alice, to: bob, asset: ether, value: 10n ** 15n }
  const id = earlier.set(beginTransactionAtom, connection, transfer, swap)
  const transaction = { chain, from: alice, hash: '0x01', nonce: 4 }
  earlier.set(recordTransactionAtom, id, { is: 'submitted', transaction })
  const names: string[] = []
  const first = at('two')
  const second = at('three', isAtWork ? { withExclusiveLock: async (name) => void names.push(name) } : {})
  const tabs = [first, second]
  for (const { store } of tabs) reportResumedSwaps(store)
  await Promise.all(tabs.map(({ store }) => store.set(watchPendingTransactionsAtom)))
  return { id, names, events: tabs.map(({ events }) => events.map(({ event }) => event)) }
}

it('two tabs see the end of a swap › one event', async () => {
  expect((await watchInTwoTabs(false)).events).toEqual([['SWAP_SUCCESS'], []])
})

it('another tab is tracking the end › no event of this one', async () => {
  const { id, names, events } = await watchInTwoTabs(true)
  expect([names, events]).toEqual([[`drawbridge:swap-end:${id}`], [['SWAP_SUCCESS'], []]])
})
