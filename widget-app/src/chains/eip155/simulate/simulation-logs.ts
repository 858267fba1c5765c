import * as z from '#shared/zod.ts'
import { addressSchema, bytesSchema, type Hex, hashSchema, isSameHex } from '../hex.ts'

export const simulationLogSchema = z.object({
  address: addressSchema,
  topics: z.array(hashSchema),
  data: bytesSchema,
})

/** `Transfer(address,address,uint256)` of ERC-20 and ERC-721. */
export const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** An event of a simulation. */
export type SimulationLog = z.output<typeof simulationLogSchema>

/** The address in an indexed or encoded word, as the log writes it. */
export const wordAddress = (word: string | undefined): Hex => `0x${(word ?? '').slice(-40).padStart(40, '0')}`

/** The 32-byte word at an index of event data, as hex without `0x`; empty if the data is shorter. */
export const wordText = (data: string, index: number): string => data.slice(2 + index * 64, 66 + index * 64)

/** The same as a number; 0 if the data is shorter. */
export function wordAt(data: string, index: number): bigint {
  const text = wordText(data, index)
  return text === '' ? 0n : BigInt(`0x${text}`)
}

/** Whether an indexed word is an account's address. */
export const isWordOf = (word: string | undefined, account: string): boolean =>
  word !== undefined && isSameHex(wordAddress(word), account)
