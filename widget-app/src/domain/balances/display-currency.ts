import * as z from '#shared/zod.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { storedAtom } from '#widget/lib/storage.ts'

/** The display currencies: those of the balance API (ISO 4217, lower case), including two cryptocurrencies. */
export const displayCurrencies = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const

export type DisplayCurrency = (typeof displayCurrencies)[number]

/** The display currency, also of prices; US dollars until the user selects another. */
export const displayCurrencyAtom = storedAtom<DisplayCurrency>(
  scopedKey('currency'),
  () => z.enum(displayCurrencies),
  'usd',
)
