import { expect, test } from 'vitest'
import { openOfflineClient } from './testing/offline-client.ts'

test.each([
  [false, true],
  [true, false],
])('verify is %s › the SDK’s isDevEnv flag, which disables Verify, is %s', async (verify, is) => {
  const client = await openOfflineClient(verify)
  expect(client.core.verify).toMatchObject({ isDevEnv: is })
  client.core.heartbeat.stop()
})

test('metadata › the URL is the site’s origin', async () => {
  const client = await openOfflineClient(false)
  expect(client.metadata.url).toBe('https://shop.example')
  client.core.heartbeat.stop()
})
