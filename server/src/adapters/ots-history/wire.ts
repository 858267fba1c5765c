import { type Address, getAddress, type Hex, isAddress } from 'viem'
import * as z from '../../../../shared/zod.ts'
import { hexSchema } from '../../chain-clients/evm-call.ts'

const quantity = () =>
  z.pipe(
    z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/)),
    z.transform((text) => BigInt(text)),
  )

const address = () =>
  z.pipe(
    z.custom<Address>((value) => typeof value === 'string' && isAddress(value, { strict: false })),
    z.transform((text) => getAddress(text)),
  )

/** The members of a transaction that are read. */
export const transactionSchema = z.object({
  hash: hexSchema(),
  blockNumber: quantity(),
  transactionIndex: quantity(),
  from: address(),
  to: z.nullish(address()),
  value: quantity(),
  nonce: quantity(),
  input: hexSchema(),
})
export type WireTransaction = z.output<typeof transactionSchema>

/** A page of `ots_searchTransactionsBefore`; receipts contain the time of their block, and no logs on most nodes. */
export const searchSchema = z.object({
  txs: z.array(transactionSchema),
  receipts: z.array(
    z.object({
      transactionHash: hexSchema(),
      status: z.nullish(quantity()),
      timestamp: z.union([quantity(), z.int()]),
    }),
  ),
  lastPage: z.boolean(),
})

export const logsSchema = z.array(
  z.object({
    address: address(),
    topics: z.array(hexSchema()),
    data: hexSchema(),
    blockNumber: quantity(),
    transactionHash: hexSchema(),
    logIndex: quantity(),
  }),
)
export type WireLog = z.output<typeof logsSchema>[number]

export const operationsSchema = z.array(z.object({ from: address(), to: address(), value: quantity() }))

export const blockSchema = z.object({ timestamp: quantity() })

/** The address in a topic. */
export const topicAddress = (topic: Hex): Address => getAddress(`0x${topic.slice(-40)}`)

/** The topic of an address. */
export const addressTopic = (account: Address): Hex => `0x${account.slice(2).toLowerCase().padStart(64, '0')}`
