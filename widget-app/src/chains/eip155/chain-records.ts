import * as z from 'zod/mini'
import { addressSchema, bytesSchema, countSchema, hashSchema, quantitySchema } from './hex.ts'

/** What we read of a block header. */
export const blockSchema = z.object({
  number: quantitySchema,
  baseFeePerGas: z.optional(z.nullable(quantitySchema)),
})

/** A transaction as a node tells it, mined or pending. */
export const transactionSchema = z.object({
  hash: hashSchema,
  from: addressSchema,
  to: z.optional(z.nullable(addressSchema)),
  nonce: countSchema,
  value: quantitySchema,
  input: bytesSchema,
  chainId: z.optional(z.nullable(quantitySchema)),
})

const accessSchema = z.object({ address: addressSchema, storageKeys: z.array(hashSchema) })
const maybe = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))
const authorisationSchema = z.object({
  address: addressSchema,
  chainId: quantitySchema,
  nonce: maybe(quantitySchema),
  yParity: maybe(quantitySchema),
  r: maybe(quantitySchema),
  s: maybe(quantitySchema),
})

/**
 * The same with what it fixes beside its call: fees, type, access list (EIP-2930) and authorisations (EIP-7702); and its block,
 * once it is in one.
 */
export const sentTransactionSchema = z.extend(transactionSchema, {
  blockNumber: maybe(quantitySchema),
  type: maybe(quantitySchema),
  gas: maybe(quantitySchema),
  gasPrice: maybe(quantitySchema),
  maxFeePerGas: maybe(quantitySchema),
  accessList: maybe(z.array(accessSchema)),
  authorizationList: maybe(z.array(authorisationSchema)),
})

export type SentTransaction = z.output<typeof sentTransactionSchema>

/** Who used which nonce in a mined transaction. */
export const nonceUseSchema = z.object({ hash: hashSchema, from: addressSchema, nonce: countSchema })

/** A block with whole transactions, each parsed on its own: rollups have kinds in there that no one else knows. */
export const fullBlockSchema = z.object({ transactions: z.array(z.unknown()) })

/** An event of a transaction. */
export const logSchema = z.object({ address: addressSchema, topics: z.array(bytesSchema), data: bytesSchema })

/** A receipt; `l1Fee` is what rollups of the OP stack take on top. */
export const receiptSchema = z.object({
  status: z.optional(z.nullable(quantitySchema)),
  blockNumber: quantitySchema,
  gasUsed: quantitySchema,
  effectiveGasPrice: z.optional(z.nullable(quantitySchema)),
  l1Fee: z.optional(z.nullable(quantitySchema)),
  logs: z.optional(z.array(logSchema)),
})

/** What of a receipt tells who got what. */
export const receiptLogsSchema = z.object({
  from: addressSchema,
  to: z.optional(z.nullable(addressSchema)),
  status: z.optional(z.nullable(quantitySchema)),
  blockNumber: quantitySchema,
  gasUsed: quantitySchema,
  effectiveGasPrice: z.optional(z.nullable(quantitySchema)),
  l1Fee: z.optional(z.nullable(quantitySchema)),
  logs: z.array(logSchema),
})

export type ReceiptLogs = z.output<typeof receiptLogsSchema>

export type Receipt = z.output<typeof receiptSchema>
