import * as z from '#shared/zod.ts'
import { getEndpoint, noQuery, postEndpoint } from './endpoint.ts'
import { lenientListOf } from './lenient-list.ts'
import { decimalText, transactionHashText } from './wire-formats.ts'

const name = () => z.string().check(z.minLength(1), z.maxLength(128))
const nullish = <Schema extends z.ZodMiniType>(schema: Schema) => z.optional(z.nullable(schema))

/** ISO 4217. */
const currencyCode = () => z.string().check(z.regex(/^[A-Z]{3}$/))

const paymentCurrency = () =>
  z.object({
    id: currencyCode(),
    payment_method_limits: lenientListOf(
      z.object({ id: name(), min: decimalText(), max: decimalText() }),
      32,
    ),
  })

const purchaseCurrency = () =>
  z.object({
    id: name(),
    name: name(),
    symbol: name(),
    networks: lenientListOf(
      z.object({
        name: name(),
        display_name: nullish(name()),
        /** CAIP-2, or the number of an EVM chain. */
        chain_id: nullish(z.union([z.string().check(z.maxLength(64)), z.int()])),
        /** Absent or empty for the native currency. */
        contract_address: nullish(z.string().check(z.maxLength(128))),
      }),
      64,
    ),
  })

/** Assets and payment methods (SPEC §3). Limits are decimals of the payment currency. */
export const getOnrampOptions = getEndpoint('/v1/onramp/options', noQuery, () =>
  z.object({
    paymentCurrencies: lenientListOf(paymentCurrency(), 200),
    purchaseCurrencies: lenientListOf(purchaseCurrency(), 1_000),
  }),
)
export type OnrampOptions = z.output<ReturnType<(typeof getOnrampOptions)['response']>>

const amount = () => z.object({ amount: decimalText(), currency: name() })
const money = () => z.object({ amount: decimalText(), currency: currencyCode() })

/** A quote for a payment (SPEC §3): `paymentTotal` includes fees; the user receives `purchaseAmount`. */
export const postOnrampQuote = postEndpoint(
  '/v1/onramp/quote',
  noQuery,
  () =>
    z.object({
      purchaseCurrency: name(),
      paymentCurrency: name(),
      /** Decimal text. */
      amount: decimalText(),
      network: name(),
      projectId: name(),
      /** The onramp provider, by its id in `onrampProviders`. Not in SPEC §7: the default is Meld. */
      provider: z.optional(name()),
    }),
  () =>
    z.object({
      quoteId: name(),
      paymentTotal: money(),
      paymentSubtotal: money(),
      purchaseAmount: amount(),
      /**
       * Included in the difference of `paymentTotal` and `paymentSubtotal`; absent if the provider does not state it
       * separately.
       */
      networkFee: z.optional(amount()),
    }),
)
export type OnrampQuote = z.output<ReturnType<(typeof postOnrampQuote)['response']>>

/** The provider's page for one purchase. `partnerUserId` is the widget's id of it. Amounts are decimal texts. */
export const postOnrampUrl = postEndpoint(
  '/v1/generators/onrampurl',
  noQuery,
  () =>
    z.object({
      destinationWallets: z
        .array(
          z.object({
            address: name(),
            blockchains: z.optional(z.array(name())),
            assets: z.optional(z.array(name())),
          }),
        )
        .check(z.minLength(1), z.maxLength(8)),
      defaultNetwork: name(),
      partnerUserId: name(),
      defaultExperience: z.literal('buy'),
      presetCryptoAmount: z.optional(decimalText()),
      presetFiatAmount: z.optional(decimalText()),
      /** Not in SPEC §7: without it the amount is in US dollars. */
      presetFiatCurrency: z.optional(name()),
      /** As in the quote. */
      provider: z.optional(name()),
    }),
  () => z.object({ url: z.string().check(z.maxLength(4_096)) }),
)

/**
 * The status of a purchase that the provider reports; `id` is the `partnerUserId` of its page. Not in SPEC §7: a service
 * without this endpoint returns 404, and the widget then watches the chain only.
 */
export const getOnrampOrder = getEndpoint('/v1/onramp/orders/:id', noQuery, () =>
  z.discriminatedUnion('status', [
    z.object({ status: z.literal('waiting') }),
    z.object({ status: z.literal('processing') }),
    z.object({ status: z.literal('sent'), transactionHash: transactionHashText() }),
    z.object({ status: z.literal('failed'), reason: z.optional(z.string().check(z.maxLength(256))) }),
    z.object({ status: z.literal('expired') }),
  ]),
)
