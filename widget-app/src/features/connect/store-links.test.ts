import { expect, test } from 'vitest'
import { hostnameOf, storeLinks } from './store-links.ts'

const links = {
  chrome: 'https://chromewebstore.google.com/detail/x',
  ios: 'https://apps.apple.com/app/id1',
  android: 'http://play.google.com/x',
  web: 'https://www.example.org',
  webApp: 'javascript:alert(1)',
  universal: undefined,
  mobile: 'wallet://',
  desktop: undefined,
}

test('extension first on a desktop, app stores first on a phone', () => {
  expect(storeLinks(links, false).map(({ kind }) => kind)).toEqual(['chrome', 'ios', 'web'])
  expect(storeLinks(links, true).map(({ kind }) => kind)).toEqual(['ios', 'web', 'chrome'])
})

test('link that is not https › left out', () => {
  const kinds = storeLinks(links, false).map(({ kind }) => kind)
  expect(kinds).not.toContain('android')
  expect(kinds).not.toContain('webApp')
})

test('link › displayed as its hostname', () => {
  expect(hostnameOf(links.web)).toBe('example.org')
  expect(hostnameOf('not a link')).toBe('')
})
