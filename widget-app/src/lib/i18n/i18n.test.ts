import { describe, expect, expectTypeOf, it } from 'vitest'
import { ar } from '#widget/i18n/ar.ts'
import { en } from '#widget/i18n/en.ts'
import { languageLoaders } from '#widget/i18n/languages.ts'
import { pseudoEnglish } from '#widget/i18n/pseudo-english.ts'
import { createStore } from '../state.ts'
import { directionOf, matchLanguage } from './locale.ts'
import type { ArgumentsOf, GapsOf, Message } from './message.ts'
import { formatMessage } from './message.ts'
import { pseudoText } from './pseudo.ts'
import { chooseLanguageAtom, languageAtom, translateAtom, translator } from './translate.ts'

const gapsOf = (text: string): readonly string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort()
const formsOf = (message: Message): readonly string[] =>
  typeof message === 'string' ? [message] : Object.values(message)

describe('formatMessage', () => {
  it.each([
    ['Send {amount} {symbol}', { amount: '1', symbol: 'ETH' }, 'en', 'Send 1 ETH'],
    ['{a} and {a}', { a: 'x' }, 'en', 'x and x'],
    ['{a}', { a: '{b}', b: 'y' }, 'en', '{b}'],
    ['{a}', { a: '$&' }, 'en', '$&'],
    ['{missing}', {}, 'en', '{missing}'],
    ['{n}', { n: 12345.5 }, 'de', '12.345,5'],
  ])('%s with %j in %s › %s', (message, params, locale, text) => {
    expect(formatMessage(message, params, { tag: locale, direction: 'ltr' })).toBe(text)
  })

  it.each([
    [0, 'en', '0 wallets'],
    [1, 'en', '1 wallet'],
    [1234, 'en', '1,234 wallets'],
  ])('plural of %i in %s › %s', (count, locale, text) => {
    expect(formatMessage(en['wallets.count'], { count }, { tag: locale, direction: 'ltr' })).toBe(text)
  })

  it.each([
    [2, 'محفظتان'],
    [3, 'few'],
    [11, 'many'],
  ])('Arabic › has a form of its own for %i', (count, form) => {
    const forms = ar['wallets.count']
    if (typeof forms !== 'object') throw new Error('the message has plural forms')
    const category = new Intl.PluralRules('ar').select(count)
    expect([category, forms[category]]).toContain(form)
  })
})

describe('types', () => {
  it('parameters › exactly the gaps of the text', () => {
    expectTypeOf<GapsOf<'Send {amount} {symbol}'>>().toEqualTypeOf<'amount' | 'symbol'>()
    expectTypeOf<ArgumentsOf<'Close'>>().toEqualTypeOf<[]>()
    expectTypeOf<ArgumentsOf<(typeof en)['wallets.count']>[0]['count']>().toEqualTypeOf<number>()
  })
})

describe('languages', () => {
  it.each([
    [['ar-EG'], 'ar'],
    [['de', 'ar'], 'ar'],
    [['en-GB', 'ar'], undefined],
    [['en-XA'], 'en-XA'],
    [['AR'], 'ar'],
    [[], undefined],
  ])('requested languages %j › %s is chosen', (requestedTags, tag) => {
    expect(matchLanguage(requestedTags, Object.keys(languageLoaders))).toBe(tag)
  })

  it.each([
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['en-XA', 'ltr'],
  ] as const)('%s › written %s', (tag, direction) => {
    expect(directionOf(tag)).toBe(direction)
  })

  it('chooseLanguageAtom › loads texts and direction', async () => {
    const store = createStore()
    await store.set(chooseLanguageAtom, ['ar-EG'], languageLoaders)
    expect(store.get(languageAtom)).toMatchObject({ tag: 'ar', direction: 'rtl' })
    const t = store.get(translateAtom)
    expect(t('common.back')).toBe('رجوع')
    await store.set(chooseLanguageAtom, ['en'], languageLoaders)
    expect(store.get(translateAtom)('common.back')).toBe('Back')
  })

  it('missing translation › English text, with its own plural', () => {
    const t = translator({ tag: 'de', direction: 'ltr', messages: { 'common.back': 'Zurück' } })
    expect([t('common.back'), t('fault.network')]).toEqual(['Zurück', en['fault.network']])
    expect(t('wallets.count', { count: 1 })).toBe('1 wallet')
  })

  it('Arabic › every text, each plural form, and its own letters except in names', () => {
    expect(Object.keys(ar).toSorted()).toEqual(Object.keys(en).toSorted())
    const categories = new Intl.PluralRules('ar').resolvedOptions().pluralCategories.toSorted()
    for (const [key, message] of Object.entries<Message>(ar)) {
      if (typeof message !== 'string')
        expect([key, Object.keys(message).toSorted()]).toEqual([key, categories])
    }
    const foreign = Object.entries<Message>(ar).filter(([, message]) =>
      formsOf(message).some((text) => !/[\u0600-\u06ff]/.test(text.replaceAll(/\{\w+\}/g, ''))),
    )
    expect(foreign.map(([key]) => key).toSorted()).toEqual([
      'connect.group.walletConnect',
      'connecting.title',
      'get.android',
      'get.ios',
      'pair.title',
      'review.sum',
      'swap.rate-of',
    ])
  })

  it('right-to-left text › a name keeps its order, and a number its digits', () => {
    const t = translator({ tag: 'ar', direction: 'rtl', messages: ar })
    expect(t('connecting.confirm', { wallet: 'Rabby (beta)' })).toBe('أكّد في \u2068Rabby (beta)\u2069')
    expect(t('profile.accounts', { count: 3 })).toBe('3 حسابات')
    expect(t('amount.decimals', { symbol: 'USDC', count: 6 })).toBe('في \u2068USDC\u2069 6 منازل عشرية')
    const english = translator({ tag: 'en', direction: 'ltr', messages: en })
    expect(english('connecting.confirm', { wallet: 'Rabby' })).toBe('Confirm in Rabby')
  })

  it('Arabic › an amount and its symbol are one run from left to right', () => {
    const broken = Object.entries<Message>(ar).filter(([, message]) =>
      formsOf(message).some((text) => /\} \{symbol\}/.test(text.replaceAll(/\u2066[^\u2069]*\u2069/g, ''))),
    )
    expect(broken.map(([key]) => key)).toEqual([])
  })

  it('left-to-right text › right-to-left value › isolated, and no other', () => {
    const t = translator({ tag: 'en', direction: 'ltr', messages: en })
    expect(t('review.sum', { amount: '100 שקל', fee: '0.01 ETH' })).toBe('\u2068100 שקל\u2069 + 0.01 ETH')
    // Missing translations fall back to English.
    const lacking = translator({ tag: 'he', direction: 'rtl', messages: {} })
    expect(lacking('review.token-takes', { amount: '5 دينار' })).toBe('The token takes \u20685 دينار\u2069')
    for (const symbol of ['شيكل', 'ﷲ', 'ﻼ', '𐤀', '𞤀'])
      expect(t('review.hook', { symbol })).toContain(`\u2068${symbol}\u2069`)
    for (const symbol of ['USDC', 'Ελλ', '元', 'ру', '𝒜'])
      expect(t('review.hook', { symbol })).not.toContain('\u2068')
  })

  it('translations › have exactly the gaps of the English text', () => {
    for (const [key, message] of Object.entries<Message>(ar)) {
      const source = Object.entries<Message>(en).find(([name]) => name === key)?.[1]
      if (source === undefined) throw new Error(`${key} is no English key`)
      const expectedGaps = gapsOf(formsOf(source).join(' '))
      if (typeof message === 'string') expect([key, gapsOf(message)]).toEqual([key, expectedGaps])
      else {
        expect([key, gapsOf(message.other)]).toEqual([key, expectedGaps])
        // One and two are spelled out.
        const named = expectedGaps.filter((gap) => gap !== '{count}')
        for (const form of formsOf(message))
          expect([key, gapsOf(form)]).toEqual([key, expect.arrayContaining(named)])
        for (const form of [message.few, message.many])
          expect([key, gapsOf(form ?? '')]).toEqual([key, expectedGaps])
      }
    }
  })

  it('English texts › no exclamation marks', () => {
    expect(
      Object.values<Message>(en)
        .flatMap(formsOf)
        .filter((text) => text.includes('!')),
    ).toEqual([])
  })
})

describe('pseudo language', () => {
  it('pseudo text › bracketed, accented and 40 % longer; gaps stay', () => {
    expect(pseudoText('Open {wallet}')).toBe('[Öþéñ {wallet}~~]')
    expect(pseudoText('Disconnect').length).toBeGreaterThanOrEqual(Math.ceil('Disconnect'.length * 1.4))
  })

  it('pseudo language › covers every key', () => {
    expect(Object.keys(pseudoEnglish)).toEqual(Object.keys(en))
  })
})
