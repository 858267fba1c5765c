import { parseUrl } from '../../../../shared/parse-url.ts'
import {
  InvalidPurchaseError,
  type OnrampProvider,
  type OnrampPurchase,
  type OnrampQuote,
  type OnrampTerms,
  type OpenedPurchase,
} from '../../ports/sources/onramp.ts'
import { VendorError } from '../../ports/vendor.ts'
import { centsOf, checkRecipient, moneyText, paidCents } from '../../vendor-clients/onramp-terms.ts'
import type { VendorConnection } from '../../vendor-clients/vendor-client.ts'
import { createStripeApi, type StripeOptions, type StripeQuotes, type StripeSession, vendor } from './api.ts'
import { chainOf, stripeOptions } from './assets.ts'
import { parseStripeEvent } from './event.ts'

/** Host of Stripe's onramp page (https://docs.stripe.com/crypto/onramp/standalone-onramp-guide). */
const pageHost = 'crypto.link.com'

const invalidResponse = (detail: string) => new VendorError(vendor, 'invalid', detail)
const isSame = (text: string | null | undefined, other: string): boolean =>
  text?.toLowerCase() === other.toLowerCase()

/** Validated terms: with the chain (CAIP-2), and the amount in hundredths of the currency. */
type CheckedTerms = OnrampTerms & { readonly chainId: string; readonly cents: bigint }

/** @throws InvalidPurchaseError */
function checkTerms(terms: OnrampTerms): CheckedTerms {
  const chainId = chainOf(terms.asset, terms.network)
  if (chainId === undefined) throw new InvalidPurchaseError(`${terms.asset} is not sold on ${terms.network}`)
  if (terms.currency !== 'USD') throw new InvalidPurchaseError(`${terms.currency} is not taken`)
  return { ...terms, chainId, cents: paidCents(terms.amount) }
}

/** The quote that matches the request. @throws VendorError */
function quoteOf(response: StripeQuotes, { asset, network, currency }: CheckedTerms): OnrampQuote {
  const quote = (response.destination_network_quotes[network] ?? []).find((one) =>
    isSame(one.destination_currency, asset),
  )
  if (quote === undefined || !isSame(quote.destination_network, network))
    throw invalidResponse('the quote is of another asset')
  if (response.source_currency && !isSame(response.source_currency, currency))
    throw invalidResponse('the quote is in another currency')
  const { network_fee_monetary: networkFee, transaction_fee_monetary: transactionFee } = quote.fees
  const [total, ...fees] = [quote.source_total_amount, networkFee, transactionFee].map(centsOf)
  const sum = fees.reduce<bigint | undefined>(
    (all, one) => (all === undefined || one === undefined ? undefined : all + one),
    0n,
  )
  if (total === undefined || sum === undefined || sum > total)
    throw invalidResponse('the quote has unreadable fees')
  return {
    quoteId: quote.id.slice(0, 128),
    paymentTotal: { amount: moneyText(total), currency },
    paymentSubtotal: { amount: moneyText(total - sum), currency },
    purchaseAmount: { amount: quote.destination_amount, currency: asset },
    networkFee: { amount: networkFee, currency },
  }
}

/** The page of a session that is verified to be for the purchase. @throws VendorError */
function pageOf(session: StripeSession, purchase: CheckedTerms & OnrampPurchase): OpenedPurchase {
  const { transaction_details: details, redirect_url: url, metadata } = session
  const { asset, network, currency, address, cents, reference } = purchase
  const recipient = details.wallet_addresses?.[network] ?? details.wallet_address
  // Solana addresses are case-sensitive; those of Ethereum may be returned with a checksum.
  const isRecipient = network === 'solana' ? recipient === address : isSame(recipient, address)
  if (!isRecipient || details.lock_wallet_address !== true)
    throw invalidResponse('the session is for another wallet')
  if (!isSame(details.destination_currency, asset) || !isSame(details.destination_network, network))
    throw invalidResponse('the session is for another asset')
  if (!isSame(details.source_currency, currency) || centsOf(details.source_amount ?? '') !== cents)
    throw invalidResponse('the session is for another amount')
  if (metadata?.order !== reference) throw invalidResponse('the session is of another order')
  const page = url ? parseUrl(url) : undefined
  if (page === undefined || page.protocol !== 'https:' || page.host !== pageHost)
    throw invalidResponse('the session has no page')
  return { url: page.href, vendorId: session.id }
}

/**
 * Stripe's hosted crypto onramp. Sessions and quotes use the secret key; events the secret of the webhook endpoint
 * (`/v1/onramp/webhooks/stripe`).
 */
export function createStripeOnramp(
  connection: VendorConnection,
  { webhookSecret, ...options }: StripeOptions & { readonly webhookSecret: string },
): OnrampProvider {
  const api = createStripeApi(connection, options)

  return {
    id: 'stripe',
    options: async () => stripeOptions,
    quote: async (requested) => {
      const terms = checkTerms(requested)
      const query = {
        ...{ source_currency: 'usd', source_amount: moneyText(terms.cents) },
        ...{ 'destination_currencies[]': terms.asset.toLowerCase(), 'destination_networks[]': terms.network },
      }
      return api.quotes(query, (response) => quoteOf(response, terms))
    },
    open: async (requested) => {
      const purchase = { ...requested, ...checkTerms(requested) }
      const { asset, network, address, reference, cents } = purchase
      checkRecipient(purchase.chainId, address)
      const currency = asset.toLowerCase()
      const fields = {
        ...{ source_currency: 'usd', source_amount: moneyText(cents) },
        ...{ destination_currency: currency, destination_network: network },
        ...{ 'destination_currencies[]': currency, 'destination_networks[]': network },
        ...{ [`wallet_addresses[${network}]`]: address, lock_wallet_address: 'true' },
        'metadata[order]': reference,
      }
      return api.createSession(fields, reference, (session) => pageOf(session, purchase))
    },
    parseEvent: async (request) => parseStripeEvent(webhookSecret, request),
  }
}
