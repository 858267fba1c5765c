import { plainAmount } from '#shared/amount/format-amount.ts'
import { type OnrampQuote, postOnrampQuote } from '#shared/api/onramp.ts'
import { onrampQuoteDelayMs, onrampQuoteLifetimeMs } from '#shared/config/limits.ts'
import { WidgetError } from '#shared/errors/widget-error.ts'
import { blockchainApiAtom, projectIdAtom } from '#widget/core/config.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { sleep } from '#widget/lib/async.ts'
import { fetchEndpoint } from '#widget/lib/http.ts'
import { queryAtom } from '#widget/lib/query.ts'
import { atom } from '#widget/lib/state.ts'
import { type OnrampFailure, toOnrampFailure } from '../onramp-failure.ts'
import { centsOf, type Payment, readPayment } from '../payment-amount.ts'
import { draftAtom, expiredQuoteAtAtom } from './draft.ts'
import { type BuyToken, buyTokenAtom, currencyAtom, methodAtom, optionsAtom } from './options.ts'
import { requestedProviderAtom } from './providers.ts'

/** The parsed fiat amount. */
export const paymentAtom = atom((get): Payment => {
  const currency = get(currencyAtom)
  const method = get(methodAtom)
  if (!currency || !method) return { is: 'empty' }
  return readPayment(get(draftAtom).text, currency.id, method, currency.methods, get(localeAtom))
})

/** A quote request: cents of a currency, a token, and the provider's id unless it is the default one. */
type QuoteRequest = {
  readonly cents: bigint
  readonly currency: string
  readonly token: BuyToken
  readonly provider: string | undefined
}

/** The quote request of the form, once it is complete. */
export const quoteRequestAtom = atom((get): QuoteRequest | undefined => {
  const payment = get(paymentAtom)
  const currency = get(currencyAtom)?.id
  const token = get(buyTokenAtom)
  return payment.is === 'amount' && currency !== undefined && token
    ? { cents: payment.cents, currency, token, provider: get(requestedProviderAtom) }
    : undefined
})

/** A quote, with the time of its response in epoch milliseconds of the clock port. */
export type Quote = Pick<
  OnrampQuote,
  'quoteId' | 'paymentTotal' | 'paymentSubtotal' | 'purchaseAmount' | 'networkFee'
> & {
  readonly at: number
}

const quoteQueryAtom = queryAtom<Quote>((get) => {
  const ports = get(portsAtom)
  const api = get(blockchainApiAtom)
  const projectId = get(projectIdAtom)
  const request = get(quoteRequestAtom)
  const options = get(optionsAtom)
  const isReal = options.is === 'ready' && !options.isSample
  return {
    key: [
      'onramp-quote',
      request?.currency ?? '',
      request?.cents.toString() ?? '',
      request?.token.id ?? '',
      request?.token.network ?? '',
      request?.provider ?? '',
    ],
    staleTimeMs: onrampQuoteLifetimeMs,
    enabled: request !== undefined && isReal,
    load: async (signal): Promise<Quote> => {
      if (!request) throw new Error('A quote was asked for without its purchase')
      await sleep(ports.clock, onrampQuoteDelayMs, signal)
      const { cents, currency, token, provider } = request
      const body = {
        purchaseCurrency: token.id,
        paymentCurrency: currency,
        amount: plainAmount(cents, 2),
        network: token.network,
        projectId,
        ...(provider === undefined ? {} : { provider }),
      }
      const quote = await fetchEndpoint(ports, api, postOnrampQuote, {
        ...{ params: {}, query: {}, body, signal },
        idempotent: true,
        readsRejection: true,
      })
      const { paymentTotal, purchaseAmount } = quote
      const matchesRequest =
        paymentTotal.currency === currency &&
        centsOf(paymentTotal.amount) === cents &&
        purchaseAmount.currency === token.code
      if (!matchesRequest) throw new WidgetError('http/invalid-response', 'The quote is of another purchase')
      return { ...quote, at: ports.clock.now() }
    },
  }
})

/** The error of the latest quote request. */
export const quoteFailureAtom = atom((get): Error | undefined => {
  const loaded = get(quoteQueryAtom)
  if (loaded.is === 'ready') return loaded.failure?.error
  return loaded.is === 'failed' ? loaded.error : undefined
})

/**
 * The specification's replacement for a quote (SPEC §8): the received amount equals the paid one. For display only, marked
 * as a sample.
 */
function sampleQuote({ cents, currency, token }: QuoteRequest): Quote {
  const paid = { amount: plainAmount(cents, 2), currency }
  return {
    quoteId: 'mocked-quote-id',
    paymentTotal: paid,
    paymentSubtotal: paid,
    purchaseAmount: { amount: paid.amount, currency: token.code },
    networkFee: { amount: '0', currency },
    at: 0,
  }
}

export type DisplayedQuote =
  | { readonly is: 'none' }
  | { readonly is: 'loading' }
  | ({ readonly is: 'service-failed' } & OnrampFailure)
  /** `real`; `old` if a refetch failed; or the specification's `sample`. Only a real one can be bought. */
  | { readonly is: 'quote'; readonly quote: Quote; readonly kind: 'real' | 'old' | 'sample' }

/** The quote for the form. Write to it to refetch. */
export const quoteAtom = atom(
  (get): DisplayedQuote => {
    const request = get(quoteRequestAtom)
    const options = get(optionsAtom)
    if (!request || options.is !== 'ready') return { is: 'none' }
    if (options.isSample) return { is: 'quote', quote: sampleQuote(request), kind: 'sample' }
    const loaded = get(quoteQueryAtom)
    const failure = toOnrampFailure(get(quoteFailureAtom))
    if (failure) return { is: 'service-failed', ...failure }
    if (loaded.is === 'ready')
      return { is: 'quote', quote: loaded.data, kind: loaded.failure ? 'old' : 'real' }
    return loaded.is === 'loading' ? loaded : { is: 'quote', quote: sampleQuote(request), kind: 'sample' }
  },
  (_get, set) => set(quoteQueryAtom),
)

/** True if the quote has not expired. */
export const isFresh = ({ at }: Pick<Quote, 'at'>, now: number): boolean => now - at < onrampQuoteLifetimeMs

/** Whether an expired quote that the user clicked is being refetched or was replaced. */
export const renewalAtom = atom((get): 'none' | 'awaited' | 'renewed' => {
  const expiredAt = get(expiredQuoteAtAtom)
  const displayed = get(quoteAtom)
  if (expiredAt === undefined) return 'none'
  return displayed.is === 'quote' && displayed.kind === 'real' && displayed.quote.at > expiredAt
    ? 'renewed'
    : 'awaited'
})
