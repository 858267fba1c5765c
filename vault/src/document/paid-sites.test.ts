import { expect, test } from 'vitest'
import { createPaidSites } from './paid-sites.ts'

function openStorage(text?: string) {
  const stored = new Map(text === undefined ? [] : [['drawbridge-paid-sites', text]])
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  return createPaidSites(() => storage)
}

test('site of a user › state of that user and site only', () => {
  const sites = openStorage()
  sites.set('ada', 'https://shop.example', 'paid')
  sites.set('ada', 'https://other.example', 'declined')
  sites.set('ada', 'https://shop.example', 'declined')
  expect(sites.state('ada', 'https://shop.example')).toBe('declined')
  expect(sites.state('ada', 'https://other.example')).toBe('declined')
  expect(sites.state('bob', 'https://shop.example')).toBeUndefined()
})

test('two users of a site › each has a state', () => {
  const sites = openStorage()
  sites.set('ada', 'https://shop.example', 'declined')
  sites.set('bob', 'https://shop.example', 'paid')
  sites.set('bob', 'https://other.example', 'paid')
  expect(sites.state('ada', 'https://shop.example')).toBe('declined')
  expect(sites.state('bob', 'https://shop.example')).toBe('paid')
})

test('same site a hundred times › stored once', () => {
  const sites = openStorage()
  sites.set('ada', 'https://other.example', 'paid')
  for (let times = 0; times < 100; times++) sites.set('ada', 'https://shop.example', 'paid')
  expect(sites.state('ada', 'https://other.example')).toBe('paid')
})

test('more sites than are remembered › the latest stay', () => {
  const sites = openStorage()
  for (let number = 0; number < 101; number++) sites.set('ada', `https://${number}.example`, 'paid')
  expect(sites.state('ada', 'https://0.example')).toBeUndefined()
  expect(sites.state('ada', 'https://100.example')).toBe('paid')
})

test.each(['{', '[{"userId":"ada"}]', 'null'])('stored text %s › nothing is known', (text) => {
  const sites = openStorage(text)
  expect(sites.state('ada', 'https://shop.example')).toBeUndefined()
  sites.set('ada', 'https://shop.example', 'paid')
  expect(sites.state('ada', 'https://shop.example')).toBe('paid')
})

test('storage is blocked › nothing is known, nothing fails', () => {
  const sites = createPaidSites(() => {
    throw new DOMException('blocked', 'SecurityError')
  })
  sites.set('ada', 'https://shop.example', 'paid')
  expect(sites.state('ada', 'https://shop.example')).toBeUndefined()
})

// What the first release has stored.
test('stored state › read', () => {
  const sites = openStorage('[{"userId":"ada","site":"https://shop.example","is":"declined"}]')
  expect(sites.state('ada', 'https://shop.example')).toBe('declined')
})
