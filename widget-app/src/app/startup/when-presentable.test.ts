import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { reconnectingAtom } from '#widget/domain/accounts/connections.ts'
import { testWorld } from '#widget/testing/world.ts'
import { whenPresentable } from './when-presentable.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A frame whose host has sent the configuration 10 ms after the handshake. */
async function configuredFrame(isReconnecting: boolean) {
  const { store } = testWorld({})
  const { presentable, onConfigured } = whenPresentable(store, Promise.resolve())
  let is = false
  void presentable.then(() => {
    is = true
  })
  await vi.advanceTimersByTimeAsync(10)
  store.set(reconnectingAtom, isReconnecting)
  onConfigured()
  const isPresentableAfter = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return is
  }
  return { store, isPresentableAfter }
}

it('configured, no wallet reconnects › views after 50 ms, so that a waiting click renders once', async () => {
  const { isPresentableAfter } = await configuredFrame(false)
  expect(await isPresentableAfter(49)).toBe(false)
  expect(await isPresentableAfter(1)).toBe(true)
})

it('configured, wallets reconnect › views once they have', async () => {
  const { store, isPresentableAfter } = await configuredFrame(true)
  expect(await isPresentableAfter(100)).toBe(false)
  store.set(reconnectingAtom, false)
  expect(await isPresentableAfter(0)).toBe(true)
})

it('configured, a wallet does not respond › views 400 ms after the handshake', async () => {
  const { isPresentableAfter } = await configuredFrame(true)
  expect(await isPresentableAfter(389)).toBe(false)
  expect(await isPresentableAfter(1)).toBe(true)
})

it('configured, wallets reconnect, opened › views at once', async () => {
  const { store, isPresentableAfter } = await configuredFrame(true)
  store.set(modalOpenAtom, true)
  expect(await isPresentableAfter(0)).toBe(true)
})
