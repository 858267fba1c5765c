import { decimalText } from '../../../../shared/api/wire-formats.ts'
import * as z from '../../../../shared/zod.ts'
import type { OutboundResponse } from '../../ports/outbound.ts'
import { InvalidPurchaseError } from '../../ports/sources/onramp.ts'
import { createVendorClient, type VendorConnection } from '../../vendor-clients/vendor-client.ts'

export const vendor = 'Meld'

const code = () => z.string().check(z.regex(/^[A-Za-z0-9_.-]{1,64}$/))
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema))
const listMax = 5_000

/** Currencies that can be bought, by Meld's codes (`USDC_POLYGON`). */
const currenciesSchema = () =>
  z
    .array(
      z.object({
        currencyCode: code(),
        name: z.string(),
        chainCode: maybe(z.string()),
        chainName: maybe(z.string()),
        chainId: maybe(z.string()),
        contractAddress: maybe(z.string()),
      }),
    )
    .check(z.maxLength(listMax))
export type MeldCurrency = z.output<ReturnType<typeof currenciesSchema>>[number]

/** JSON numbers are converted to their decimal text. */
const quoteSchema = () =>
  z.object({
    sourceAmount: decimalText(),
    sourceCurrencyCode: code(),
    destinationAmount: decimalText(),
    destinationCurrencyCode: code(),
    totalFee: maybe(decimalText()),
    networkFee: maybe(decimalText()),
    serviceProvider: code(),
  })
export type MeldQuote = z.output<ReturnType<typeof quoteSchema>>
const quotesSchema = () => z.object({ quotes: maybe(z.array(quoteSchema()).check(z.maxLength(listMax))) })

const sessionSchema = () =>
  z.object({
    id: z.string().check(z.minLength(1), z.maxLength(256)),
    externalSessionId: z.string(),
    widgetUrl: z.string().check(z.maxLength(4_096)),
  })
export type MeldSession = z.output<ReturnType<typeof sessionSchema>>

const errorSchema = z.object({ code: z.string() })
const notSoldCodes = [
  'NO_QUOTES_FOUND',
  'UNSUPPORTED_COUNTRY',
  'UNSUPPORTED_CURRENCY',
  'INVALID_AMOUNT_TOO_LOW',
  'INVALID_AMOUNT_TOO_HIGH',
]

/** Errors that concern the purchase and not the request. Their text is not passed on. */
function errorOf({ json }: OutboundResponse): Error | undefined {
  const parsed = z.safeParse(errorSchema, json)
  return parsed.success && notSoldCodes.includes(parsed.data.code)
    ? new InvalidPurchaseError('Meld does not sell this for this amount')
    : undefined
}

export type MeldApiOptions = {
  /** Without the path of the API. */
  readonly url: string
  readonly apiKey: string
}

/** The API of Meld (https://docs.meld.io/reference). @throws InvalidPurchaseError, VendorError */
export function createMeldApi(connection: VendorConnection, { url, apiKey }: MeldApiOptions) {
  const client = createVendorClient({ ...connection, vendor })
  const headers = { authorization: `BASIC ${apiKey}` }
  const post = (path: string, body: object) => ({
    method: 'POST' as const,
    url: `${url}${path}`,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    errorOf,
  })

  return {
    /** @param read throws a VendorError for an unusable list. */
    currencies: <T>(countryCode: string, read: (currencies: readonly MeldCurrency[]) => T): Promise<T> =>
      client.call(
        {
          url: `${url}/service-providers/properties/crypto-currencies`,
          query: { categories: 'CRYPTO_ONRAMP', countries: countryCode },
          headers,
          schema: currenciesSchema(),
        },
        read,
      ),
    /** @param read as for `currencies`. */
    quotes: <T>(body: object, read: (quotes: readonly MeldQuote[]) => T): Promise<T> =>
      client.call({ ...post('/payments/crypto/quote', body), schema: quotesSchema() }, ({ quotes }) =>
        read(quotes ?? []),
      ),
    /** @param read as for `currencies`. */
    createSession: <T>(body: object, read: (session: MeldSession) => T): Promise<T> =>
      client.call({ ...post('/crypto/session/widget', body), schema: sessionSchema() }, read),
  }
}
