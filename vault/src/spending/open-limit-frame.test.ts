import { afterEach, describe, expect, test, vi } from 'vitest'
import { fakeClock } from '#widget/lib/fake-clock.ts'
import { createDeviceFactor } from '../core/sealed-bytes.ts'
import type { SpendingRecord } from '../wallet/spending-records.ts'
import type { FromFrame } from './limit-messages.ts'
import { openLimitFrame } from './open-limit-frame.ts'

const origin = 'https://vault.wallet.example'
const ready: FromFrame = {
  is: 'ready',
  site: 'https://shop.example',
  keyThumbprint: 'k'.repeat(43),
  isPersistent: true,
}
const noStorage = { name: 'LimitFrameError', message: 'The frame cannot store limits' }
const silent = { name: 'LimitFrameError', message: 'The frame does not respond' }
const opened: MessagePort[] = []
afterEach(() => {
  for (const port of opened.splice(0)) port.close()
})

async function record(limitId: string): Promise<SpendingRecord> {
  return {
    ...{ userId: 'user-0123456789abcdef', walletId: 'wallet-0123456789abcd', limitId },
    ...{ site: 'https://shop.example', asset: 'eip155:1/slip44:60', maximum: '100' },
    ...{ expiresAtMs: 1_800_000_000_000, address: `0x${'11'.repeat(20)}` },
    ...{ factor: await createDeviceFactor(), sealed: 'a'.repeat(82) },
  }
}

/** The vault's window, and its frame, which the test plays. */
async function openWindow(first: unknown = ready) {
  const clock = fakeClock()
  const posted: unknown[] = []
  const received: unknown[] = []
  let port: MessagePort | undefined
  const frame = {
    postMessage: (data: unknown, to: string, [transferred]: Transferable[] = []) => {
      posted.push([data, to])
      if (!(transferred instanceof MessagePort)) throw new Error('A port is transferred')
      port = transferred
      opened.push(transferred)
      transferred.addEventListener('close', () => received.push('closed'))
      transferred.onmessage = ({ data: message }: MessageEvent<unknown>) => void received.push(message)
      if (first !== undefined) transferred.postMessage(first)
    },
  }
  const opening = openLimitFrame(frame, origin, clock)
  opening.catch(() => undefined)
  return { clock, posted, received, opening, respond: (message: unknown) => port?.postMessage(message) }
}

describe('connect', () => {
  test('frame is ready › what it states; the port went to the vault’s origin', async () => {
    const { opening, posted, received } = await openWindow()
    const frame = await opening
    expect(frame).toMatchObject({ site: 'https://shop.example', isPersistent: true })
    expect(posted).toEqual([[{ drawbridge: 'spending-limit' }, origin]])
    frame.close()
    await vi.waitFor(() => expect(received).toEqual(['closed']))
  })

  test.each<[string, unknown]>([
    ['it cannot store limits', { is: 'failed' }],
    ['it is not ready', { is: 'stored', limitId: 'limit-0123456789abcdef' }],
    ['it sends something else', { is: 'ready' }],
  ])('%s › rejects', async (_name, first) => {
    const { opening } = await openWindow(first)
    await expect(opening).rejects.toMatchObject(noStorage)
  })

  test('no response › rejects after 10 s', async () => {
    const { opening, clock } = await openWindow(undefined)
    await clock.advance(10_000)
    await expect(opening).rejects.toMatchObject(silent)
  })
})

describe('store', () => {
  const first = 'limit-1-0123456789abcd'
  const second = 'limit-2-0123456789abcd'

  test('stored › resolves', async () => {
    const { opening, respond, received } = await openWindow()
    const frame = await opening
    const storing = frame.store(await record(first))
    await vi.waitFor(() => expect(received).toMatchObject([{ is: 'store', record: { limitId: first } }]))
    respond({ is: 'stored', limitId: first })
    await storing
    frame.close()
  })

  test.each<[string, object]>([
    ['of this limit', { is: 'failed', limitId: first }],
    ['of a message that cannot be read', { is: 'failed' }],
    ['that the frame is ready again', ready],
    ['that cannot be read', { is: 'stored' }],
  ])('response %s › rejects', async (_name, response) => {
    const { opening, respond } = await openWindow()
    const frame = await opening
    const storing = frame.store(await record(first))
    respond(response)
    await expect(storing).rejects.toMatchObject(noStorage)
    frame.close()
  })

  test.each([
    ['stored', 'failed'],
    ['failed', 'stored'],
  ] as const)('%s, of a limit that was given up › ignored', async (late, response) => {
    const { opening, respond, clock } = await openWindow()
    const frame = await opening
    const givenUp = frame.store(await record(first))
    const rejected = expect(givenUp).rejects.toMatchObject(silent)
    await clock.advance(10_000)
    await rejected
    const storing = frame.store(await record(second)).then(
      () => 'stored',
      () => 'failed',
    )
    respond({ is: late, limitId: first })
    respond({ is: response, limitId: second })
    expect(await storing).toBe(response)
    frame.close()
  })
})
