import { expect, test } from 'vitest'
import { openClient } from './client.ts'
import { memoryRecords } from './testing/memory-records.ts'

process.env.DISABLE_GLOBAL_CORE = 'true'

const open = (verify: boolean) =>
  openClient(
    {
      projectId: 'demo',
      relayUrl: 'ws://127.0.0.1:1',
      verify,
      metadata: { name: 'Shop', description: '', url: 'https://shop.example', icons: [] },
    },
    memoryRecords(),
  )

test.each([
  [false, true],
  [true, false],
])(
  'param: with verify %s, the SDK takes itself for a test and asks no Verify host: %s',
  async (verify, is) => {
    const client = await open(verify)
    expect(client.core.verify).toMatchObject({ isDevEnv: is })
    client.core.heartbeat.stop()
  },
)

test('behavior: the site is known to wallets by the origin that was given', async () => {
  const client = await open(false)
  expect(client.metadata.url).toBe('https://shop.example')
  client.core.heartbeat.stop()
})
