import { WidgetError } from '#shared/errors/widget-error.ts'
import type { CallBundles, ContractCalls, SentVerdict } from '#widget/chains/chain-adapter.ts'
import type { ViewOf } from '#widget/core/view.ts'
import {
  beginTransactionAtom,
  journalAtom,
  recordTransactionAtom,
} from '#widget/domain/transactions/journal.ts'
import type { TransactionEvent, TransactionPurpose } from '#widget/domain/transactions/transaction-entry.ts'
import type { Fixture } from '#widget/testing/fixture.ts'
import type { TestWorld } from '#widget/testing/world.ts'
import { problemsAtom } from '../atoms/form.ts'
import { quoteAtom } from '../atoms/quote.ts'
import { isQuoteStaleAtom } from '../atoms/texts.ts'
import { block, clickSwap, confirmed, dollars, ether, form, never, review, until } from './state-fixtures.tsx'
import { connection, ethereum, fee, router, swapper, transactionOf, usdcAddress } from './swap-world.ts'

/** Test only: swap states apart from the usual sequence. */

type Review = Fixture<ViewOf<'SwapPreview'>>

const bundles = (
  send: CallBundles['send'],
  verify: CallBundles['verify'] = never,
): Partial<ContractCalls> => ({ bundles: { isSupported: async () => true, send, verify } })

/** A bundle in a block, with the verdict of comparing it. */
const compared = (state: string, verdict: SentVerdict): Review =>
  review(
    state,
    {
      calls: {
        ...bundles(
          async () => '0xb0',
          async () => ({ verdict, added: [] }),
        ),
        received: async () => 50n * 10n ** 15n,
      },
      chain: {
        ...confirmed,
        request: async () => ({
          ...{ version: '2.0.0', id: '0xb0', chainId: '0x1', atomic: true, status: 200 },
          receipts: [bundleReceipt],
        }),
      },
    },
    dollars,
    async (world) => {
      await clickSwap(world)
      const isCompared = () => {
        const [entry] = world.store.get(journalAtom)
        return entry !== undefined && entry.check !== 'not-compared'
      }
      await until(world, isCompared)
    },
  )
const bundleHash = `0x${'b1'.repeat(32)}`
const bundleReceipt = {
  ...{ logs: [], status: '0x1', blockHash: bundleHash, blockNumber: '0x9', gasUsed: '0x5208' },
  transactionHash: bundleHash,
}

/** Approval and swap as one bundle (EIP-5792). */
export const bundleStates: readonly Review[] = [
  review('as one bundle', { calls: bundles(never) }, dollars),
  review('bundle in wallet', { calls: bundles(never) }, dollars, clickSwap),
  review(
    'bundle pending',
    { calls: bundles(async () => '0xb0'), chain: { request: never } },
    dollars,
    clickSwap,
  ),
  compared('bundle with calls of the wallet', 'added'),
  compared('bundle that could not be compared', 'unverifiable'),
]

/** A token that only accepts a new approval after a revocation. */
const requiresReset = (send: ContractCalls['send']): Parameters<typeof review>[1] => {
  let count = 0
  return {
    calls: {
      estimate: async () => {
        count += 1
        if (count === 1) throw new WidgetError('send/failed', 'Refused', { data: { reason: 'reverted' } })
        return fee
      },
      send,
    },
    service: { allowance: () => 7n },
  }
}

export const resetStates: readonly Review[] = [
  review('allowance reset first', requiresReset(never), dollars),
  review('allowance reset in wallet', requiresReset(never), dollars, clickSwap),
]

/** The service responds to the first quote request only. */
function quotedOnce(then: () => { readonly status?: number; readonly body?: unknown }) {
  let count = 0
  const quotes = () => {
    count += 1
    return count > 1 ? then() : undefined
  }
  return { service: { faults: { '/v1/convert/quotes': quotes } } }
}

const refetchQuoteUntil = async (world: TestWorld, condition: () => boolean): Promise<void> => {
  await world.clock.advance(10_000)
  void world.store.set(quoteAtom)
  await until(world, condition)
}

/** Changes of a price under review. */
export const priceStates: readonly Review[] = [
  review(
    'price not renewed',
    quotedOnce(() => ({ status: 500 })),
    ether,
    (world) => refetchQuoteUntil(world, () => world.store.get(isQuoteStaleAtom)),
  ),
  review(
    'liquidity lost',
    quotedOnce(() => ({ body: { quotes: [] } })),
    ether,
    (world) => refetchQuoteUntil(world, () => world.store.get(problemsAtom).length > 0),
  ),
]

const usdc = { chain: ethereum, address: usdcAddress, symbol: 'USDC', name: 'USD Coin', decimals: 6 }
const nativeEther = { chain: ethereum, address: undefined, symbol: 'ETH', name: 'Ether', decimals: 18 }
const approval: TransactionPurpose = { is: 'approval', gets: nativeEther }
const swap: TransactionPurpose = { is: 'swap', gets: nativeEther, atLeast: 5n * 10n ** 16n }
const submitted: TransactionEvent = { is: 'submitted', transaction: transactionOf(`0x${'ab'.repeat(32)}`) }

/** The form after a reload. */
const interrupted = (state: string, purpose: TransactionPurpose, ...events: readonly TransactionEvent[]) =>
  form(
    state,
    {},
    {},
    {
      after: ({ store }) => {
        const transfer = { from: swapper, to: router, asset: usdc, value: 150_500_000n }
        const id = store.set(beginTransactionAtom, connection, transfer, purpose)
        for (const event of events) store.set(recordTransactionAtom, id, event)
      },
    },
  )

export const interruptedStates: readonly Fixture<ViewOf<'Swap'>>[] = [
  interrupted('interrupted after the approval', approval, submitted, {
    is: 'followed',
    status: { is: 'confirmed', ...block },
  }),
  interrupted('interrupted with a pending approval', approval, submitted),
  interrupted('interrupted during the approval', approval, { is: 'lost' }),
  interrupted('interrupted with a pending swap', swap, submitted),
  interrupted('interrupted during the swap', swap, { is: 'lost' }),
]

const deposit = 2_039_280_000_000_000n
const unpriced = { '/v1/fungible/price': () => ({ body: { fungibles: [] } }) }
const noBalances = { [`/v1/account/${swapper}/balance`]: () => ({ status: 500 }) }
const onChain = { nativeBalance: async () => 10n ** 18n, tokenBalances: async () => [] }

/** Missing or additional values: price impact, deposit, balance. */
export const unknownValueStates: readonly Review[] = [
  review('price impact unknown', { service: { faults: { ...unpriced, ...noBalances } }, chain: onChain }),
  review('with a deposit', {
    calls: {
      estimate: async () => ({
        ...fee,
        ...{ expectedFee: fee.expectedFee + deposit, maxFee: fee.maxFee + deposit },
        accountDeposit: deposit,
      }),
    },
  }),
]

/** The form with an unknown balance of the token to sell. */
export const unknownBalance = form(
  'balance unknown',
  dollars,
  { faults: noBalances },
  {
    chain: { ...onChain, tokenBalances: () => Promise.reject(new Error('No node')) },
  },
)
