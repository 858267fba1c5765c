import { expect, test } from 'vitest'
import { openableLink } from './wallets.ts'

test('catalogue entry › https link › opens', () => {
  expect(openableLink('https://apps.apple.com/app/id1')).toBe('https://apps.apple.com/app/id1')
})

test.each([
  'http://shop.example',
  'ms-msdt:/id',
  'search-ms:query=x',
  'itms-services://?action=download-manifest',
  'smb://evil.example/share',
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'intent://scan#Intent;end',
  'https:evil.example',
  'https://a b',
  'https://\u202eevil.example',
  '',
  null,
  undefined,
])('catalogue entry › link %j › undefined', (link) => {
  expect(openableLink(link) || undefined).toBeUndefined()
})
