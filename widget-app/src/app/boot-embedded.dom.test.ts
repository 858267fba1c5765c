import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { EarlyHandshake } from '#widget/bridge/early-handshake.ts'
import { bootEmbedded } from './boot-embedded.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // jsdom has no media queries.
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))
})
afterEach(() => vi.useRealTimers())

const ports = () => {
  const [toWidget, toHost, ctl] = [new MessageChannel(), new MessageChannel(), new MessageChannel()]
  return { toWidget: toWidget.port1, toHost: toHost.port1, ctl: ctl.port1 }
}

const accepted = (): EarlyHandshake => ({
  ...{ sid: '0'.repeat(32), version: 1, ports: ports(), caps: [], origin: 'https://shop.example' },
  release: () => {},
})

/** Whether the views may render after a time, in milliseconds. */
async function isPresentable(handshake: Promise<EarlyHandshake>, ms: number): Promise<boolean> {
  let is = false
  void bootEmbedded(window, handshake).presentable.then(() => {
    is = true
  })
  await vi.advanceTimersByTimeAsync(ms)
  return is
}

it('R9 › handshake rejected, such as of a nested frame › no view at any time', async () => {
  const nested = new ProviderRpcError(providerCodes.unauthorized, 'Nested', { reason: 'nested-frame' })
  expect(await isPresentable(Promise.reject(nested), 60_000)).toBe(false)
})

it('handshake pending › no view', async () => {
  expect(await isPresentable(new Promise(() => {}), 60_000)).toBe(false)
})

it('handshake accepted, no configuration › views after 400 ms', async () => {
  expect(await isPresentable(Promise.resolve(accepted()), 399)).toBe(false)
  expect(await isPresentable(Promise.resolve(accepted()), 401)).toBe(true)
})
