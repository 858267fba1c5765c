import { readResultCapabilities } from '#shared/wallet-capabilities.ts'
import * as z from '#shared/zod.ts'

/** The meaning of a status code of EIP-5792 (SPEC §4): 100–199 pending, 200–299 success, 300–699 failure. */
export type BundleOutcome = 'pending' | 'success' | 'failure'

/** The meaning of a status code; undefined for one outside 100–699. */
export function bundleOutcome(code: number): BundleOutcome | undefined {
  if (code >= 100 && code < 200) return 'pending'
  if (code >= 200 && code < 300) return 'success'
  return code >= 300 && code < 700 ? 'failure' : undefined
}

/** Whether waiting is over: code 200, or any of 300 and above (SPEC §4). */
export const isBundleSettled = (code: number): boolean => code === 200 || code >= 300

/** Codes that the widget itself returns. */
const bundleStatusCodes = {
  pending: 100,
  confirmed: 200,
  /** None of it is on the chain, and none will be. */
  failedOffChain: 400,
  reverted: 500,
  partlyReverted: 600,
} as const

const word = z.string().check(z.regex(/^0x[0-9a-f]{64}$/i))
const hex = z.string().check(z.regex(/^0x[0-9a-f]*$/i))

/** A receipt as EIP-5792 requires it, from a node or a wallet. */
const receiptSchema = z.object({
  logs: z.array(z.object({ address: hex, data: hex, topics: z.array(hex) })),
  status: z.enum(['0x0', '0x1']),
  blockHash: word,
  blockNumber: hex,
  gasUsed: hex,
  transactionHash: word,
})
export type BundleReceipt = z.output<typeof receiptSchema>

/** Parses a node's receipt; undefined while there is none. */
export const parseReceipt = (value: unknown): BundleReceipt | undefined => receiptSchema.safeParse(value).data

const codeSchema = z.int().check(z.gte(100), z.lt(700))

/** The strings of version 1 (SPEC §4): confirmed maps to 200 and pending to 100. Some wallets write the code as text. */
const statusSchema = z.union([
  codeSchema,
  z.pipe(
    z.string().check(z.regex(/^(0x[0-9a-f]{2,3}|\d{3})$/i)),
    z.pipe(
      z.transform((text: string) => Number(text)),
      codeSchema,
    ),
  ),
  z.pipe(
    z.enum(['CONFIRMED', 'PENDING']),
    z.transform((word): number => (word === 'CONFIRMED' ? 200 : 100)),
  ),
])

const walletStatusSchema = z.object({
  status: statusSchema,
  atomic: z.optional(z.boolean()),
  // Without receipts a bundle counts as not compared; a malformed one does not hide the status.
  receipts: z.catch(z.nullish(z.array(receiptSchema)), undefined),
  capabilities: z.optional(z.pipe(z.unknown(), z.transform(readResultCapabilities))),
})
export type WalletBundleStatus = z.output<typeof walletStatusSchema>

/** Parses a wallet's bundle status, in version 2 or 1 of EIP-5792; undefined if malformed. */
export const parseWalletStatus = (value: unknown): WalletBundleStatus | undefined =>
  walletStatusSchema.safeParse(value).data

/**
 * The status of calls that were sent one by one: pending while a receipt is missing, then by their results. Calls that were
 * never sent count as failed.
 */
export function statusOfReceipts(
  receipts: readonly (BundleReceipt | undefined)[],
  callCount: number,
): number {
  if (receipts.some((receipt) => receipt === undefined)) return bundleStatusCodes.pending
  const succeeded = receipts.filter((receipt) => receipt?.status === '0x1').length
  if (receipts.length === 0) return bundleStatusCodes.failedOffChain
  if (succeeded === callCount) return bundleStatusCodes.confirmed
  return succeeded === 0 ? bundleStatusCodes.reverted : bundleStatusCodes.partlyReverted
}
