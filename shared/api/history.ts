import * as z from '#shared/zod.ts'
import {
  anyOf,
  custom,
  finite,
  flag,
  nonEmptyText,
  nullish,
  oneOf,
  openObject,
  text,
} from '../wire-schema.ts'
import { getEndpoint } from './endpoint.ts'
import { lenientListOf } from './lenient-list.ts'
import { chainIdText } from './query-text.ts'
import { plainDecimal, shortUrl } from './wire-formats.ts'

/** Maximum transactions per response, and transfers per transaction; services return about fifty. */
const pageLimit = 10_000
const transferLimit = 1_000

/** A number or a decimal text; the code that reads it decides which texts are numbers. */
const anyNumber = anyOf(finite(), text(340))
const anyText = text(Number.POSITIVE_INFINITY)

/** A transfer as services return it, without the token's decimals. */
const wireTransfer = openObject({
  direction: oneOf('in', 'out', 'self'),
  quantity: openObject({ numeric: anyNumber }),
  fungible_info: nullish(
    openObject({
      name: nullish(anyText),
      symbol: nullish(anyText),
      icon: nullish(openObject({ url: nullish(anyText) })),
    }),
  ),
  nft_info: nullish(
    openObject({ name: nullish(anyText), flags: nullish(openObject({ is_spam: nullish(flag) })) }),
  ),
})

/**
 * A transfer: `numeric` is a plain decimal text in whole units, `name` is untrusted. Parsed by wire schemas, which do not
 * copy: zod objects took two fifths of the time to display ten thousand rows.
 */
const transfer = () =>
  z.pipe(
    wireTransfer,
    z.transform(({ direction, quantity, fungible_info: token, nft_info: nft }, context) => {
      const numeric = plainDecimal(`${quantity.numeric}`)
      if (numeric === undefined) {
        context.issues.push({ code: 'custom', message: 'not a decimal number', input: quantity })
        return z.NEVER
      }
      return {
        ...{ direction, numeric },
        name: token?.symbol ?? nft?.name ?? token?.name ?? '',
        iconUrl: shortUrl(token?.icon?.url),
        isSpam: nft?.flags?.is_spam === true,
      }
    }),
  )

/** A point in time as ISO 8601, of a plausible length. */
const timeText = custom<string>(
  (value) => typeof value === 'string' && value.length <= 40 && !Number.isNaN(Date.parse(value)),
)

/** One transaction of an account; `sentFrom` and `sentTo` are plain addresses, `minedAt` is ISO 8601. */
export const historyEntry = () =>
  z.object({
    id: nonEmptyText(256),
    metadata: openObject({
      operationType: text(64),
      hash: nonEmptyText(256),
      chain: chainIdText,
      minedAt: timeText,
      sentFrom: text(256),
      sentTo: nullish(text(256)),
      status: oneOf('confirmed', 'failed', 'pending'),
      nonce: nullish(finite(0)),
    }),
    transfers: z.nullish(lenientListOf(transfer(), transferLimit)),
  })
export type HistoryEntry = z.infer<ReturnType<typeof historyEntry>>

/** Transactions of an account, newest first; `next` is the opaque cursor of the next page, null at the end. */
export const getHistory = getEndpoint(
  '/v1/account/:address/history',
  () =>
    z.object({
      cursor: z.optional(text(4_096)),
      chainId: z.optional(chainIdText),
    }),
  () =>
    z.object({
      data: lenientListOf(historyEntry(), pageLimit),
      next: nullish(text(4_096)),
    }),
)
