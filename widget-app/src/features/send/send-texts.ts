import { isSameDisplay, shownUnits } from '#shared/amount/displayed-amount.ts'
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
import { draftAtom, senderAtom } from './atoms.ts'
import {
  assetSelectionAtom,
  listedChainAtom,
  nativeBalanceAtom,
  type SelectedAsset,
  sendNetworkAtom,
} from './selected-asset.ts'
import { amountAtom, type Preview, previewAtom, reviewFeeAtom } from './send-form.ts'

/** Stands for a price nobody knows. */
export const unknownPrice = '–'

const worth = (get: Getter, value: bigint, decimals: number, price: string | undefined): string =>
  formatFiatValue({ value, decimals }, price, get(displayCurrencyAtom), get(localeAtom)) ?? unknownPrice

/** What opens the wallet that pays, where it is an app of this phone. */
export const senderAppAtom = atom((get) => {
  const sender = get(senderAtom)
  return sender && get(walletAppAtom(sender.handle))
})

/** Whether the wallet that pays is an app, here or on another device. */
export const isSenderAppAtom = atom((get) => get(isSessionWalletAtom(get(senderAtom)?.handle ?? '')))

/** Name and picture of the wallet that pays. */
export const walletShownAtom = atom((get) => {
  const sender = get(senderAtom)
  const row = sender && get(walletByIdAtom(sender.walletId))
  return { name: row?.name ?? sender?.walletName ?? '', icon: row?.icon ?? sender?.icon }
})

/** The amount as the field shows it: as typed, or what Max comes to. */
export const amountTextAtom = atom((get): string => {
  const { amount } = get(draftAtom)
  if (amount.is === 'typed') return amount.text
  const read = get(amountAtom)
  const choice = get(assetSelectionAtom)
  if (read.is !== 'amount' || choice.is !== 'known') return ''
  const { asset } = choice.chosen
  return formatForInput(shownUnits(read.value, asset), asset.decimals, get(localeAtom))
})

/** Worth of the typed amount; nothing while there is none. */
export const amountWorthAtom = atom((get): string | undefined => {
  const read = get(amountAtom)
  const choice = get(assetSelectionAtom)
  if (read.is !== 'amount' || choice.is !== 'known') return undefined
  const { asset, price } = choice.chosen
  return worth(get, shownUnits(read.value, asset), asset.decimals, price)
})

/** The chosen asset's balance, floored to 3 decimals (SPEC §5). */
export const availableAtom = atom((get): string | undefined => {
  const choice = get(assetSelectionAtom)
  if (choice.is !== 'known' || choice.chosen.value === undefined) return undefined
  const { asset, value } = choice.chosen
  return formatBalance(shownUnits(value, asset), asset.decimals, get(localeAtom))
})

/** A token of the list, in words. */
export const tokenTextsAtom = atom((get) => (token: SelectedAsset) => {
  const { asset, value = 0n, price } = token
  return {
    balance: formatBalance(shownUnits(value, asset), asset.decimals, get(localeAtom)),
    worth: worth(get, shownUnits(value, asset), asset.decimals, price),
  }
})

/** How a token treats the transfer, in words. `arrives` is `unknownPrice` where nothing could tell it. */
export type TokenTexts = {
  readonly arrives?: string
  /** What the token keeps. */
  readonly kept?: string
  readonly displayed?: string
  readonly memo?: string
}

const amountText = (value: bigint, asset: Asset, locale: string): string =>
  `${formatWhole(shownUnits(value, asset), asset.decimals, locale)} ${asset.symbol}`

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
    ...(displayed === undefined || isSameDisplay(displayed, shownUnits(value, asset))
      ? {}
      : // The factor may have changed since the balance was read with it.
        { displayed: amountText(displayed, { ...asset, displayed: undefined }, locale) }),
    ...(memo === undefined ? {} : { memo }),
  }
}

/** The review's fee and total in words. */
export type FeeTexts = {
  readonly expected: string
  readonly expectedWorth: string
  readonly atMost: string
  /** What of the fee opens the receiver's account; undefined where nothing does. */
  readonly deposit: string | undefined
  /** What the token does with the transfer, where that is more than passing it on. */
  readonly token: TokenTexts
  readonly total: string
  readonly totalWorth: string
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
      { value: shownUnits(leaves, asset), decimals: asset.decimals, price },
      { value: expected, decimals, price: nativePrice },
    ],
    currency,
  )
  return {
    expected: `${formatFee(fee.expectedFee, decimals, locale)} ${symbol}`,
    expectedWorth: worth(get, expected, decimals, nativePrice),
    atMost: formatFee(fee.maxFee, decimals, locale),
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
    totalWorth: (both.unpriced === 0 && formatTotal(both, currency, locale)) || unknownPrice,
  }
}

/** Fee and total of the review; undefined while there is no estimate. */
export const feeTextsAtom = atom((get): FeeTexts | undefined => {
  const fee = get(reviewFeeAtom)
  return fee.is === 'ready' ? feeTexts(get, fee.data.fee) : undefined
})

/** Amount and worth at the top of the review. */
export const previewTextsAtom = atom((get) => {
  const preview = get(previewAtom)
  if (!preview) return undefined
  const { asset, value } = preview.transfer
  return {
    amount: amountText(value, asset, get(localeAtom)),
    worth: worth(get, shownUnits(value, asset), asset.decimals, preview.price),
  }
})

/** The network of the transfer by name, for sentences; by its id without a record. */
export const networkNameAtom = atom((get) => get(sendNetworkAtom)?.name ?? get(listedChainAtom) ?? '')
