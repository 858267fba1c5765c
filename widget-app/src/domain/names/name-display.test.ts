import { describe, expect, it } from 'vitest'
import { displayName } from './name-display.ts'
import { validateAvatar } from './validate-avatar.ts'

describe('displayName', () => {
  it.each([
    ['anna.eth', 'anna.eth', false],
    ['münchen.eth', 'münchen.eth', false],
    ['東京.eth', '東京.eth', false],
    ['\u0430nna.eth', 'xn--nna-5cd.eth', true],
    ['анна.eth', 'xn--80aa2ba.eth', true],
    ['xn--nna-5cd.eth', 'xn--nna-5cd.eth', true],
    ['a b\u202e.eth', 'a\\u{20}b\\u{202e}.eth', true],
  ])('%s', (name, text, isStrange) => {
    expect(displayName(name)).toEqual({ text, isStrange })
  })
})

describe('validateAvatar', () => {
  it('images of other servers › are not loaded', () => {
    // The longest image reference that the server signs has 2,777 characters.
    const reference = `/public/getTokenImage/${'a'.repeat(2_732)}.${'b'.repeat(22)}`
    const fine = ['/names/anna.svg', reference, 'data:image/png;base64,AAAA']
    expect(fine.map(validateAvatar)).toEqual(fine)
    const bad = [
      'https://eve.example/a.png',
      '//eve.example/a.png',
      '/\\eve.example/a',
      'javascript:1',
      `/${'a'.repeat(3_001)}`,
      '',
      null,
    ]
    expect(bad.map(validateAvatar)).toEqual(bad.map(() => undefined))
  })
})
