import { expect, test } from 'vitest'
import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { fakeClock } from '#shared/channel/testing/fake-clock.ts'
import { sanitizeWallet } from '#widget/bridge/sanitize-wallet.ts'
import { windowTransport } from './window-transport.ts'

type Listener = (data: unknown) => void

/** A provider as extensions inject it. */
function fakeProvider(response: unknown = ['0x1']) {
  const listeners = new Map<string, Set<Listener>>()
  return {
    request: async (request: { method: string }): Promise<unknown> => {
      if (request.method === 'reject') throw Object.assign(new Error('User rejected'), { code: 4001 })
      return response
    },
    on: (event: string, listener: Listener) => {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    removeListener: (event: string, listener: Listener) => listeners.get(event)?.delete(listener),
    emit: (event: string, data: unknown) => {
      for (const listener of listeners.get(event) ?? []) listener(data)
    },
  }
}

const announce = (page: Window, provider: object, rdns = 'com.example', uuid = 'one', name = 'Example') =>
  page.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', {
      detail: { info: { uuid, name, rdns, icon: 'data:x' }, provider },
    }),
  )

type Page = Window & typeof globalThis

/** The transport of a page, its clock, and the handle of its first wallet. */
function start(page: Page, inspect = (wallet: DiscoveredWallet): DiscoveredWallet | undefined => wallet) {
  const clock = fakeClock()
  const transport = windowTransport(page, { inspect, siteName: 'Drawbridge', clock })
  return { transport, clock, handle: () => transport.list()[0]?.handle ?? '' }
}

/** A separate window; `parent` makes it a frame. Its members are defined: assigned ones would replace those of the test's window. */
function createPage(extras: object = {}, parent?: object): Page {
  const target = new EventTarget()
  const members = {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
    ...extras,
  }
  const page: Page = Object.create(window, Object.getOwnPropertyDescriptors(members))
  Object.defineProperty(page, 'parent', { value: parent ?? page })
  return page
}

test('announced wallets › listed, watchers notified at once and 50 ms after changes', () => {
  const page = createPage()
  const { transport, clock } = start(page)
  const seen: number[] = []
  transport.watch((wallets) => seen.push(wallets.length))
  announce(page, fakeProvider())
  clock.advance(49)
  expect(seen).toEqual([0])
  clock.advance(1)
  expect(seen).toEqual([0, 1])
  announce(page, fakeProvider(), 'com.second', 'two')
  announce(page, fakeProvider(), 'com.third', 'three')
  clock.advance(50)
  expect(seen).toEqual([0, 1, 3])
  expect(transport.list()[0]).toMatchObject({ rdns: 'com.example', name: 'Example', source: 'eip6963' })
})

test('frame › lists no injected wallet', () => {
  const injectedWeb3 = { inside: { version: '1', enable: async () => ({}) } }
  const page = createPage({ ethereum: fakeProvider(), injectedWeb3 }, {})
  const { transport } = start(page)
  announce(page, fakeProvider())
  expect(transport.list()).toEqual([])
})

test('legacy wallet › listed once, replaced by its own announcement', () => {
  const ethereum = fakeProvider()
  const page = createPage({ ethereum })
  const { transport } = start(page)
  expect(transport.list()).toMatchObject([{ source: 'legacy', name: 'Browser Wallet' }])
  announce(page, ethereum)
  expect(transport.list()).toMatchObject([{ source: 'eip6963' }])
})

test('duplicates › announced › both are marked; a wallet that changes its uuid is not', () => {
  const page = createPage()
  const { transport } = start(page)
  const first = fakeProvider()
  announce(page, first)
  announce(page, first)
  expect(transport.list()[0]?.warning).toBeUndefined()
  announce(page, fakeProvider(), 'com.example', 'two')
  expect(transport.list().map((wallet) => wallet.warning)).toEqual(['duplicate-rdns', 'duplicate-rdns'])
  const other = fakeProvider()
  announce(page, other, 'org.other', 'three')
  announce(page, other, 'org.other', 'four')
  expect(transport.list()).toHaveLength(3)
  expect(transport.list()[2]?.warning).toBeUndefined()
})

test('announcement › hostile name, rdns or provider › sanitized, dropped, not listed', () => {
  const page = createPage()
  const { transport } = start(page, sanitizeWallet)
  announce(page, fakeProvider(), 'com.evil', 'one', '\u202eGood\n\u200bName')
  announce(page, fakeProvider(), '<script>', 'two')
  announce(page, fakeProvider(), 'com.bad', 'three', '\u200b\n')
  announce(page, {}, 'com.empty', 'four')
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: null }))
  expect(transport.list()).toEqual([
    expect.objectContaining({ name: 'GoodName', rdns: 'com.evil' }),
    expect.not.objectContaining({ rdns: expect.anything() }),
  ])
})

test('requests › use the functions from the time of discovery', async () => {
  const page = createPage()
  const { transport } = start(page)
  const provider = fakeProvider('honest')
  announce(page, provider)
  provider.request = async () => 'patched'
  const handle = transport.list()[0]?.handle ?? ''
  expect(await transport.request(handle, { method: 'eth_accounts' })).toBe('honest')
})

test('error › rejection keeps its code, unknown handle 4900, abort its reason', async () => {
  const page = createPage()
  const { transport } = start(page)
  announce(page, fakeProvider())
  const handle = transport.list()[0]?.handle ?? ''
  await expect(transport.request(handle, { method: 'reject' })).rejects.toMatchObject({
    name: 'ProviderRpcError',
    code: 4001,
  })
  await expect(transport.request('f'.repeat(32), { method: 'eth_accounts' })).rejects.toMatchObject({
    code: 4900,
  })
  const signal = AbortSignal.abort(new Error('closed'))
  await expect(transport.request(handle, { method: 'eth_accounts' }, { signal })).rejects.toThrow('closed')
})

test('events › delivered until unsubscribed', () => {
  const page = createPage()
  const { transport } = start(page)
  const provider = fakeProvider()
  announce(page, provider)
  const events: unknown[] = []
  const stop = transport.onEvent(transport.list()[0]?.handle ?? '', (event, data) =>
    events.push([event, data]),
  )
  provider.emit('chainChanged', '0x1')
  stop()
  provider.emit('chainChanged', '0x2')
  expect(events).toEqual([['chainChanged', '0x1']])
})
