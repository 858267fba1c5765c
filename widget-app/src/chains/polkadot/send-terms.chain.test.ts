import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyAddress } from './testing/key-wallet.ts'
import { freshAddress, keyAccounts, type LocalWorld, localWorld } from './testing/local-world.ts'
import { found } from './testing/unit-world.ts'

let world: LocalWorld
beforeAll(async () => {
  world = await localWorld()
})
afterAll(() => world?.stop())

/** Sends one unit of the native currency with a wallet that signs other terms. */
async function send() {
  const { adapter, network, native } = world
  const transfer = { from: keyAddress(keyAccounts[0]), to: freshAddress(), asset: native, value: 10n ** 12n }
  const connection = await adapter.connect(found, { silent: false })
  const fee = await adapter.estimateFee?.(transfer, network)
  if (fee === undefined || adapter.send === undefined) throw new Error('It cannot send')
  return adapter.send(connection, transfer, fee)
}

test.each([
  ['tip', { tip: `0x${'00'.repeat(15)}07` }],
  ['nonce', { nonce: '0x00000009' }],
  ['era', { era: '0x00' }],
])('R11 › widget’s transfer signed with another %s › mismatch, nothing sent', async (name, overrides) => {
  world.wallet.tamper((payload) => ({ ...payload, ...overrides }))
  const before = world.calls.length
  const differs = (list: readonly string[]) => ({ code: 'send/mismatch', data: { differs: list } })
  await expect(send()).rejects.toMatchObject(differs(['signature']))
  world.wallet.rewrite((response, wholeExtrinsic) => ({ ...response, signedTransaction: wholeExtrinsic() }))
  await expect(send()).rejects.toMatchObject(differs([name]))
  world.wallet.tamper(undefined)
  world.wallet.rewrite(undefined)
  expect(world.calls.slice(before)).not.toContain('author_submitExtrinsic')
})

test('U6 › widget’s transfer signed without type byte › sent', async () => {
  world.wallet.rewrite((response) => ({ ...response, signature: `0x${'11'.repeat(64)}` }))
  await expect(send()).rejects.toMatchObject({ code: 'send/mismatch', data: { differs: ['signature'] } })
  world.wallet.rewrite((response) => ({ ...response, signature: `0x${response.signature.slice(4)}` }))
  const sent = await send()
  world.wallet.rewrite(undefined)
  const { signal } = new AbortController()
  const status = await world.adapter.waitForTransaction?.(sent, world.network, () => undefined, signal)
  expect(status).toMatchObject({ is: 'confirmed' })
})

test('R11 › widget’s transfer signed as requested › sent', async () => {
  expect(await send()).toMatchObject({ hash: expect.any(String) })
  world.wallet.rewrite((response, wholeExtrinsic) => ({ ...response, signedTransaction: wholeExtrinsic() }))
  expect(await send()).toMatchObject({ hash: expect.any(String) })
})
