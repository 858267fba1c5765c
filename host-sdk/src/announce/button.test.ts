import { describe, expect, it } from 'vitest'
import { initialState } from '../initial-state.ts'
import { evmAccount, solanaAccount } from '../testing/sample-accounts.ts'
import { buttonLanguage, buttonText } from './button.ts'

describe('buttonText', () => {
  it('each state › label, then Connecting…, then the address', () => {
    expect(buttonText(initialState, 'en')).toEqual({ text: 'Connect wallet' })
    expect(buttonText(initialState, 'en', 'Log in')).toEqual({ text: 'Log in' })
    expect(buttonText({ ...initialState, status: 'connecting' }, 'en', 'Log in')).toEqual({
      text: 'Connecting…',
    })
    const connected = { ...initialState, accounts: [evmAccount, solanaAccount] }
    const name = '0xf39F…b92266, open wallet'
    expect(buttonText(connected, 'en', 'Log in')).toEqual({ text: '0xf39F…b92266', name })
    expect(buttonText({ ...connected, activeNamespace: 'solana' }, 'en').text).toBe('J4Lq4j…8gkKZb')
  })

  it('language › any language of the widget › is supported', () => {
    expect(buttonText(initialState, 'ar').text).toBe('ربط محفظة')
    const connected = { ...initialState, accounts: [evmAccount] }
    expect(buttonText(connected, 'ar').name).toBe('0xf39F…b92266, افتح المحفظة')
  })

  it.each([
    [['ar-EG', 'en'], 'ar'],
    [['', 'de', 'ar'], 'ar'],
    [['en-GB', 'ar'], 'en'],
    [['de', 'constructor'], 'en'],
    [[], 'en'],
  ])('languages %j › %s is chosen', (requestedTags, language) => {
    expect(buttonLanguage(requestedTags)).toBe(language)
  })
})
