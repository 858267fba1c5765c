import type { LiteSVM } from 'litesvm'
import * as z from '#shared/zod.ts'
import { systemProgram } from './addresses.ts'
import { genesisHash as localGenesisHash } from './genesis.ts'
import { isWritable, type Ledger } from './ledger.ts'
import {
  addressParam,
  commonConfig,
  defaultCommitment,
  defineMethod,
  type Method,
  noParams,
} from './method.ts'
import type { Slots } from './slots.ts'

/** Number of newest slots for which prioritization fees are returned. */
const feeSlots = 150
const slotsPerEpoch = 432_000

const config = z.optional(commonConfig)
const commitmentParams = z.tuple([config])

/** Creates the methods about the chain. */
export function createChainMethods(
  svm: LiteSVM,
  slots: Slots,
  ledger: Ledger,
  genesisHash = localGenesisHash,
): Readonly<Record<string, Method>> {
  const requestedSlot = (options: z.output<typeof config>) =>
    slots.slotAt(options?.commitment ?? defaultCommitment)
  const context = () => ({ apiVersion: '2.1.0', slot: slots.slot() })

  /** For each slot, the lowest compute-unit price that was enough to write to these accounts, or to any account. */
  function recentFees(accounts: readonly string[]): readonly object[] {
    const newestSlot = slots.slot()
    const oldestSlot = Math.max(1, newestSlot - feeSlots + 1)
    const lowestPrices = new Map<number, Map<string, number>>()
    const recordPrice = (slot: number, key: string, price: number) => {
      const prices = lowestPrices.get(slot) ?? new Map<string, number>()
      const lowestPrice = prices.get(key)
      if (lowestPrice === undefined || price < lowestPrice) prices.set(key, price)
      lowestPrices.set(slot, prices)
    }
    for (const { slot, sent, keys } of ledger.all()) {
      if (slot < oldestSlot || sent === undefined) continue
      const price = Number(sent.unitPrice)
      recordPrice(slot, '', price)
      keys.all.forEach((key, index) => {
        if (isWritable(sent.message, keys, index)) recordPrice(slot, key, price)
      })
    }
    return Array.from({ length: newestSlot - oldestSlot + 1 }, (_, at) => {
      const slot = oldestSlot + at
      const prices = ['', ...accounts].map((key) => lowestPrices.get(slot)?.get(key) ?? 0)
      return { slot, prioritizationFee: Math.max(...prices) }
    })
  }

  return {
    getHealth: () => 'ok',
    // Only on this node: moves its clock forward.
    localPassTime: defineMethod(z.tuple([z.int().check(z.gte(0))]), ([seconds]) => {
      slots.advanceClock(seconds)
      return slots.unixTime()
    }),
    getVersion: () => ({ 'solana-core': '2.1.0', 'feature-set': 0 }),
    getGenesisHash: () => genesisHash,
    getIdentity: () => ({ identity: systemProgram }),
    getSlot: defineMethod(commitmentParams, ([options]) => requestedSlot(options)),
    getBlockHeight: defineMethod(commitmentParams, ([options]) => requestedSlot(options)),
    getEpochInfo: defineMethod(commitmentParams, ([options]) => {
      const slot = requestedSlot(options)
      return {
        absoluteSlot: slot,
        blockHeight: slot,
        epoch: Math.floor(slot / slotsPerEpoch),
        slotIndex: slot % slotsPerEpoch,
        slotsInEpoch: slotsPerEpoch,
        transactionCount: ledger.all().length,
      }
    }),
    getLatestBlockhash: defineMethod(noParams, () => ({
      context: context(),
      value: slots.latestBlockhash(),
    })),
    isBlockhashValid: defineMethod(z.tuple([z.string(), config]), ([hash]) => ({
      context: context(),
      value: slots.isValidBlockhash(hash),
    })),
    getMinimumBalanceForRentExemption: defineMethod(z.tuple([z.int().check(z.gte(0)), config]), ([length]) =>
      Number(svm.minimumBalanceForRentExemption(BigInt(length))),
    ),
    getRecentPrioritizationFees: defineMethod(z.tuple([z.optional(z.array(addressParam))]), ([accounts]) =>
      recentFees(accounts ?? []),
    ),
    // Only on this chain: tests skip slots, instead of a wait of a minute.
    svm_skipSlots: defineMethod(z.tuple([z.int().check(z.gte(1), z.lte(10_000))]), ([count]) => {
      for (let done = 0; done < count; done += 1) slots.advance()
      return slots.slot()
    }),
  }
}
