import { afterEach, expect, test, vi } from 'vitest'
import { createDeviceFactor } from '../core/sealed-bytes.ts'
import type { SpendingRecord } from '../wallet/spending-records.ts'
import { serveLimits } from './serve-limits.ts'
import { createPage } from './testing/page-messages.ts'

const site = 'https://shop.example'
const hello = { drawbridge: 'spending-limit' }
const keyThumbprint = 'k'.repeat(43)

const opened: MessagePort[] = []
afterEach(() => {
  for (const port of opened.splice(0)) port.close()
})

/** The frame's document, and the messages of a port that the test posts to it. */
function openFrame() {
  const page = createPage('https://vault.wallet.example')
  const put = vi.fn(async (_record: SpendingRecord) => undefined)
  const onStored = vi.fn()
  const frameFacts = vi.fn(async () => ({ site, keyThumbprint, isPersistent: true }))
  serveLimits(page, { frameFacts, put, onStored })
  const { port1, port2 } = new MessageChannel()
  opened.push(port1)
  const received: unknown[] = []
  port1.onmessage = ({ data }: MessageEvent<unknown>) => void received.push(data)
  return { page, put, onStored, frameFacts, port: port1, offered: port2, received }
}

async function record(change: Partial<SpendingRecord> = {}): Promise<SpendingRecord> {
  return {
    ...{ userId: 'user-0123456789abcdef', walletId: 'wallet-0123456789abcd', limitId: crypto.randomUUID() },
    ...{ site, asset: 'eip155:1/slip44:60', maximum: '100', expiresAtMs: 1_800_000_000_000 },
    ...{ address: `0x${'11'.repeat(20)}`, factor: await createDeviceFactor(), sealed: 'a'.repeat(82) },
    ...change,
  }
}

test('port of the vault › ready, then the limit is stored', async () => {
  const { page, put, onStored, port, offered, received } = openFrame()
  page.deliver({ data: hello, ports: [offered] })
  await vi.waitFor(() => expect(received).toEqual([{ is: 'ready', site, keyThumbprint, isPersistent: true }]))
  const limit = await record()
  port.postMessage({ is: 'store', record: limit })
  await vi.waitFor(() => expect(received.at(-1)).toEqual({ is: 'stored', limitId: limit.limitId }))
  const { factor: _, ...terms } = limit
  expect(put.mock.calls).toEqual([[expect.objectContaining(terms)]])
  expect(onStored).toHaveBeenCalledTimes(1)
})

test('frame cannot state what it is › failed', async () => {
  const { page, frameFacts, offered, received } = openFrame()
  frameFacts.mockRejectedValue(new DOMException('blocked', 'SecurityError'))
  page.deliver({ data: hello, ports: [offered] })
  await vi.waitFor(() => expect(received).toEqual([{ is: 'failed' }]))
})

test.each<[string, (port: MessagePort) => Parameters<ReturnType<typeof createPage>['deliver']>[0]]>([
  ['from the widget', (port) => ({ data: hello, ports: [port], origin: 'https://wallet.example' })],
  ['from the page', (port) => ({ data: hello, ports: [port], origin: site })],
  ['from an opaque origin', (port) => ({ data: hello, ports: [port], origin: 'null' })],
  ['without a port', () => ({ data: hello })],
  ['of another kind', (port) => ({ data: { drawbridge: 'confirm-port' }, ports: [port] })],
  ['with more than its members', (port) => ({ data: { ...hello, record: {} }, ports: [port] })],
  ['that is a text', (port) => ({ data: 'spending-limit', ports: [port] })],
])('message %s › ignored', (_name, messageOf) => {
  const { page, frameFacts, offered } = openFrame()
  page.deliver(messageOf(offered))
  expect(frameFacts).not.toHaveBeenCalled()
  expect(offered.onmessage).toBeFalsy()
  offered.close()
})

test.each<[string, (limit: SpendingRecord) => unknown, boolean?]>([
  [
    'for another site',
    (limit) => ({ is: 'store', record: { ...limit, site: 'https://evil.example' } }),
    true,
  ],
  ['with a factor that is no key', (limit) => ({ is: 'store', record: { ...limit, factor: 'abc' } })],
  ['with a maximum of zero', (limit) => ({ is: 'store', record: { ...limit, maximum: '0' } })],
  ['with more than its members', (limit) => ({ is: 'store', record: { ...limit, more: 1 } })],
  ['without a record', () => ({ is: 'store' })],
])('limit %s › not stored', async (_name, messageOf, isParsed) => {
  const { page, put, onStored, port, offered, received } = openFrame()
  page.deliver({ data: hello, ports: [offered] })
  await vi.waitFor(() => expect(received).toHaveLength(1))
  const limit = await record()
  port.postMessage(messageOf(limit))
  const limitId = isParsed ? { limitId: limit.limitId } : {}
  await vi.waitFor(() => expect(received.at(-1)).toEqual({ is: 'failed', ...limitId }))
  expect(put).not.toHaveBeenCalled()
  expect(onStored).not.toHaveBeenCalled()
})
