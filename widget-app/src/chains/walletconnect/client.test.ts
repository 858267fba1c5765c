import { expect, test } from 'vitest'
import { openLoneClient } from './testing/offline-client.ts'

test.each([
  [false, true],
  [true, false],
])(
  'param: with verify %s, the SDK takes itself for a test and asks no Verify host: %s',
  async (verify, is) => {
    const client = await openLoneClient(verify)
    expect(client.core.verify).toMatchObject({ isDevEnv: is })
    client.core.heartbeat.stop()
  },
)

test('behavior: the site is known to wallets by the origin that was given', async () => {
  const client = await openLoneClient(false)
  expect(client.metadata.url).toBe('https://shop.example')
  client.core.heartbeat.stop()
})
