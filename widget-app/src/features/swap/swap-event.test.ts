import { expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import type { ContractCalls, TransactionStatus } from '#widget/chains/chain-adapter.ts'
import { journalAtom } from '#widget/domain/transactions/journal.ts'
import { reportSwapResultAtom } from '#widget/domain/transactions/report-swap-result.ts'
import { memoryArea } from '#widget/lib/storage.ts'
import type { TestAdapterParts } from '#widget/testing/requests.ts'
import { testWorld } from '#widget/testing/world.ts'
import { confirmSwapAtom } from './atoms/confirm-swap.ts'
import { nativeKey } from './draft.ts'
import { inBlock, journal, openForm, openReview, waitUntil } from './testing/open-swap.ts'
import { ethereum, transactionOf, usdcKey } from './testing/swap-world.ts'

const eventProperties = {
  network: ethereum,
  isSmartAccount: false,
  swapFromToken: 'USDC',
  swapToToken: 'ETH',
  swapFromAmount: '100',
  swapToAmount: '0.033233333333333333',
}
const rejection = new ProviderRpcError(4001, 'User rejected the request')
const sends = async () => transactionOf('0x01')
/** Compares the transaction only after its received amount was read. */
function differsAfterReceipt(): Partial<ContractCalls> {
  let onRead = () => {}
  const isRead = new Promise<void>((resolve) => {
    onRead = resolve
  })
  return {
    received: async () => {
      onRead()
      return 10n ** 18n
    },
    verify: async () => {
      await isRead
      throw new WidgetError('send/mismatch', 'Differs')
    },
  }
}
type Case = readonly [string, Partial<ContractCalls>, TestAdapterParts, string, string | undefined]

it.each<Case>([
  [
    'done by its receipt',
    { send: sends },
    { waitForTransaction: async () => inBlock },
    'SWAP_SUCCESS',
    undefined,
  ],
  [
    'in a block with less than was agreed to',
    { send: sends, received: async () => 1n },
    { waitForTransaction: async () => inBlock },
    'SWAP_ERROR',
    'less than agreed',
  ],
  [
    'in a block with something else than was asked',
    { send: sends, ...differsAfterReceipt() },
    { waitForTransaction: async () => inBlock },
    'SWAP_ERROR',
    'mismatched',
  ],
  [
    'refused by the chain',
    { send: sends },
    { waitForTransaction: async () => ({ ...inBlock, is: 'failed' }) },
    'SWAP_ERROR',
    'failed',
  ],
  [
    'refused by the person',
    { send: () => Promise.reject(rejection) },
    {},
    'SWAP_ERROR',
    'User rejected the request',
  ],
  [
    'signed as something else, and not sent',
    { send: () => Promise.reject(new WidgetError('send/mismatch', 'Differs')) },
    {},
    'SWAP_ERROR',
    'mismatched',
  ],
  [
    'without an answer',
    { send: () => Promise.reject(new ProviderRpcError(4900, 'Gone')) },
    {},
    'SWAP_ERROR',
    'unknown',
  ],
])('swap %s › tracks its start and its end, without an address', async (_, calls, chain, event, message) => {
  const world = openForm({ allowance: () => 10n ** 30n }, calls, chain)
  await openReview(world, usdcKey, nativeKey, '100')
  await world.store.set(confirmSwapAtom)
  const common = { ...eventProperties, caipNetworkId: ethereum }
  expect(world.events).toEqual([
    { event: 'INITIATE_SWAP', properties: common },
    { event, properties: message === undefined ? common : { ...common, message } },
  ])
})

it('approval rejected › tracks an approval error', async () => {
  const world = openForm({}, { send: () => Promise.reject(rejection) })
  await openReview(world, usdcKey, nativeKey, '100')
  await world.store.set(confirmSwapAtom)
  expect(world.events.map(({ event }) => event)).toEqual(['INITIATE_SWAP', 'SWAP_APPROVAL_ERROR'])
})

it('end already tracked by another tab › is not tracked again', async () => {
  const storage = memoryArea()
  let end = (_status: TransactionStatus) => {}
  const follow = () =>
    new Promise<TransactionStatus>((resolve) => {
      end = resolve
    })
  const calls = { send: async () => transactionOf('0x01') }
  const world = openForm({}, calls, { waitForTransaction: follow }, undefined, { storage, pageId: 'one' })
  await openReview(world)
  const done = world.store.set(confirmSwapAtom)
  await waitUntil(world, () => expect(journal(world)).toEqual([['swap', 'submitted', 10n ** 17n]]))
  const { store, events } = testWorld({ storage, pageId: 'two' })
  const [entry] = store.get(journalAtom)
  store.set(reportSwapResultAtom, entry?.id ?? '', { event: 'SWAP_SUCCESS', properties: eventProperties })
  end(inBlock)
  await done
  expect([world.events, events].map((list) => list.map(({ event }) => event))).toEqual([
    ['INITIATE_SWAP'],
    ['SWAP_SUCCESS'],
  ])
})
