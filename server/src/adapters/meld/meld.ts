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
import { centsOf, checkReceiver, moneyText, paidCents } from '../../vendor-clients/onramp-terms.ts'
import type { VendorConnection } from '../../vendor-clients/vendor-client.ts'
import {
  type MeldApiOptions,
  type MeldCurrency,
  type MeldQuote,
  type MeldSession,
  meldApi,
  vendor,
} from './api.ts'
import { assetsOf, type MeldAsset, optionsOf } from './assets.ts'
import { readMeldEvent } from './event.ts'

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

const unproven = (detail: string) => new VendorError(vendor, 'invalid', detail)

/** Parses a decimal in units of 10^-40. @throws VendorError */
function exact(decimal: string): bigint {
  const parsed = parsePlainAmount(decimal, decimals)
  if (parsed.is !== 'amount' || parsed.value < 0n) throw unproven('the quote has an unreadable amount')
  return parsed.value
}

/** Validated terms: with Meld's asset, and the amount in hundredths of the currency. */
type CheckedTerms = OnrampTerms & { readonly sold: MeldAsset; readonly cents: bigint }

/** The supported assets. @throws VendorError if there are none. */
function receivable(currencies: readonly MeldCurrency[]): readonly MeldAsset[] {
  const assets = assetsOf(currencies)
  if (assets.length === 0) throw unproven('nothing is sold that the widget can receive')
  return assets
}

type PricedQuote = MeldQuote & { readonly totalFee: string }

/** The quote with the highest received amount, of those that state their fee. @throws InvalidPurchaseError, VendorError */
function bestOf(quotes: readonly MeldQuote[], { sold, currency, cents }: CheckedTerms): PricedQuote {
  for (const quote of quotes) {
    if (quote.destinationCurrencyCode !== sold.code) throw unproven('the quote is of another asset')
    if (quote.sourceCurrencyCode !== currency || centsOf(quote.sourceAmount) !== cents)
      throw unproven('the quote is of another amount')
  }
  const [best] = quotes
    .flatMap(({ totalFee, ...quote }) => (totalFee ? { ...quote, totalFee } : []))
    .map((quote) => ({ quote, amount: exact(quote.destinationAmount) }))
    .filter(({ amount }) => amount > 0n)
    .toSorted((a, b) => (a.amount < b.amount ? 1 : -1))
  if (best === undefined) throw new InvalidPurchaseError('Meld does not sell this for this amount')
  return best.quote
}

function asQuote(quote: PricedQuote, { asset, currency, cents, sold }: CheckedTerms): OnrampQuote {
  const total = moneyText(cents)
  const fee = exact(quote.totalFee)
  if (fee > exact(total)) throw unproven('the quote has fees above its total')
  return {
    quoteId: `${quote.serviceProvider}-${sold.code}-${total}`.slice(0, 128),
    paymentTotal: { amount: total, currency },
    paymentSubtotal: { amount: plainAmount(exact(total) - fee, decimals), currency },
    purchaseAmount: { amount: quote.destinationAmount, currency: asset },
    ...(quote.networkFee ? { networkFee: { amount: quote.networkFee, currency } } : {}),
  }
}

/** Hosts of Meld's pages, its sandbox included. */
const isMeldHost = (host: string): boolean => host === 'meldcrypto.com' || host.endsWith('.meldcrypto.com')

/** The response does not repeat wallet, asset and amount: only that it is the session of this order can be verified. */
function pageOf({ id, externalSessionId, widgetUrl }: MeldSession, reference: string) {
  if (externalSessionId !== reference) throw unproven('the session is of another order')
  const page = parseUrl(widgetUrl)
  if (page === undefined || page.protocol !== 'https:' || !isMeldHost(page.host))
    throw unproven('the session has no page')
  return { url: page.href, vendorId: id }
}

/**
 * Meld, which compares the quotes of several onramp services. Sessions and quotes use the API key; events the secret of the
 * webhook profile.
 */
export function meldOnramp(
  connection: VendorConnection,
  { webhookSecret, webhookUrl, countryCode, ...options }: MeldOptions,
): OnrampProvider {
  const api = meldApi(connection, options)
  let kept: { readonly assets: readonly MeldAsset[]; readonly untilMs: number } | undefined

  async function assets(): Promise<readonly MeldAsset[]> {
    const nowMs = connection.timers.now()
    if (kept !== undefined && nowMs < kept.untilMs) return kept.assets
    const read = await api.currencies(countryCode, receivable)
    kept = { assets: read, untilMs: nowMs + assetsLifetimeMs }
    return read
  }

  async function check(terms: OnrampTerms): Promise<CheckedTerms> {
    if (terms.currency !== 'USD') throw new InvalidPurchaseError(`${terms.currency} is not taken`)
    const cents = paidCents(terms.amount)
    const sold = (await assets()).find(
      ({ symbol, network }) => symbol === terms.asset && network === terms.network,
    )
    if (sold === undefined) throw new InvalidPurchaseError(`${terms.asset} is not sold on ${terms.network}`)
    return { ...terms, sold, cents }
  }

  const requestOf = ({ sold, currency, cents }: CheckedTerms) => ({
    countryCode,
    sourceCurrencyCode: currency,
    // Two decimals survive the conversion to a float and back.
    sourceAmount: Number(moneyText(cents)),
    destinationCurrencyCode: sold.code,
  })

  return {
    id: 'meld',
    options: async () => optionsOf(await assets()),
    quote: async (given) => {
      const terms = await check(given)
      return api.quotes(requestOf(terms), (quotes) => asQuote(bestOf(quotes, terms), terms))
    },
    open: async (given) => {
      const terms = await check(given)
      checkReceiver(terms.sold.chainId, given.address)
      const wanted = { ...requestOf(terms), walletAddress: given.address }
      const { serviceProvider } = await api.quotes(wanted, (quotes) => bestOf(quotes, terms))
      const sessionData = {
        ...{ ...wanted, serviceProvider },
        lockFields: ['walletAddress', 'destinationCurrencyCode', 'sourceCurrencyCode', 'sourceAmount'],
      }
      const body = { sessionType: 'BUY', externalSessionId: given.reference, sessionData }
      return api.createSession(body, (session) => pageOf(session, given.reference))
    },
    readEvent: async (request) => readMeldEvent(webhookSecret, webhookUrl, request),
  }
}
