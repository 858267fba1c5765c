import { afterEach, expect, test, vi } from 'vitest'
import type { SignClient } from '../client.ts'
import { openLoneClient } from '../testing/offline-client.ts'
import { endOnce } from './dedupe-session-delete.ts'

const topic = 'a'.repeat(64)
const clients: SignClient[] = []

afterEach(() => {
  for (const { core } of clients.splice(0)) core.heartbeat.stop()
})

/** A client with one session; its relay responds after `respond()`. */
async function withSession() {
  const client = await openLoneClient()
  clients.push(client)
  const metadata = { name: 'Petrel', description: '', url: 'https://petrel.example', icons: [] }
  await client.session.set(topic, {
    topic,
    pairingTopic: 'b'.repeat(64),
    relay: { protocol: 'irn' },
    expiry: Math.floor(Date.now() / 1_000) + 600,
    acknowledged: true,
    controller: 'c'.repeat(64),
    namespaces: {},
    requiredNamespaces: {},
    optionalNamespaces: {},
    self: { publicKey: 'd'.repeat(64), metadata },
    peer: { publicKey: 'c'.repeat(64), metadata },
  })
  let letAnswer = () => {}
  const answered = new Promise<void>((resolve) => {
    letAnswer = resolve
  })
  const unsubscribe = vi.fn(() => answered)
  Object.assign(client.core.relayer, { unsubscribe })
  endOnce(client)
  const call = (name: string, ...params: unknown[]): Promise<unknown> => {
    const run: unknown = Reflect.get(client.engine, name)
    if (typeof run !== 'function') throw new TypeError(`No ${name}`)
    return run.call(client.engine, ...params)
  }
  return { client, unsubscribe, letAnswer, call }
}

test('both peers end a session at once › deleted once, both calls resolve', async () => {
  const { client, unsubscribe, letAnswer, call } = await withSession()
  const told = vi.fn()
  client.on('session_delete', told)
  const ends = [
    call('deleteSession', { topic, emitEvent: false }),
    call('onSessionDeleteRequest', topic, { id: 1 }),
  ]
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalled())
  letAnswer()
  await Promise.all(ends)
  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(client.session.keys).toEqual([])
  expect(told).not.toHaveBeenCalled()
})

test('session is already deleted › another delete resolves', async () => {
  const { client, unsubscribe, letAnswer, call } = await withSession()
  letAnswer()
  await call('deleteSession', { topic })
  await call('deleteSession', { topic })
  await call('onSessionDeleteRequest', topic, { id: 1 })
  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(client.session.keys).toEqual([])
})

test('wallet ends the session › session_delete is emitted with its id', async () => {
  const { client, letAnswer, call } = await withSession()
  letAnswer()
  const told = vi.fn()
  client.on('session_delete', told)
  await call('onSessionDeleteRequest', topic, { id: 7 })
  expect(told).toHaveBeenCalledExactlyOnceWith({ id: 7, topic })
})

test('delete fails › the next delete tries again', async () => {
  const { client, unsubscribe, letAnswer, call } = await withSession()
  unsubscribe.mockRejectedValueOnce(new Error('The relay is away'))
  await expect(call('deleteSession', { topic })).rejects.toThrow('The relay is away')
  letAnswer()
  await call('deleteSession', { topic })
  expect(client.session.keys).toEqual([])
})

test('another SDK version › throws', async () => {
  const { client } = await withSession()
  Object.assign(client.engine, { sendResult: undefined })
  expect(() => endOnce(client)).toThrow()
})
