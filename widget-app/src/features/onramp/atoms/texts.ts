import { formatFiat } from '#shared/amount/fiat.ts'
import { formatWhole } from '#shared/amount/format-amount.ts'
import { formatPercentRange } from '#shared/amount/format-percent.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { networkAtom } from '#widget/domain/networks/networks.ts'
import { type Order, observedValue } from '#widget/domain/orders/order.ts'
import { languageAtom } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'
import { sanitizeText } from '#widget/lib/text/sanitize-text.ts'
import { centsOf } from '../payment-amount.ts'
import type { Provider } from '../provider.ts'
import { buyChainAtom, buyNetworkAtom } from './draft.ts'
import { buyTokenAtom } from './options.ts'
import { expectedAtom } from './purchase.ts'
import { quoteAtom } from './quote.ts'

/** The name of the network for texts; its id without a record. */
export const networkNameAtom = atom((get) => get(buyNetworkAtom)?.name ?? get(buyChainAtom) ?? '')

/** Formats a fiat amount of the service; undefined if it is not a decimal. */
const moneyAtom = atom((get) => (decimal: string, currency: string): string | undefined => {
  const cents = centsOf(decimal)
  return cents === undefined ? undefined : formatFiat(cents, currency, get(localeAtom))
})

/** Formats a limit in cents. */
export const limitTextAtom = atom(
  (get) =>
    (cents: bigint, currency: string): string =>
      formatFiat(cents, currency, get(localeAtom)),
)

/** Formats a provider's fee range, such as '1% – 2%'; undefined if it states none. */
export const feeRangeAtom = atom((get) => ({ feePercent }: Provider): string | undefined => {
  if (feePercent === undefined) return undefined
  const [from, to] = feePercent
  return formatPercentRange(Number(from), Number(to), get(localeAtom), get(languageAtom).direction)
})

/**
 * The amounts and fees of the displayed quote, formatted; for a sample the sample's own. The view marks old and sample
 * quotes.
 */
export const quoteTextsAtom = atom((get) => {
  const displayed = get(quoteAtom)
  if (displayed.is !== 'quote') return undefined
  const { quote, kind } = displayed
  const { paymentTotal, paymentSubtotal, networkFee, purchaseAmount } = quote
  const expected = get(expectedAtom)
  const money = get(moneyAtom)
  const [total, subtotal] = [paymentTotal, paymentSubtotal].map(({ amount }) => centsOf(amount))
  const isFeeMoney = networkFee?.currency === paymentTotal.currency
  const fee = networkFee && isFeeMoney ? centsOf(networkFee.amount) : 0n
  const providerShare =
    total === undefined || subtotal === undefined ? undefined : total - subtotal - (fee ?? 0n)
  return {
    kind,
    pays: money(paymentTotal.amount, paymentTotal.currency),
    gets: expected
      ? formatWhole(expected.value, expected.asset.decimals, get(localeAtom))
      : purchaseAmount.amount,
    symbol: get(buyTokenAtom)?.symbol ?? '',
    networkFee:
      networkFee &&
      (isFeeMoney
        ? money(networkFee.amount, networkFee.currency)
        : `${networkFee.amount} ${sanitizeText(networkFee.currency, 16)}`),
    providerFee:
      providerShare === undefined || providerShare < 0n
        ? undefined
        : formatFiat(providerShare, paymentTotal.currency, get(localeAtom)),
  }
})

/** The amounts and time of an order, formatted. */
export const orderTextsAtom = atom((get) => (order: Order) => {
  const locale = get(localeAtom)
  const { asset, expected, pays, at, state } = order
  const value = observedValue(state)
  const text = (value: bigint) => `${formatWhole(value, asset.decimals, locale)} ${asset.symbol}`
  return {
    expected: text(expected),
    value: value === undefined ? undefined : text(value),
    pays: pays && get(moneyAtom)(pays.amount, pays.currency),
    network: get(networkAtom(asset.chain))?.name ?? asset.chain,
    time: new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at),
  }
})

/** The delivering transaction in its network's explorer. */
export const orderExplorerAtom = atom((get) => ({ asset, state }: Order) => {
  const network = get(networkAtom(asset.chain))
  const manifest = get(portsAtom).chains.manifest(namespaceOf(asset.chain))
  const hash = 'hash' in state ? state.hash : undefined
  if (!network?.explorer || !manifest || hash === undefined) return undefined
  const href = manifest.explorerTransactionUrl(network, hash)
  return href === undefined ? undefined : { href, name: network.explorer.name }
})

/** The display name of a currency by its ISO 4217 code. */
export const currencyNameAtom = atom((get) => {
  const names = new Intl.DisplayNames([get(languageAtom).tag], { type: 'currency' })
  return (code: string): string => names.of(code) ?? code
})
