import { isHex, verifyMessage } from 'viem'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { confirmLifetimeMs } from '#shared/config/limits.ts'
import type { ConfirmEnd } from '#shared/confirm/messages.ts'
import { newConfirmSecret } from '#widget/domain/review/window/confirm-url.ts'
import { acceptClick } from '#widget/lib/page/gated-click.ts'
import { bob } from '#widget/testing/world.ts'
import { parseRecoveryPhrase } from '../core/recovery-phrase.ts'
import { loadReview } from './load-review.ts'
import {
  closeAfterMs,
  closeVaultWindows,
  openVaultWindow,
  pageLeftMs,
  type VaultWindow,
  type WindowOptions,
} from './testing/vault-window.ts'
import { openVaultWorld, type VaultWorld } from './testing/vault-world.ts'

let world: VaultWorld
beforeAll(loadReview)
beforeEach(async () => {
  world = await openVaultWorld()
})
afterEach(async () => {
  closeVaultWindows()
  await world.server.close()
})

const open = (options: WindowOptions): VaultWindow => openVaultWindow(world, options)

/** A window with a request, of a user who has the wallet in this browser. */
async function openRequest(options: Partial<WindowOptions> = {}) {
  const wallet = await world.createdWallet()
  const window = open({ ...wallet, ...options })
  await window.serve(window.offer())
  return { ...window, wallet }
}

/** The same once the request is on screen. */
async function readRequest(options: Partial<WindowOptions> = {}) {
  const window = await openRequest(options)
  await vi.waitFor(() => expect(window.review()?.decoding.is).toBe('read'))
  return window
}

/** The same once the user has approved it, and the frame has what was signed. */
async function signRequest(options: Partial<WindowOptions> = {}) {
  const window = await readRequest(options)
  window.review()?.decide(acceptClick())
  await vi.waitFor(() => expect(window.last()).toMatchObject({ is: 'approved' }))
  return window
}

/** Lets everything happen that the window has begun: it answers a message that a frame sends later. */
async function settled(window: VaultWindow) {
  window.send({ is: 'ping' })
  await vi.waitFor(() => expect(window.last()).toEqual({ is: 'pong' }))
}

test('on screen › nothing is signed; approved › signed by the wallet, with the request as shown', async () => {
  const window = await readRequest()
  expect([window.screen(), window.keys]).toEqual([{ is: 'review' }, []])
  expect(window.hideFragment).toHaveBeenCalledOnce()
  window.review()?.decide(acceptClick())
  await vi.waitFor(() => expect(window.last()).toMatchObject({ is: 'approved' }))
  const approved = window.received.find(({ is }) => is === 'approved')
  expect(approved).toMatchObject({ request: window.offer().request, signed: {} })
  const { signature, address } = {
    ...Object(approved).signed,
    address: window.wallet.address,
  }
  if (!isHex(signature) || !isHex(address)) throw new TypeError('They are hex')
  expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
  expect(window.keys).toHaveLength(1)
})

test('site has the result › reminds of keeping the wallet, and closes after that', async () => {
  const window = await signRequest()
  window.send({ is: 'ended', how: 'answered' })
  const { answer } = await window.shows('keep')
  await window.clock.advance(closeAfterMs)
  expect(window.close).not.toHaveBeenCalled()
  answer('later')
  await window.showsMessage('vault.signed')
  await window.clock.advance(closeAfterMs)
  expect(window.close).toHaveBeenCalledOnce()
})

test('reminded within a day › closes at once; a day later › reminds again', async () => {
  const first = await signRequest()
  first.send({ is: 'ended', how: 'answered' })
  ;(await first.shows('keep')).answer('later')
  await first.showsMessage('vault.signed')
  const { wallet } = first
  const openNext = async () => {
    const window = open({ ...wallet })
    await window.serve(window.offer())
    await vi.waitFor(() => expect(window.review()?.decoding.is).toBe('read'))
    window.review()?.decide(acceptClick())
    await vi.waitFor(() => expect(window.last()).toMatchObject({ is: 'approved' }))
    window.send({ is: 'ended', how: 'answered' })
    return window
  }
  const second = await openNext()
  await second.showsMessage('vault.signed')
  await second.clock.advance(closeAfterMs)
  expect(second.close).toHaveBeenCalledOnce()
  world.server.advance(24 * 60 * 60_000)
  await wallet.frame.logIn()
  await (await openNext()).shows('keep')
})

test('user cancels › the frame receives it, the window closes, nothing is signed', async () => {
  const window = await readRequest()
  window.review()?.decide('cancel')
  await vi.waitFor(() => expect(window.last()).toEqual({ is: 'cancelled' }))
  expect(window.screen()).toMatchObject({ title: 'confirm.cancelled' })
  await window.clock.advance(closeAfterMs)
  expect(window.close).toHaveBeenCalledOnce()
  expect(window.keys).toEqual([])
})

test.each<[ConfirmEnd, string, number]>([
  ['cancelled', 'confirm.cancelled', 1],
  ['expired', 'confirm.expired', 0],
  ['changed', 'confirm.invalid', 0],
  ['failed', 'confirm.failed', 0],
])('frame ends it: %s › stated, a later approval signs nothing', async (how, title, closings) => {
  const window = await readRequest()
  const review = window.review()
  window.send({ is: 'ended', how })
  await window.showsMessage(title)
  review?.decide(acceptClick())
  await window.clock.advance(closeAfterMs)
  expect(window.close).toHaveBeenCalledTimes(closings)
  expect([window.keys, window.names()]).toEqual([[], ['hello']])
})

test.each([
  ['read', readRequest, 'vault.changed'],
  ['signed', signRequest, 'vault.changed-signed'],
])('changed in the frame once it was %s › stated', async (_when, opened, text) => {
  const window = await opened()
  window.send({ is: 'ended', how: 'changed' })
  await vi.waitFor(() => expect(window.screen()).toMatchObject({ title: 'confirm.invalid', text }))
})

test.each([
  ['read', readRequest, 'vault.lost-text'],
  ['signed', signRequest, 'vault.lost-signed'],
])('page of the frame is left once it was %s › stated', async (_when, opened, text) => {
  const window = await opened()
  window.leavePage()
  await window.clock.advance(pageLeftMs)
  expect(window.screen()).toMatchObject({ title: 'vault.lost', text })
})

test('its time is over › ends, nothing is signed', async () => {
  const window = await readRequest()
  await window.clock.advance(confirmLifetimeMs)
  expect(window.screen()).toMatchObject({ title: 'vault.lost' })
  expect(window.keys).toEqual([])
})

test('a second request in the same window, or one with another id › ignored', async () => {
  const window = await readRequest()
  window.send(window.offer({ request: { method: 'personal_sign', params: ['0x00', bob] } }))
  await settled(window)
  expect(window.reviews().map(({ request }) => request)).toEqual([window.offer().request])
  window.review()?.decide('cancel')
  await vi.waitFor(() => expect(window.last()).toEqual({ is: 'cancelled' }))
  const unserved = open({ ...window.wallet })
  await unserved.serve({ ...unserved.offer(), id: newConfirmSecret().id })
  await settled(unserved)
  expect(unserved.screen()).toEqual({ is: 'working', title: 'vault.loading' })
})

test('without a user › fails, the frame receives that it is over', async () => {
  const wallet = await world.createdWallet()
  const window = open({ ...wallet })
  await window.serve(window.offer({ userId: undefined }))
  await window.shows('failed')
  expect(window.names()).toEqual(['hello', 'closed'])
})

test('window is left › the frame receives it; reloaded › the same request is served', async () => {
  const first = await readRequest()
  first.leave()
  await vi.waitFor(() => expect(first.last()).toEqual({ is: 'closed' }))
  const { wallet, tabStorage, secret } = first
  const second = open({ ...wallet, tabStorage, secret, fragment: '' })
  await second.serve(second.offer())
  await vi.waitFor(() => expect(second.review()?.decoding.is).toBe('read'))
  second.review()?.decide(acceptClick())
  await vi.waitFor(() => expect(second.last()).toMatchObject({ is: 'approved' }))
  second.send({ is: 'ended', how: 'failed' })
  await second.showsMessage('confirm.failed')
  // Its end is final: another load has nothing to serve.
  const third = open({ ...wallet, tabStorage, secret, fragment: '' })
  await third.showsMessage('vault.nothing')
})

test('wallet is not in this browser › restored first, then signed', async () => {
  const { frame, address, phrase } = await world.createdWallet()
  const window = open({ browser: world.openBrowser(), frame, address })
  await window.serve(window.offer())
  const { answer } = await window.shows('restore')
  expect(window.review()).toBeUndefined()
  answer('phrase')
  const parsed = parseRecoveryPhrase(phrase)
  if (parsed.is !== 'valid') throw new TypeError('The phrase is valid')
  ;(await window.shows('enter-phrase')).answer(parsed.entropy)
  await vi.waitFor(() => expect(window.review()?.decoding.is).toBe('read'))
  window.review()?.decide(acceptClick())
  await vi.waitFor(() => expect(window.last()).toMatchObject({ is: 'approved' }))
})

test('ends while the wallet signs › the frame does not receive what was signed', async () => {
  let window: VaultWindow | undefined
  let isApproved = false
  const opened = await readRequest({
    fails: () => {
      if (isApproved) window?.send({ is: 'ended', how: 'expired' })
      isApproved = false
      return false
    },
  })
  window = opened
  isApproved = true
  opened.review()?.decide(acceptClick())
  await opened.showsMessage('confirm.expired')
  await vi.waitFor(() => expect(opened.keys).toHaveLength(1))
  await vi.waitFor(async () => {
    await opened.clock.advance(pageLeftMs)
    expect(opened.isLeft()).toBe(true)
  })
  expect(opened.names()).toEqual(['hello'])
})

test('session does not open while the user reads › it is opened again to sign', async () => {
  let failures = 0
  let isDown = true
  const window = await readRequest({
    fails: () => {
      if (isDown) failures += 1
      return isDown
    },
  })
  await vi.waitFor(() => expect(failures).toBeGreaterThan(2))
  isDown = false
  window.review()?.decide(acceptClick())
  await vi.waitFor(() => expect(window.last()).toMatchObject({ is: 'approved' }))
  expect(window.shown()).not.toContain('failed')
})

test('server does not respond › may be tried again after the approval; nothing was signed before', async () => {
  let isDown = false
  const window = await readRequest({ fails: () => isDown })
  isDown = true
  window.review()?.decide(acceptClick())
  const { problem, retry } = await window.shows('failed')
  expect([problem, window.keys, window.names()]).toEqual(['vault.failed-network', [], ['hello']])
  isDown = false
  retry?.()
  await vi.waitFor(() => expect(window.last()).toMatchObject({ is: 'approved' }))
  expect(window.keys).toHaveLength(1)
})
