import * as z from 'zod/mini'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { storedAtom } from '#widget/lib/storage.ts'

/** What a person can count in: the currencies of the balance API (ISO 4217, lower case), and the two coins among them. */
export const currencies = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const

export type Currency = (typeof currencies)[number]

/** The currency in which everything is valued; US dollars until the person chooses another. Prices come in it. */
export const currencyAtom = storedAtom<Currency>(scopedKey('currency'), () => z.enum(currencies), 'usd')
