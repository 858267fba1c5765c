import { afterEach, expect, test, vi } from 'vitest'
import type { SignClient } from '../client.ts'
import { openOfflineClient } from '../testing/offline-client.ts'
import { dedupeSessionDelete } from './dedupe-session-delete.ts'

const topic = 'a'.repeat(64)
const clients: SignClient[] = []

afterEach(() => {
  for (const { core } of clients.splice(0)) core.heartbeat.stop()
})

/** A client with one session; its relay responds after `respond()`. */
async function clientWithSession() {
  const client = await openOfflineClient()
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
  let respond = () => {}
  const response = new Promise<void>((resolve) => {
    respond = resolve
  })
  const unsubscribe = vi.fn(() => response)
  Object.assign(client.core.relayer, { unsubscribe })
  dedupeSessionDelete(client)
  const call = (name: string, ...params: unknown[]): Promise<unknown> => {
    const method: unknown = Reflect.get(client.engine, name)
    if (typeof method !== 'function') throw new TypeError(`No ${name}`)
    return method.call(client.engine, ...params)
  }
  return { client, unsubscribe, respond, call }
}

test('both peers end a session at once › deleted once, both calls resolve', async () => {
  const { client, unsubscribe, respond, call } = await clientWithSession()
  const listener = vi.fn()
  client.on('session_delete', listener)
  const deletions = [
    call('deleteSession', { topic, emitEvent: false }),
    call('onSessionDeleteRequest', topic, { id: 1 }),
  ]
  await vi.waitFor(() => expect(unsubscribe).toHaveBeenCalled())
  respond()
  await Promise.all(deletions)
  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(client.session.keys).toEqual([])
  expect(listener).not.toHaveBeenCalled()
})

test('session is already deleted › another delete resolves', async () => {
  const { client, unsubscribe, respond, call } = await clientWithSession()
  respond()
  await call('deleteSession', { topic })
  await call('deleteSession', { topic })
  await call('onSessionDeleteRequest', topic, { id: 1 })
  expect(unsubscribe).toHaveBeenCalledOnce()
  expect(client.session.keys).toEqual([])
})

test('wallet ends the session › session_delete is emitted with its id', async () => {
  const { client, respond, call } = await clientWithSession()
  respond()
  const listener = vi.fn()
  client.on('session_delete', listener)
  await call('onSessionDeleteRequest', topic, { id: 7 })
  expect(listener).toHaveBeenCalledExactlyOnceWith({ id: 7, topic })
})

test('delete fails › the next delete tries again', async () => {
  const { client, unsubscribe, respond, call } = await clientWithSession()
  unsubscribe.mockRejectedValueOnce(new Error('The relay is away'))
  await expect(call('deleteSession', { topic })).rejects.toThrow('The relay is away')
  respond()
  await call('deleteSession', { topic })
  expect(client.session.keys).toEqual([])
})

test('another SDK version › throws', async () => {
  const { client } = await clientWithSession()
  Object.assign(client.engine, { sendResult: undefined })
  expect(() => dedupeSessionDelete(client)).toThrow()
})
