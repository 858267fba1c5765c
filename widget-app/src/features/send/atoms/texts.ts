import { isSameDisplay, toDisplayedAmount } from '#shared/amount/displayed-amount.ts'
import { formatFiatValue, formatTotal, totalFiatValue } from '#shared/amount/fiat.ts'
import { formatBalance, formatForInput, formatWhole } from '#shared/amount/format-amount.ts'
import { formatFee, roundedUp } from '#shared/amount/format-fee.ts'
import type { Asset, FeeEstimate } from '#widget/chains/chain-adapter.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { displayCurrencyAtom } from '#widget/domain/balances/display-currency.ts'
import { isSessionWalletAtom, walletAppAtom } from '#widget/domain/wallets/wallet-app.ts'
import { walletByIdAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { translateAtom } from '#widget/lib/i18n/translate.ts'
import { atom, type Getter } from '#widget/lib/state.ts'
import { draftAtom, senderAtom } from './draft.ts'
import { amountAtom, type Preview, previewAtom, reviewFeeAtom } from './form.ts'
import {
  assetSelectionAtom,
  listedChainAtom,
  nativeBalanceAtom,
  type SelectedAsset,
  sendNetworkAtom,
} from './selected-asset.ts'

/** Displayed for an unknown price. */
export const unknownPrice = '–'

const fiatText = (get: Getter, value: bigint, decimals: number, price: string | undefined): string =>
  formatFiatValue({ value, decimals }, price, get(displayCurrencyAtom), get(localeAtom)) ?? unknownPrice

/** What opens the sender's wallet, if it is an app on this phone. */
export const senderAppAtom = atom((get) => {
  const sender = get(senderAtom)
  return sender && get(walletAppAtom(sender.handle))
})

/** Whether the sender's wallet is an app, here or on another device. */
export const isSenderAppAtom = atom((get) => get(isSessionWalletAtom(get(senderAtom)?.handle ?? '')))

/** Name and icon of the sender's wallet. */
export const senderWalletAtom = atom((get) => {
  const sender = get(senderAtom)
  const row = sender && get(walletByIdAtom(sender.walletId))
  return { name: row?.name ?? sender?.walletName ?? '', icon: row?.icon ?? sender?.icon }
})

/** The amount as the field displays it: as typed, or the amount of Max. */
export const amountTextAtom = atom((get): string => {
  const { amount } = get(draftAtom)
  if (amount.is === 'typed') return amount.text
  const parsed = get(amountAtom)
  const selection = get(assetSelectionAtom)
  if (parsed.is !== 'amount' || selection.is !== 'known') return ''
  const { asset } = selection.selected
  return formatForInput(toDisplayedAmount(parsed.value, asset), asset.decimals, get(localeAtom))
})

/** Fiat value of the typed amount; undefined while there is none. */
export const amountFiatTextAtom = atom((get): string | undefined => {
  const parsed = get(amountAtom)
  const selection = get(assetSelectionAtom)
  if (parsed.is !== 'amount' || selection.is !== 'known') return undefined
  const { asset, price } = selection.selected
  return fiatText(get, toDisplayedAmount(parsed.value, asset), asset.decimals, price)
})

/** The selected asset's balance, floored to 3 decimals (SPEC §5). */
export const availableAtom = atom((get): string | undefined => {
  const selection = get(assetSelectionAtom)
  if (selection.is !== 'known' || selection.selected.value === undefined) return undefined
  const { asset, value } = selection.selected
  return formatBalance(toDisplayedAmount(value, asset), asset.decimals, get(localeAtom))
})

/** Texts of a listed token. */
export const tokenTextsAtom = atom((get) => (token: SelectedAsset) => {
  const { asset, value = 0n, price } = token
  return {
    balance: formatBalance(toDisplayedAmount(value, asset), asset.decimals, get(localeAtom)),
    fiatValue: fiatText(get, toDisplayedAmount(value, asset), asset.decimals, price),
  }
})

/** Texts of a token's transfer terms. `arrives` is `unknownPrice` if it is unknown. */
export type TokenTexts = {
  readonly arrives?: string
  /** The fee that the token takes. */
  readonly kept?: string
  readonly displayed?: string
  readonly memo?: string
}

const amountText = (value: bigint, asset: Asset, locale: string): string =>
  `${formatWhole(toDisplayedAmount(value, asset), asset.decimals, locale)} ${asset.symbol}`

function tokenTexts(
  { value, asset }: Preview['transfer'],
  token: FeeEstimate['token'],
  locale: string,
): TokenTexts {
  if (token === undefined) return {}
  const { arrives, leaves = value, displayed, memo } = token
  const text = (amount: bigint) => amountText(amount, asset, locale)
  return {
    ...(arrives === leaves ? {} : { arrives: arrives === undefined ? unknownPrice : text(arrives) }),
    ...(arrives !== undefined && arrives < leaves ? { kept: text(leaves - arrives) } : {}),
    ...(displayed === undefined || isSameDisplay(displayed, toDisplayedAmount(value, asset))
      ? {}
      : // The factor may have changed since the balance was read with it.
        { displayed: amountText(displayed, { ...asset, displayed: undefined }, locale) }),
    ...(memo === undefined ? {} : { memo }),
  }
}

/** Texts of the review's fee and total. */
export type FeeTexts = {
  readonly expected: string
  readonly expectedFiatValue: string
  readonly maxFee: string
  /** The part of the fee that opens the recipient's account; undefined if nothing does. */
  readonly deposit: string | undefined
  /** The transfer terms of the token, if it does more than pass the amount on. */
  readonly token: TokenTexts
  readonly total: string
  readonly totalFiatValue: string
}

function feeTexts(get: Getter, fee: FeeEstimate): FeeTexts | undefined {
  const preview = get(previewAtom)
  if (!preview) return undefined
  const locale = get(localeAtom)
  const { transfer, network, price } = preview
  const { asset, value } = transfer
  const leaves = fee.token?.leaves ?? value
  const { symbol, decimals } = network.nativeCurrency
  const nativePrice = get(nativeBalanceAtom)?.price
  const expected = roundedUp(fee.expectedFee)
  const currency = get(displayCurrencyAtom)
  const both = totalFiatValue(
    [
      { value: toDisplayedAmount(leaves, asset), decimals: asset.decimals, price },
      { value: expected, decimals, price: nativePrice },
    ],
    currency,
  )
  return {
    expected: `${formatFee(fee.expectedFee, decimals, locale)} ${symbol}`,
    expectedFiatValue: fiatText(get, expected, decimals, nativePrice),
    maxFee: formatFee(fee.maxFee, decimals, locale),
    deposit:
      fee.accountDeposit === undefined
        ? undefined
        : `${formatFee(fee.accountDeposit, decimals, locale)} ${symbol}`,
    token: tokenTexts(transfer, fee.token, locale),
    total:
      asset.address === undefined
        ? `${formatWhole(value + expected, decimals, locale)} ${symbol}`
        : get(translateAtom)('review.sum', {
            amount: amountText(leaves, asset, locale),
            fee: `${formatWhole(expected, decimals, locale)} ${symbol}`,
          }),
    totalFiatValue: (both.unpriced === 0 && formatTotal(both, currency, locale)) || unknownPrice,
  }
}

/** Fee and total of the review; undefined while there is no estimate. */
export const feeTextsAtom = atom((get): FeeTexts | undefined => {
  const fee = get(reviewFeeAtom)
  return fee.is === 'ready' ? feeTexts(get, fee.data.fee) : undefined
})

/** Amount and fiat value at the top of the review. */
export const previewTextsAtom = atom((get) => {
  const preview = get(previewAtom)
  if (!preview) return undefined
  const { asset, value } = preview.transfer
  return {
    amount: amountText(value, asset, get(localeAtom)),
    fiatValue: fiatText(get, toDisplayedAmount(value, asset), asset.decimals, preview.price),
  }
})

/** The name of the transfer's network, for sentences; its id without a record. */
export const networkNameAtom = atom((get) => get(sendNetworkAtom)?.name ?? get(listedChainAtom) ?? '')
