import { expect, test } from 'vitest'
import { isAndroidAtom, isPhoneAtom } from '#widget/core/device.ts'
import { createStore } from '#widget/lib/state.ts'
import { type DeviceKind, deviceKindAtom, hostnameOf, type StoreKind, storeLinks } from './store-links.ts'

const links = {
  chrome: 'https://chromewebstore.google.com/detail/x',
  ios: 'https://apps.apple.com/app/id1',
  android: 'https://play.google.com/x',
  web: 'https://www.example.org',
  webApp: 'javascript:alert(1)',
  universal: undefined,
  mobile: 'wallet://',
  desktop: undefined,
}

test.each<[DeviceKind, readonly StoreKind[]]>([
  ['desktop', ['chrome', 'ios', 'android', 'web']],
  ['ios', ['ios', 'web', 'chrome']],
  ['android', ['android', 'web', 'chrome']],
])('%s › its stores, best first', (device, kinds) => {
  expect(storeLinks(links, device).map(({ kind }) => kind)).toEqual(kinds)
})

test.each([
  [false, false, 'desktop'],
  [false, true, 'desktop'],
  [true, false, 'ios'],
  [true, true, 'android'],
])('phone %s, Android %s › %s', (isPhone, isAndroid, device) => {
  const store = createStore()
  store.set(isPhoneAtom, isPhone)
  store.set(isAndroidAtom, isAndroid)
  expect(store.get(deviceKindAtom)).toBe(device)
})

test('link that is not https › left out', () => {
  const kinds = storeLinks({ ...links, android: 'http://play.google.com/x' }, 'desktop').map(
    ({ kind }) => kind,
  )
  expect(kinds).not.toContain('android')
  expect(kinds).not.toContain('webApp')
})

test('link › displayed as its hostname', () => {
  expect(hostnameOf(links.web)).toBe('example.org')
  expect(hostnameOf('not a link')).toBe('')
})
