import { plainAmount } from '../../../../shared/amount/format-amount.ts'
import { parsePlainAmount } from '../../../../shared/amount/parse-amount.ts'
import { parseUrl } from '../../../../shared/parse-url.ts'
import {
  InvalidPurchaseError,
  type OnrampProvider,
  type OnrampQuote,
  type OnrampTerms,
} from '../../ports/sources/onramp.ts'
import { VendorError } from '../../ports/vendor.ts'
import { centsOf, checkRecipient, moneyText, paidCents } from '../../vendor-clients/onramp-terms.ts'
import type { VendorConnection } from '../../vendor-clients/vendor-client.ts'
import {
  createMeldApi,
  type MeldApiOptions,
  type MeldCurrency,
  type MeldQuote,
  type MeldSession,
  vendor,
} from './api.ts'
import { assetsOf, type MeldAsset, optionsOf } from './assets.ts'
import { parseMeldEvent } from './event.ts'

export type MeldOptions = MeldApiOptions & {
  readonly webhookSecret: string
  /** URL of `/v1/onramp/webhooks/meld`, as configured at Meld. */
  readonly webhookUrl: string
  /** ISO 3166-1 alpha-2 country of the buyers. */
  readonly countryCode: string
}

/** How long the list of assets is cached. */
const assetsLifetimeMs = 600_000
/** More decimals than any amount has. */
const decimals = 40

const invalidResponse = (detail: string) => new VendorError(vendor, 'invalid', detail)

/** Parses a decimal in units of 10^-40. @throws VendorError */
function parseExact(decimal: string): bigint {
  const parsed = parsePlainAmount(decimal, decimals)
  if (parsed.is !== 'amount' || parsed.value < 0n) throw invalidResponse('the quote has an unreadable amount')
  return parsed.value
}

/** Validated terms: with Meld's asset, and the amount in hundredths of the currency. */
type CheckedTerms = OnrampTerms & { readonly soldAsset: MeldAsset; readonly cents: bigint }

/** The supported assets. @throws VendorError if there are none. */
function supportedAssets(currencies: readonly MeldCurrency[]): readonly MeldAsset[] {
  const assets = assetsOf(currencies)
  if (assets.length === 0) throw invalidResponse('nothing is sold that the widget can receive')
  return assets
}

type PricedQuote = MeldQuote & { readonly totalFee: string }

/** The quote with the highest received amount, of those that state their fee. @throws InvalidPurchaseError, VendorError */
function bestOf(quotes: readonly MeldQuote[], { soldAsset, currency, cents }: CheckedTerms): PricedQuote {
  for (const quote of quotes) {
    if (quote.destinationCurrencyCode !== soldAsset.code)
      throw invalidResponse('the quote is of another asset')
    if (quote.sourceCurrencyCode !== currency || centsOf(quote.sourceAmount) !== cents)
      throw invalidResponse('the quote is of another amount')
  }
  const [bestQuote] = quotes
    .flatMap(({ totalFee, ...quote }) => (totalFee ? { ...quote, totalFee } : []))
    .map((quote) => ({ quote, amount: parseExact(quote.destinationAmount) }))
    .filter(({ amount }) => amount > 0n)
    .toSorted((a, b) => (a.amount < b.amount ? 1 : -1))
  if (bestQuote === undefined) throw new InvalidPurchaseError('Meld does not sell this for this amount')
  return bestQuote.quote
}

function asQuote(quote: PricedQuote, { asset, currency, cents, soldAsset }: CheckedTerms): OnrampQuote {
  const total = moneyText(cents)
  const fee = parseExact(quote.totalFee)
  if (fee > parseExact(total)) throw invalidResponse('the quote has fees above its total')
  return {
    quoteId: `${quote.serviceProvider}-${soldAsset.code}-${total}`.slice(0, 128),
    paymentTotal: { amount: total, currency },
    paymentSubtotal: { amount: plainAmount(parseExact(total) - fee, decimals), currency },
    purchaseAmount: { amount: quote.destinationAmount, currency: asset },
    ...(quote.networkFee ? { networkFee: { amount: quote.networkFee, currency } } : {}),
  }
}

/** Hosts of Meld's pages, its sandbox included. */
const isMeldHost = (host: string): boolean => host === 'meldcrypto.com' || host.endsWith('.meldcrypto.com')

/** The response does not repeat wallet, asset and amount: only that it is the session of this order can be verified. */
function pageOf({ id, externalSessionId, widgetUrl }: MeldSession, reference: string) {
  if (externalSessionId !== reference) throw invalidResponse('the session is of another order')
  const page = parseUrl(widgetUrl)
  if (page === undefined || page.protocol !== 'https:' || !isMeldHost(page.host))
    throw invalidResponse('the session has no page')
  return { url: page.href, vendorId: id }
}

/**
 * Meld, which compares the quotes of several onramp services. Sessions and quotes use the API key; events the secret of the
 * webhook profile.
 */
export function createMeldOnramp(
  connection: VendorConnection,
  { webhookSecret, webhookUrl, countryCode, ...options }: MeldOptions,
): OnrampProvider {
  const api = createMeldApi(connection, options)
  let cached: { readonly assets: readonly MeldAsset[]; readonly untilMs: number } | undefined

  async function assets(): Promise<readonly MeldAsset[]> {
    const nowMs = connection.timers.now()
    if (cached !== undefined && nowMs < cached.untilMs) return cached.assets
    const read = await api.currencies(countryCode, supportedAssets)
    cached = { assets: read, untilMs: nowMs + assetsLifetimeMs }
    return read
  }

  async function checkTerms(terms: OnrampTerms): Promise<CheckedTerms> {
    if (terms.currency !== 'USD') throw new InvalidPurchaseError(`${terms.currency} is not taken`)
    const cents = paidCents(terms.amount)
    const sold = (await assets()).find(
      ({ symbol, network }) => symbol === terms.asset && network === terms.network,
    )
    if (sold === undefined) throw new InvalidPurchaseError(`${terms.asset} is not sold on ${terms.network}`)
    return { ...terms, soldAsset: sold, cents }
  }

  const requestOf = ({ soldAsset, currency, cents }: CheckedTerms) => ({
    countryCode,
    sourceCurrencyCode: currency,
    // Two decimals survive the conversion to a float and back.
    sourceAmount: Number(moneyText(cents)),
    destinationCurrencyCode: soldAsset.code,
  })

  return {
    id: 'meld',
    options: async () => optionsOf(await assets()),
    quote: async (requested) => {
      const terms = await checkTerms(requested)
      return api.quotes(requestOf(terms), (quotes) => asQuote(bestOf(quotes, terms), terms))
    },
    open: async (requested) => {
      const terms = await checkTerms(requested)
      checkRecipient(terms.soldAsset.chainId, requested.address)
      const sessionRequest = { ...requestOf(terms), walletAddress: requested.address }
      const { serviceProvider } = await api.quotes(sessionRequest, (quotes) => bestOf(quotes, terms))
      const sessionData = {
        ...{ ...sessionRequest, serviceProvider },
        lockFields: ['walletAddress', 'destinationCurrencyCode', 'sourceCurrencyCode', 'sourceAmount'],
      }
      const body = { sessionType: 'BUY', externalSessionId: requested.reference, sessionData }
      return api.createSession(body, (session) => pageOf(session, requested.reference))
    },
    parseEvent: async (request) => parseMeldEvent(webhookSecret, webhookUrl, request),
  }
}
