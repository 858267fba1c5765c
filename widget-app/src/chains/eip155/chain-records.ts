import * as z from '#shared/zod.ts'
import { addressSchema, bytesSchema, countSchema, hashSchema, quantitySchema } from './hex.ts'

/** The members of a block header that the widget reads. */
export const blockSchema = z.object({
  number: quantitySchema,
  baseFeePerGas: z.optional(z.nullable(quantitySchema)),
})

/** A transaction as a node returns it, mined or pending. */
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
const nullish = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))
const authorizationSchema = z.object({
  address: addressSchema,
  chainId: quantitySchema,
  nonce: nullish(quantitySchema),
  yParity: nullish(quantitySchema),
  r: nullish(quantitySchema),
  s: nullish(quantitySchema),
})

/**
 * The same with the terms that it fixes in addition to its call: fees, type, access list (EIP-2930) and authorizations
 * (EIP-7702); and its block, once it is mined.
 */
export const sentTransactionSchema = z.extend(transactionSchema, {
  blockNumber: nullish(quantitySchema),
  type: nullish(quantitySchema),
  gas: nullish(quantitySchema),
  gasPrice: nullish(quantitySchema),
  maxFeePerGas: nullish(quantitySchema),
  accessList: nullish(z.array(accessSchema)),
  authorizationList: nullish(z.array(authorizationSchema)),
})

export type SentTransaction = z.output<typeof sentTransactionSchema>

/** Sender and nonce of a mined transaction. */
export const nonceUseSchema = z.object({ hash: hashSchema, from: addressSchema, nonce: countSchema })

/** A block with whole transactions, each parsed separately: rollups have types of their own among them. */
export const fullBlockSchema = z.object({ transactions: z.array(z.unknown()) })

/** An event of a transaction. */
export const logSchema = z.object({ address: addressSchema, topics: z.array(bytesSchema), data: bytesSchema })

/** A receipt; `l1Fee` is what OP Stack rollups charge in addition. */
export const receiptSchema = z.object({
  status: z.optional(z.nullable(quantitySchema)),
  blockNumber: quantitySchema,
  gasUsed: quantitySchema,
  effectiveGasPrice: z.optional(z.nullable(quantitySchema)),
  l1Fee: z.optional(z.nullable(quantitySchema)),
  logs: z.optional(z.array(logSchema)),
})

/** The members of a receipt that show who received what. */
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
