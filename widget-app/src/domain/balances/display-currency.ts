import * as z from 'zod/mini'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { storedAtom } from '#widget/lib/storage.ts'

/** What a person can count in: the currencies of the balance API (ISO 4217, lower case), and the two coins among them. */
export const displayCurrencies = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const

export type DisplayCurrency = (typeof displayCurrencies)[number]

/** The currency in which everything is valued; US dollars until the person chooses another. Prices come in it. */
export const displayCurrencyAtom = storedAtom<DisplayCurrency>(
  scopedKey('currency'),
  () => z.enum(displayCurrencies),
  'usd',
)
