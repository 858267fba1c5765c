import type { LiteSVM } from 'litesvm'
import * as z from 'zod/mini'
import { systemProgram } from './addresses.ts'
import { genesisHash as localGenesisHash } from './genesis.ts'
import { isWritable, type Ledger } from './ledger.ts'
import { addressParam, commonConfig, defaultCommitment, type Method, method, noParams } from './method.ts'
import type { Slots } from './slots.ts'

/** Number of newest slots for which prioritization fees are returned. */
const feeSlots = 150
const slotsPerEpoch = 432_000

const config = z.optional(commonConfig)
const maySayCommitment = z.tuple([config])

/** Creates the methods about the chain. */
export function chainMethods(
  svm: LiteSVM,
  slots: Slots,
  ledger: Ledger,
  genesisHash = localGenesisHash,
): Readonly<Record<string, Method>> {
  const slotOf = (given: z.output<typeof config>) => slots.slotAt(given?.commitment ?? defaultCommitment)
  const context = () => ({ apiVersion: '2.1.0', slot: slots.slot() })

  /** For each slot, the lowest compute-unit price that was enough to write to these accounts, or to any account. */
  function recentFees(accounts: readonly string[]): readonly object[] {
    const newest = slots.slot()
    const oldest = Math.max(1, newest - feeSlots + 1)
    const lowest = new Map<number, Map<string, number>>()
    const lower = (slot: number, key: string, price: number) => {
      const prices = lowest.get(slot) ?? new Map<string, number>()
      const known = prices.get(key)
      if (known === undefined || price < known) prices.set(key, price)
      lowest.set(slot, prices)
    }
    for (const { slot, sent, keys } of ledger.all()) {
      if (slot < oldest || sent === undefined) continue
      const price = Number(sent.unitPrice)
      lower(slot, '', price)
      keys.all.forEach((key, index) => {
        if (isWritable(sent.message, keys, index)) lower(slot, key, price)
      })
    }
    return Array.from({ length: newest - oldest + 1 }, (_, at) => {
      const slot = oldest + at
      const prices = ['', ...accounts].map((key) => lowest.get(slot)?.get(key) ?? 0)
      return { slot, prioritizationFee: Math.max(...prices) }
    })
  }

  return {
    getHealth: () => 'ok',
    // Only on this node: moves its clock forward.
    localPassTime: method(z.tuple([z.int().check(z.gte(0))]), ([seconds]) => {
      slots.passTime(seconds)
      return slots.unixTime()
    }),
    getVersion: () => ({ 'solana-core': '2.1.0', 'feature-set': 0 }),
    getGenesisHash: () => genesisHash,
    getIdentity: () => ({ identity: systemProgram }),
    getSlot: method(maySayCommitment, ([given]) => slotOf(given)),
    getBlockHeight: method(maySayCommitment, ([given]) => slotOf(given)),
    getEpochInfo: method(maySayCommitment, ([given]) => {
      const slot = slotOf(given)
      return {
        absoluteSlot: slot,
        blockHeight: slot,
        epoch: Math.floor(slot / slotsPerEpoch),
        slotIndex: slot % slotsPerEpoch,
        slotsInEpoch: slotsPerEpoch,
        transactionCount: ledger.all().length,
      }
    }),
    getLatestBlockhash: method(noParams, () => ({ context: context(), value: slots.latest() })),
    isBlockhashValid: method(z.tuple([z.string(), config]), ([hash]) => ({
      context: context(),
      value: slots.isUsable(hash),
    })),
    getMinimumBalanceForRentExemption: method(z.tuple([z.int().check(z.gte(0)), config]), ([length]) =>
      Number(svm.minimumBalanceForRentExemption(BigInt(length))),
    ),
    getRecentPrioritizationFees: method(z.tuple([z.optional(z.array(addressParam))]), ([accounts]) =>
      recentFees(accounts ?? []),
    ),
    // Only on this chain: tests skip slots, instead of a wait of a minute.
    svm_skipSlots: method(z.tuple([z.int().check(z.gte(1), z.lte(10_000))]), ([count]) => {
      for (let done = 0; done < count; done += 1) slots.advance()
      return slots.slot()
    }),
  }
}
