import { describe, expect, it } from 'vitest'
import { formatWhole } from '#shared/amount/format-amount.ts'
import { languageLoaders } from '#widget/i18n/languages.ts'
import { matchLanguage, numberLocale } from '#widget/lib/i18n/locale.ts'
import { chooseLanguageAtom } from '#widget/lib/i18n/translate.ts'
import { testWorld } from '#widget/testing/world.ts'
import { localeAtom } from './locale.ts'

/** One thousand two hundred thirty-four and a half, which a comma or a point in the wrong place makes another amount. */
const sample = (locale: string) => formatWhole(12345n, 1, locale)

async function localeFor(hostLocale: string | undefined, browser: readonly string[] = []) {
  const { store } = testWorld({ config: hostLocale === undefined ? {} : { locale: hostLocale } })
  await store.set(
    chooseLanguageAtom,
    [...(hostLocale === undefined ? [] : [hostLocale]), ...browser],
    languageLoaders,
  )
  return store.get(localeAtom)
}

describe('1,234.5: a comma or a point in the wrong place makes it another amount.', () => {
  it.each(['da', 'de', 'de-CH', 'es-MX', 'fr', 'hi-IN', 'pt-BR', 'tr'])(
    'R12 › host locale %s without bundled messages › numbers are English, as the text',
    async (hostLocale) => {
      expect(sample(await localeFor(hostLocale))).toBe('1,234.5')
    },
  )

  it.each([
    ['en', 'en'],
    ['en-GB', 'en-GB'],
    ['en-IN', 'en-IN'],
    ['en-AU', 'en-AU'],
    ['ar-EG', 'ar-EG'],
    ['ar', 'ar'],
    [undefined, 'en'],
  ])('R12 › host locale %s in the language of the text › %s', async (hostLocale, locale) => {
    expect(await localeFor(hostLocale)).toBe(locale)
  })

  it.each(['en-DK', 'en-DE', 'en-150', 'en-NL', 'en-ZA'])(
    'R12 › host locale %s › a comma is never the decimal mark of English text',
    async (hostLocale) => {
      expect(sample(await localeFor(hostLocale))).toMatch(/^1\D234\.5$/)
      expect(sample(await localeFor(hostLocale))).not.toContain('.234')
    },
  )

  it.each(['en-u-nu-deva', 'en-u-ca-buddhist', 'en-GB-u-nu-arab', 'en-Dsrt'])(
    'R12 › locale %s › extensions and scripts are dropped',
    (hostLocale) => {
      expect(['en', 'en-GB']).toContain(numberLocale('en', hostLocale))
    },
  )

  it('R12 › host locale da, browser in Arabic › numbers follow the Arabic text', async () => {
    expect(await localeFor('da', ['ar'])).toBe('ar')
  })

  const wishes =
    'aa ar-MA bg bn cs da de-AT el en-DK en-SE es et fa-AF fi fr-CA he hr id ja ru sw th uk vi zh'
  it.each(wishes.split(' '))(
    'R12 › host locale %s, each bundled language › same marks as the text',
    (hostLocale) => {
      for (const language of ['en', ...Object.keys(languageLoaders)]) {
        expect(sample(numberLocale(language, hostLocale)).at(-2)).toBe(
          sample(numberLocale(language, undefined)).at(-2),
        )
      }
      expect(matchLanguage([hostLocale], Object.keys(languageLoaders)) ?? 'en').toMatch(/^(en|ar)/)
    },
  )

  it('malformed tag › no crash, the language of the text', () => {
    expect(numberLocale('en', 'x_y z')).toBe('en')
    expect(numberLocale('!!', undefined)).toBe('en')
  })
})
