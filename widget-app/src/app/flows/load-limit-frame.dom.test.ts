import { afterEach, beforeEach, expect, it } from 'vitest'
import { startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { hasSpendingLimitAtom } from '#widget/domain/embedded-wallet/spending-limits.ts'
import {
  testToken,
  testVaultUrl,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import type { DocumentMessage } from '#widget/lib/page/document-messages.ts'
import { testWorld } from '#widget/testing/world.ts'
import { loadLimitFrameAtom } from './load-limit-frame.ts'

beforeEach(() => document.body.replaceChildren())
afterEach(() => document.body.replaceChildren())

async function openWorld(deploy: Parameters<typeof testWorld>[0] = { deploy: { vaultUrl: testVaultUrl } }) {
  const listeners = new Set<(message: DocumentMessage) => void>()
  const page = {
    origin: 'https://wallet.example',
    listen: (run: (message: DocumentMessage) => void) => {
      listeners.add(run)
      return () => void listeners.delete(run)
    },
  }
  const world = testWorld({ ...deploy, page })
  await world.store.set(startEmbeddedSessionAtom, { token: testToken, account: testWalletAccount })
  const frames: { length: number; [index: number]: unknown } = { length: 2, 0: {} }
  const loading = world.store.set(loadLimitFrameAtom, { document, frames })
  loading.catch(() => undefined)
  const frame = document.querySelector('iframe')
  const source = frame?.contentWindow ?? null
  frames[1] = source
  const post = (message: Partial<DocumentMessage>) => {
    const whole = { data: { drawbridge: 'limit-set' }, origin: testVaultUrl, source, ports: [], ...message }
    for (const run of [...listeners]) run(whole)
  }
  return { ...world, frame, loading, post, hasLimit: () => world.store.get(hasSpendingLimitAtom) }
}

it('loaded › index among the frames; limit stored › known, and the frame is removed', async () => {
  const { frame, loading, post, hasLimit } = await openWorld()
  expect(frame?.src).toMatch(new RegExp(`^${testVaultUrl}/payment/`))
  expect(frame?.hidden).toBe(true)
  frame?.dispatchEvent(new Event('load'))
  expect(await loading).toBe(1)
  expect(hasLimit()).toBe(false)
  post({})
  expect(hasLimit()).toBe(true)
  expect(document.querySelector('iframe')).toBeNull()
})

it.each<[string, Partial<DocumentMessage>]>([
  ['another origin', { origin: 'https://evil.example' }],
  ['another window', { source: { postMessage: () => undefined } }],
  ['another kind', { data: { drawbridge: 'confirm-port' } }],
])('message of %s › ignored', async (_name, message) => {
  const { post, hasLimit } = await openWorld()
  post(message)
  expect(hasLimit()).toBe(false)
  expect(document.querySelector('iframe')).not.toBeNull()
})

it('deployment without a vault › no frame', async () => {
  const { loading, frame } = await openWorld({})
  await expect(loading).rejects.toThrow('cannot frame')
  expect(frame).toBeNull()
})

it('another window needs one › the former frame is removed', async () => {
  const { store, frame } = await openWorld()
  const again = store.set(loadLimitFrameAtom, { document, frames: { length: 0 } })
  again.catch(() => undefined)
  const frames = document.querySelectorAll('iframe')
  expect(frames).toHaveLength(1)
  expect(frames[0]).not.toBe(frame)
})
