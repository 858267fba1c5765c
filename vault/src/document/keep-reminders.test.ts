import { expect, test } from 'vitest'
import { createKeepReminders } from './keep-reminders.ts'

const dayMs = 24 * 60 * 60_000

function openReminders(text?: string) {
  const stored = new Map(text === undefined ? [] : [['drawbridge-keep-reminders', text]])
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  return createKeepReminders(() => storage)
}

test('user › due at first, then a day later, and not for another user', () => {
  const reminders = openReminders()
  expect(reminders.isDue('ada', dayMs)).toBe(true)
  reminders.set('ada', dayMs)
  expect(reminders.isDue('ada', dayMs)).toBe(false)
  expect(reminders.isDue('ada', 2 * dayMs - 1)).toBe(false)
  expect(reminders.isDue('ada', 2 * dayMs)).toBe(true)
  expect(reminders.isDue('bob', dayMs)).toBe(true)
})

test('two users, one of them many times › each has the time of the last reminder', () => {
  const reminders = openReminders()
  reminders.set('bob', dayMs)
  for (let times = 0; times < 25; times++) reminders.set('ada', times)
  expect(reminders.isDue('bob', dayMs)).toBe(false)
  expect(reminders.isDue('ada', 23)).toBe(true)
  expect(reminders.isDue('ada', 24)).toBe(false)
})

test('clock set back › due', () => {
  const reminders = openReminders()
  reminders.set('ada', dayMs)
  expect(reminders.isDue('ada', dayMs - 1)).toBe(true)
})

test('more users than are remembered › the latest stay', () => {
  const reminders = openReminders()
  for (let at = 0; at < 25; at++) reminders.set(`user-${at}`, dayMs)
  expect(reminders.isDue('user-24', dayMs)).toBe(false)
  expect(reminders.isDue('user-5', dayMs)).toBe(false)
  expect(reminders.isDue('user-4', dayMs)).toBe(true)
})

test.each(['{', '[{"userId":"ada","atMs":"now"}]'])('stored %s › due', (text) => {
  expect(openReminders(text).isDue('ada', dayMs)).toBe(true)
})

test('blocked storage › due each time, nothing is thrown', () => {
  const reminders = createKeepReminders(() => {
    throw new DOMException('The operation is insecure', 'SecurityError')
  })
  reminders.set('ada', dayMs)
  expect(reminders.isDue('ada', dayMs)).toBe(true)
})

// What the first release has stored.
test('stored time › read', () => {
  const reminders = openReminders(`[{"userId":"ada","atMs":${dayMs}}]`)
  expect(reminders.isDue('ada', 2 * dayMs - 1)).toBe(false)
})
