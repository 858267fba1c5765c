import { expect, test } from 'vitest'
import { createUnfinishedSignUp } from './unfinished-sign-up.ts'

const hourMs = 60 * 60_000
const passkey = { id: 'A'.repeat(22), rpId: 'wallet.example' }

function openRecord(text?: string) {
  const stored = new Map(text === undefined ? [] : [['drawbridge-sign-up', text]])
  let nowMs = hourMs
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  return {
    ...createUnfinishedSignUp(
      () => storage,
      () => nowMs,
    ),
    setNow: (ms: number) => {
      nowMs = ms
    },
  }
}

test('stored › read for an hour; cleared › gone', () => {
  const record = openRecord()
  expect(record.read()).toBeUndefined()
  record.set(passkey)
  record.setNow(2 * hourMs - 1)
  expect(record.read()).toEqual(passkey)
  record.setNow(2 * hourMs)
  expect(record.read()).toBeUndefined()
  record.setNow(hourMs)
  record.clear()
  expect(record.read()).toBeUndefined()
})

test('clock set back › gone', () => {
  const record = openRecord()
  record.set(passkey)
  record.setNow(hourMs - 1)
  expect(record.read()).toBeUndefined()
})

test.each(['{', '[{"id":"A"}]', '[{"id":"not base64url!","rpId":"wallet.example","atMs":1}]'])(
  'stored %s › nothing to continue',
  (text) => {
    expect(openRecord(text).read()).toBeUndefined()
  },
)

test('blocked storage › nothing to continue, nothing is thrown', () => {
  const record = createUnfinishedSignUp(
    () => {
      throw new DOMException('The operation is insecure', 'SecurityError')
    },
    () => hourMs,
  )
  record.set(passkey)
  expect(record.read()).toBeUndefined()
  record.clear()
})

// What the first release has stored.
test('stored passkey › read', () => {
  expect(openRecord(`[{"id":"${passkey.id}","rpId":"wallet.example","atMs":${hourMs}}]`).read()).toEqual(
    passkey,
  )
})
