import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** The value that `localStorage` of the widget's frame returns, or the name of the error that it throws. */
async function frameStorage(page: Page): Promise<string> {
  const frame = page.frames().find((known) => known.url().includes('/embed/1/'))
  if (frame === undefined) throw new Error('The page has no widget frame')
  return frame.evaluate(() => {
    try {
      localStorage.setItem('launch', 'kept')
      return localStorage.getItem('launch') ?? 'nothing'
    } catch (error) {
      return error instanceof DOMException ? error.name : 'unknown'
    }
  })
}

test('frame storage › works › separate from the storage of a widget tab', async ({ dapp, page, stack }) => {
  await dapp.open()
  await dapp.openModal()
  expect(await frameStorage(page)).toBe('kept')
  await page.goto(stack.widget.origin)
  expect(await page.evaluate(() => localStorage.getItem('launch'))).toBeNull()
})

test('frame storage › throws › the user can still connect', {
  tag: '@storage-throws',
}, async ({ dapp, page, testAccounts }) => {
  await dapp.open()
  await dapp.connect()
  expect(await frameStorage(page)).toBe('SecurityError')
  expect(await dapp.account()).toBe(testAccounts.harbour[0].address)
})
