import * as z from '#shared/zod.ts'
import { getEndpoint } from './endpoint.ts'
import { lenientListOf } from './lenient-list.ts'
import { chainIdText } from './query-text.ts'
import { accountIdText, csv, decimalText, imageUrlText, truncatedText } from './wire-formats.ts'

/** Display currencies that the API supports. */
export const currency = () => z.enum(['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'])

/** Maximum number of displayed tokens per account. */
const tokenLimit = 10_000

/** One token balance; without `address` it is the chain's native currency. Amounts are plain decimal texts. */
export const balanceEntry = () =>
  z.object({
    name: truncatedText(256),
    symbol: truncatedText(64),
    chainId: chainIdText,
    address: z.optional(accountIdText()),
    value: z.optional(decimalText()),
    price: decimalText(),
    quantity: z.object({
      decimals: z.string().check(z.regex(/^\d{1,2}$/)),
      numeric: decimalText(),
    }),
    iconUrl: z.optional(imageUrlText()),
  })
export type BalanceEntry = z.infer<ReturnType<typeof balanceEntry>>

/** Balances of one account; `forceUpdate` lists token ids (CAIP-10) for which the API must bypass its cache. */
export const getBalance = getEndpoint(
  '/v1/account/:address/balance',
  () =>
    z.object({
      currency: z.optional(currency()),
      chainId: z.optional(chainIdText),
      forceUpdate: z.optional(csv()),
    }),
  () => z.object({ balances: lenientListOf(balanceEntry(), tokenLimit) }),
)
