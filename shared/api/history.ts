import * as z from 'zod/mini'
import { getEndpoint } from './endpoint.ts'
import { chainIdText } from './query-text.ts'
import { decimalText } from './wire-text.ts'

const line = (max: number) => z.string().check(z.maxLength(max))

/** The most transactions of one answer; services give some fifty. */
const pageLimit = 10_000

/** What one transaction moved. `numeric` is a plain decimal text in whole units; the service does not tell decimals. */
const transfer = () =>
  z.object({
    direction: z.enum(['in', 'out', 'self']),
    quantity: z.object({ numeric: decimalText() }),
    value: z.nullish(decimalText()),
    price: z.nullish(decimalText()),
    fungible_info: z.nullish(
      z.object({
        name: z.nullish(line(1_024)),
        symbol: z.nullish(line(1_024)),
        icon: z.nullish(z.object({ url: z.nullish(line(4_096)) })),
      }),
    ),
    nft_info: z.nullish(
      z.object({
        name: z.nullish(line(1_024)),
        flags: z.nullish(z.object({ is_spam: z.nullish(z.boolean()) })),
      }),
    ),
  })

const isTime = (text: string): boolean => !Number.isNaN(Date.parse(text))

/** One transaction of an account; `sentFrom` and `sentTo` are plain addresses, `minedAt` is ISO 8601. */
export const historyEntry = () =>
  z.object({
    id: z.string().check(z.minLength(1), z.maxLength(256)),
    metadata: z.object({
      operationType: line(64),
      hash: z.string().check(z.minLength(1), z.maxLength(256)),
      chain: chainIdText,
      minedAt: line(40).check(z.refine(isTime, 'not a time')),
      sentFrom: line(256),
      sentTo: z.nullish(line(256)),
      status: z.enum(['confirmed', 'failed', 'pending']),
      nonce: z.nullish(z.number().check(z.gte(0))),
    }),
    transfers: z.nullish(z.array(transfer()).check(z.maxLength(1_000))),
  })
export type HistoryEntry = z.infer<ReturnType<typeof historyEntry>>

/** Transactions of an account, newest first; `next` is the opaque cursor of the page that follows, null at the end. */
export const getHistory = getEndpoint(
  '/v1/account/:address/history',
  () =>
    z.object({
      cursor: z.optional(line(4_096)),
      chainId: z.optional(chainIdText),
    }),
  () =>
    z.object({
      data: z.array(historyEntry()).check(z.maxLength(pageLimit)),
      next: z.nullish(line(4_096)),
    }),
)
