import { expect, it } from 'vitest'
import { retryableImport } from './retryable-import.ts'

it('import succeeds › returns the file on each call', async () => {
  let importCount = 0
  const file = retryableImport(() => {
    importCount += 1
    return Promise.resolve({ asked: importCount })
  })
  expect([await file(), await file()]).toEqual([{ asked: 1 }, { asked: 2 }])
})

it('import fails › rejects; error without a URL › the same import is repeated', async () => {
  const answers = [
    Promise.reject(new TypeError('Importing a module script failed.')),
    Promise.resolve('here'),
  ]
  const file = retryableImport(() => answers.shift() ?? Promise.reject(new Error('asked too often')))
  await expect(file()).rejects.toThrow('Importing')
  expect(await file()).toBe('here')
})

it('import fails › error names the URL › imports that URL; Node has its own text', async () => {
  const cause = new TypeError(
    'Failed to fetch dynamically imported module: https://shop.invalid/page-wallets.js',
  )
  const file = retryableImport(() => Promise.reject(cause))
  await expect(file()).rejects.toBe(cause)
  await expect(file()).rejects.toThrow("Received protocol 'https:'")
})
