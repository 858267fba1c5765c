import { expect, test } from 'vitest'
import type { FoundWallet } from '#shared/channel/found-wallet.ts'
import { windowTransport } from './window-transport.ts'

type Listener = (data: unknown) => void

/** A provider as extensions inject it. */
function fakeProvider(answer: unknown = ['0x1']) {
  const listeners = new Map<string, Set<Listener>>()
  return {
    request: async (request: { method: string }): Promise<unknown> => {
      if (request.method === 'reject') throw Object.assign(new Error('User rejected'), { code: 4001 })
      return answer
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

const keep = (wallet: FoundWallet) => wallet

/** A window of its own; `parent` makes it a frame. */
function makePage(extras: object = {}, parent?: object): Window {
  const target = new EventTarget()
  const page: Window = Object.assign(Object.create(window), {
    addEventListener: target.addEventListener.bind(target),
    removeEventListener: target.removeEventListener.bind(target),
    dispatchEvent: target.dispatchEvent.bind(target),
    ...extras,
  })
  Object.defineProperty(page, 'parent', { value: parent ?? page })
  return page
}

test('behavior: lists announced wallets, and tells watchers at once and after each change', () => {
  const page = makePage()
  const transport = windowTransport(page, keep)
  const seen: number[] = []
  transport.watch((wallets) => seen.push(wallets.length))
  announce(page, fakeProvider())
  expect(seen).toEqual([0, 1])
  expect(transport.list()).toMatchObject([{ rdns: 'com.example', name: 'Example', source: 'eip6963' }])
})

test('behavior: inside a frame an injected wallet is not listed', () => {
  const page = makePage({ ethereum: fakeProvider() }, {})
  const transport = windowTransport(page, keep)
  announce(page, fakeProvider())
  expect(transport.list()).toEqual([])
})

test('behavior: a legacy wallet is listed once, and gives way to its own announcement', () => {
  const ethereum = fakeProvider()
  const page = makePage({ ethereum })
  const transport = windowTransport(page, keep)
  expect(transport.list()).toMatchObject([{ source: 'legacy', name: 'Browser Wallet' }])
  announce(page, ethereum)
  expect(transport.list()).toMatchObject([{ source: 'eip6963' }])
})

test('behavior: twins are marked both, and so is a wallet that changes its uuid', () => {
  const page = makePage()
  const transport = windowTransport(page, keep)
  const first = fakeProvider()
  announce(page, first)
  announce(page, first)
  expect(transport.list()[0]?.warning).toBeUndefined()
  announce(page, fakeProvider(), 'com.example', 'two')
  expect(transport.list().map((wallet) => wallet.warning)).toEqual(['duplicate-rdns', 'duplicate-rdns'])
  const other = fakeProvider()
  announce(page, other, 'org.other', 'three')
  announce(page, other, 'org.other', 'four')
  expect(transport.list()[2]?.warning).toBe('uuid-changed')
})

test('behavior: a hostile name is cleaned, a hostile announcement or one that fails inspection is dropped', () => {
  const page = makePage()
  const transport = windowTransport(page, (wallet) => (wallet.name === 'Bad' ? undefined : wallet))
  announce(page, fakeProvider(), 'com.evil', 'one', '\u202eGood\n\u200bName')
  announce(page, fakeProvider(), '<script>', 'two')
  announce(page, fakeProvider(), 'com.bad', 'three', 'Bad')
  announce(page, {}, 'com.empty', 'four')
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: null }))
  expect(transport.list().map((wallet) => wallet.name)).toEqual(['GoodName'])
})

test('behavior: requests use the functions of the moment of discovery', async () => {
  const page = makePage()
  const transport = windowTransport(page, keep)
  const provider = fakeProvider('honest')
  announce(page, provider)
  provider.request = async () => 'patched'
  const handle = transport.list()[0]?.handle ?? ''
  expect(await transport.request(handle, { method: 'eth_accounts' })).toBe('honest')
})

test('error: a refusal keeps its code, an unknown handle is 4900, an abort its reason', async () => {
  const page = makePage()
  const transport = windowTransport(page, keep)
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

test('behavior: events arrive until unsubscribed', () => {
  const page = makePage()
  const transport = windowTransport(page, keep)
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
