import { expect, it } from 'vitest'
import { retryableImport } from './retryable-import.ts'

it('behavior: a file that comes is the file, every time', async () => {
  let asked = 0
  const file = retryableImport(() => {
    asked += 1
    return Promise.resolve({ asked })
  })
  expect([await file(), await file()]).toEqual([{ asked: 1 }, { asked: 2 }])
})

it('error: one that did not come fails; where the error names no address, the browser is asked as before', async () => {
  const answers = [
    Promise.reject(new TypeError('Importing a module script failed.')),
    Promise.resolve('here'),
  ]
  const file = retryableImport(() => answers.shift() ?? Promise.reject(new Error('asked too often')))
  await expect(file()).rejects.toThrow('Importing')
  expect(await file()).toBe('here')
})

it('error: where the error names the address, that is asked for by itself; Node has a word of its own for it', async () => {
  const cause = new TypeError(
    'Failed to fetch dynamically imported module: https://shop.invalid/page-wallets.js',
  )
  const file = retryableImport(() => Promise.reject(cause))
  await expect(file()).rejects.toBe(cause)
  await expect(file()).rejects.toThrow("Received protocol 'https:'")
})
