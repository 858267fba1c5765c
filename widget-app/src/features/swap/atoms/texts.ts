import { toDisplayedAmount } from '#shared/amount/displayed-amount.ts'
import { formatFiatValue } from '#shared/amount/fiat.ts'
import {
  formatBalance,
  formatForInput,
  formatSignificant,
  formatTokenAmount,
  formatWhole,
} from '#shared/amount/format-amount.ts'
import { formatFee, roundedUp } from '#shared/amount/format-fee.ts'
import { formatBasisPoints } from '#shared/amount/format-percent.ts'
import { swapQuoteLifetimeMs } from '#shared/config/limits.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { nowAtom } from '#widget/core/current-time.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { displayCurrencyAtom } from '#widget/domain/balances/display-currency.ts'
import { type ExplorerLink, explorerLink } from '#widget/domain/networks/explorer-link.ts'
import { networkAtom } from '#widget/domain/networks/networks.ts'
import { transactionAtom } from '#widget/domain/transactions/journal.ts'
import { isBelowMinimum } from '#widget/domain/transactions/swap-outcome.ts'
import { hashOf, type TransactionEntry } from '#widget/domain/transactions/transaction-entry.ts'
import { isSessionWalletAtom, walletAppAtom } from '#widget/domain/wallets/wallet-app.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom } from '#widget/lib/state.ts'
import { approvalOf, type SwapToken } from '../model.ts'
import { rateOf } from '../price-impact.ts'
import { draftAtom, swapChainAtom, swapNetworkAtom, swapperAtom, swapStateAtom } from './draft.ts'
import { displayedPlanAtom } from './plan.ts'
import { amountAtom, displayedQuoteAtom, quoteAtom } from './quote.ts'
import { nextQuoteAtAtom } from './refresh-quote.ts'
import { impactAtom, swapParametersAtom } from './swap-parameters.ts'
import { fromTokenAtom, nativePriceAtom, toTokenAtom } from './tokens.ts'

/** Displayed for an unknown value. */
export const unknownValue = '–'

/** Name and icon of the wallet to prompt, and whether it is an app on another device. */
export const swapperWalletAtom = atom((get) => {
  const sender = get(swapperAtom)
  const row = sender && get(walletByIdAtom(sender.walletId))
  return {
    name: row?.name ?? sender?.walletName ?? '',
    icon: row?.icon ?? sender?.icon,
    isApp: get(isSessionWalletAtom(sender?.handle ?? '')),
    app: sender && get(walletAppAtom(sender.handle)),
  }
})

/** The name of the network, for sentences; its id without a record. */
export const networkNameAtom = atom((get) => get(swapNetworkAtom)?.name ?? get(swapChainAtom) ?? '')

/** The amount as the field displays it: as typed, or the amount of Max. */
export const amountTextAtom = atom((get): string => {
  const { amount } = get(draftAtom)
  if (amount.is === 'typed') return amount.text
  const parsed = get(amountAtom)
  const token = get(fromTokenAtom)
  if (parsed.is !== 'amount' || !token) return ''
  return formatForInput(toDisplayedAmount(parsed.value, token.asset), token.asset.decimals, get(localeAtom))
})

const fiatTextAtom = atom((get) => (value: bigint, token: SwapToken): string => {
  const { decimals } = token.asset
  return (
    formatFiatValue(
      { value: toDisplayedAmount(value, token.asset), decimals },
      token.price,
      get(displayCurrencyAtom),
      get(localeAtom),
    ) ?? unknownValue
  )
})

/** Fiat value of the amount to sell; undefined while there is none. */
export const fromFiatTextAtom = atom((get): string | undefined => {
  const parsed = get(amountAtom)
  const token = get(fromTokenAtom)
  return parsed.is === 'amount' && token ? get(fiatTextAtom)(parsed.value, token) : undefined
})

/** The quoted amount in six significant digits, and its fiat value; undefined while there is no quote. */
export const toTextsAtom = atom((get): { amount: string; fiatValue: string } | undefined => {
  const quote = get(displayedQuoteAtom)
  const token = get(toTokenAtom)
  if (!quote || !token) return undefined
  return {
    amount: formatSignificant(
      toDisplayedAmount(quote.toAmount, token.asset),
      token.asset.decimals,
      get(localeAtom),
    ),
    fiatValue: get(fiatTextAtom)(quote.toAmount, token),
  }
})

/** Texts of a token's balance and fiat value; a dash if unknown. */
export const tokenTextsAtom = atom((get) => (token: SwapToken) => {
  const { value, asset } = token
  if (value === undefined) return { balance: unknownValue, fiatValue: '' }
  return {
    balance: formatBalance(toDisplayedAmount(value, asset), asset.decimals, get(localeAtom)),
    fiatValue: value === 0n ? '' : get(fiatTextAtom)(value, token),
  }
})

const amountOf = (value: bigint, asset: Asset, locale: string): string =>
  `${formatWhole(toDisplayedAmount(value, asset), asset.decimals, locale)} ${asset.symbol}`

const shortAmountOf = (value: bigint, asset: Asset, locale: string): string =>
  `${formatSignificant(toDisplayedAmount(value, asset), asset.decimals, locale)} ${asset.symbol}`

/** Texts of the swap parameters, the amounts with every digit; `shortMinimum` has six significant ones. */
export const parameterTextsAtom = atom((get) => {
  const parameters = get(swapParametersAtom)
  if (!parameters) return undefined
  const locale = get(localeAtom)
  const { from, to, amount, quote, minimum, slippageBasisPoints } = parameters
  const rate = rateOf(
    { value: toDisplayedAmount(amount, from.asset), decimals: from.asset.decimals },
    { value: toDisplayedAmount(quote.toAmount, to.asset), decimals: to.asset.decimals },
  )
  return {
    sells: amountOf(amount, from.asset, locale),
    sellsFiatValue: get(fiatTextAtom)(amount, from),
    buys: amountOf(quote.toAmount, to.asset, locale),
    buysFiatValue: get(fiatTextAtom)(quote.toAmount, to),
    minimum: amountOf(minimum, to.asset, locale),
    shortMinimum: shortAmountOf(minimum, to.asset, locale),
    slippage: get(percentTextAtom)(slippageBasisPoints),
    rate: get(translateAtom)('swap.rate-of', {
      one: `1 ${from.asset.symbol}`,
      other: `${formatSignificant(rate.value, rate.decimals, locale)} ${to.asset.symbol}`,
    }),
    providerFee:
      quote.providerFee === undefined
        ? undefined
        : `${formatFee(toDisplayedAmount(quote.providerFee, from.asset), from.asset.decimals, locale)} ${from.asset.symbol}`,
  }
})

/** Formats basis points as percent. */
export const percentTextAtom = atom(
  (get) =>
    (basisPoints: bigint): string =>
      formatBasisPoints(basisPoints, get(localeAtom)),
)

/** The price impact in percent, such as '0.3%'; undefined if a price is unknown. */
export const impactTextAtom = atom((get): string | undefined => {
  const impact = get(impactAtom)
  if (impact === undefined) return undefined
  // A gain is displayed as zero.
  return get(percentTextAtom)(impact < 0n ? 0n : impact)
})

/** Texts of the plan's network fee; undefined while there is no plan. */
export const feeTextsAtom = atom((get) => {
  const { plan } = get(displayedPlanAtom)
  const network = get(swapNetworkAtom)
  if (!plan || !network) return undefined
  const { symbol, decimals } = network.nativeCurrency
  const locale = get(localeAtom)
  const expected = roundedUp(plan.expectedFee)
  const deposit = plan.swapFee?.accountDeposit
  return {
    isRough: plan.swapFee === undefined,
    expected: `${formatFee(plan.expectedFee, decimals, locale)} ${symbol}`,
    fiatValue:
      formatFiatValue(
        { value: expected, decimals },
        get(nativePriceAtom),
        get(displayCurrencyAtom),
        locale,
      ) ?? unknownValue,
    deposit: deposit === undefined ? undefined : `${formatFee(deposit, decimals, locale)} ${symbol}`,
    maxFee: formatFee(plan.maxFee, decimals, locale),
    symbol,
  }
})

/** Whether the displayed quote could not be refetched. */
export const isQuoteStaleAtom = atom((get): boolean => {
  const quote = get(quoteAtom)
  return quote.is === 'ready' && quote.failure !== undefined
})

/** Whole seconds until the displayed quote is refetched; undefined without one. */
export const secondsRemainingAtom = atom((get): number | undefined => {
  const quote = get(displayedQuoteAtom)
  if (!quote) return undefined
  const expiresAt = quote.at + swapQuoteLifetimeMs
  const nextAt = get(nextQuoteAtAtom)
  // Infinite while the plan of the quote is created.
  const dueAt = Number.isFinite(nextAt) ? Math.max(expiresAt, nextAt) : expiresAt
  return Math.max(0, Math.ceil((dueAt - get(nowAtom)) / 1_000))
})

/** The journal entry of the current or last swap. */
export const swapEntryAtom = atom((get): TransactionEntry | undefined => {
  const state = get(swapStateAtom)
  return 'entryId' in state ? get(transactionAtom(state.entryId)) : undefined
})

/** The journal entry of its approval. */
export const approvalEntryAtom = atom((get): TransactionEntry | undefined => {
  const id = approvalOf(get(swapStateAtom))
  return id === undefined ? undefined : get(transactionAtom(id))
})

/** Texts of the amounts in a swap's entry; `received` is the actual amount. */
export const entryTextsAtom = atom((get) => {
  const entry = get(swapEntryAtom) ?? get(approvalEntryAtom)
  if (!entry) return undefined
  const locale = get(localeAtom)
  const { purpose } = entry
  const swap = purpose?.is === 'swap' ? purpose : undefined
  return {
    sells: amountOf(entry.value, entry.asset, locale),
    isReset: entry.purpose?.is === 'approval' && entry.value === 0n,
    minimum: swap && amountOf(swap.atLeast, swap.gets, locale),
    shortfall:
      swap?.received !== undefined && isBelowMinimum(entry)
        ? {
            amount: amountOf(swap.received, swap.gets, locale),
            minimum: amountOf(swap.atLeast, swap.gets, locale),
          }
        : undefined,
    received: swap?.received === undefined ? undefined : amountOf(swap.received, swap.gets, locale),
    getsSymbol: swap?.gets.symbol ?? '',
    rounded:
      swap?.received === undefined
        ? undefined
        : `${formatTokenAmount(toDisplayedAmount(swap.received, swap.gets), swap.gets.decimals, locale)} ${swap.gets.symbol}`,
  }
})

/** The transaction in its network's explorer; without a hash, the sender's account. */
export const explorerLinkAtom = atom((get): ExplorerLink | undefined => {
  const entry = get(swapEntryAtom) ?? get(approvalEntryAtom)
  if (!entry) return undefined
  const network = get(networkAtom(entry.asset.chain))
  return explorerLink(get, network, { hash: hashOf(entry.state), account: entry.from })
})
