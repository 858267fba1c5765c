import * as z from '../../../../shared/zod.ts'
import type { OutboundResponse } from '../../ports/outbound.ts'
import { InvalidPurchaseError } from '../../ports/sources/onramp.ts'
import { createVendorClient, type VendorConnection } from '../../vendor-clients/vendor-client.ts'

export const vendor = 'Stripe'

/** The preview of the onramp API has its own version. */
const apiVersion = '2025-04-30.basil;crypto_onramp_beta=v2'

const text = () => z.string().check(z.minLength(1), z.maxLength(4_096))
const decimal = () => z.string().check(z.regex(/^\d{1,30}(\.\d{1,30})?$/))
const maybe = <S extends z.ZodMiniType>(schema: S) => z.optional(z.nullable(schema))

/** The members of a session that are read (https://docs.stripe.com/api/crypto/onramp_sessions/object). */
export const sessionSchema = () =>
  z.object({
    id: z.string().check(z.regex(/^cos_\w{1,128}$/)),
    object: z.literal('crypto.onramp_session'),
    status: z.string(),
    redirect_url: maybe(text()),
    metadata: maybe(z.record(z.string(), z.string())),
    transaction_details: z.object({
      destination_currency: maybe(text()),
      destination_network: maybe(text()),
      lock_wallet_address: z.optional(z.boolean()),
      source_amount: maybe(decimal()),
      source_currency: maybe(text()),
      transaction_id: maybe(text()),
      wallet_address: maybe(text()),
      wallet_addresses: maybe(z.record(z.string(), z.nullable(z.string()))),
    }),
  })
export type StripeSession = z.output<ReturnType<typeof sessionSchema>>

const quoteSchema = () =>
  z.object({
    id: text(),
    destination_amount: decimal(),
    destination_currency: text(),
    destination_network: text(),
    fees: z.object({ network_fee_monetary: decimal(), transaction_fee_monetary: decimal() }),
    source_total_amount: decimal(),
  })

const quotesSchema = () =>
  z.object({
    source_currency: maybe(text()),
    destination_network_quotes: z.record(z.string(), z.array(quoteSchema()).check(z.maxLength(100))),
  })
export type StripeQuotes = z.output<ReturnType<typeof quotesSchema>>

const errorSchema = z.object({ error: z.object({ code: z.string() }) })

/** Errors that concern the user and not the request. Their text is not passed on. */
function errorOf({ json }: OutboundResponse): Error | undefined {
  const parsed = z.safeParse(errorSchema, json)
  return parsed.success && /^crypto_onramp_(?:disabled|unsupport)/.test(parsed.data.error.code)
    ? new InvalidPurchaseError('Stripe does not sell this here')
    : undefined
}

type Fields = Readonly<Record<string, string>>

export type StripeOptions = {
  /** Without the path of the API. */
  readonly url: string
  readonly secretKey: string
}

/** The Onramp API of Stripe (https://docs.stripe.com/api/crypto). @throws InvalidPurchaseError, VendorError */
export function createStripeApi(connection: VendorConnection, { url, secretKey }: StripeOptions) {
  const client = createVendorClient({ ...connection, vendor })
  const headers = { authorization: `Bearer ${secretKey}`, 'stripe-version': apiVersion }

  return {
    /** @param read throws a VendorError for a response that does not match the request. */
    quotes: <T>(query: Fields, read: (quotes: StripeQuotes) => T): Promise<T> =>
      client.call(
        { url: `${url}/v1/crypto/onramp_quotes`, query, headers, errorOf, schema: quotesSchema() },
        read,
      ),
    /** Creates a session, once for each key. @param read as for `quotes`. */
    createSession: <T>(
      fields: Fields,
      idempotencyKey: string,
      read: (session: StripeSession) => T,
    ): Promise<T> =>
      client.call(
        {
          method: 'POST',
          url: `${url}/v1/crypto/onramp_sessions`,
          headers: {
            ...headers,
            'content-type': 'application/x-www-form-urlencoded',
            'idempotency-key': idempotencyKey,
          },
          body: new URLSearchParams(fields).toString(),
          errorOf,
          schema: sessionSchema(),
        },
        read,
      ),
  }
}
