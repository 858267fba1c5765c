import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from '../../../../shared/zod.ts'
import {
  respondWithJson,
  type StubHandler,
  startVendorStub,
  vendorFaults,
} from '../../vendor-clients/testing/vendor-stub.ts'
import { farcasterReadIntervalMs } from '../embedded/farcaster.ts'
import type { EmbeddedClient } from '../embedded/testing/embedded-client.ts'
import { site } from '../embedded/testing/embedded-world.ts'
import {
  createFarcasterAccount,
  createMemoryRegistries,
  type FarcasterWorld,
  openFarcasterWorld,
} from '../embedded/testing/farcaster-world.ts'

const nonceSchema = z.looseObject({ nonce: z.string() })
const channelToken = 'c1c1c1c1-0000-4000-8000-000000000000'

let registries: ReturnType<typeof createMemoryRegistries>
let world: FarcasterWorld
let client: EmbeddedClient
const ada = createFarcasterAccount(3_621, 'ada')
const open: (() => Promise<void>)[] = []

beforeEach(() => {
  registries = createMemoryRegistries()
  registries.setOwner(ada.fid, ada.address)
})
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function openWorld(relayUrl?: string) {
  world = await openFarcasterWorld(registries.rpc, relayUrl)
  open.push(world.close)
  client = await world.createClient()
}

/** A relay with one channel, whose phone does not answer. */
const pendingRelay: StubHandler = (request, response) => {
  if (request.method === 'GET') return respondWithJson({ state: 'pending' }, 202)(request, response)
  const { nonce } = z.parse(nonceSchema, JSON.parse(request.body))
  const url = `https://farcaster.xyz/~/siwf?channelToken=${channelToken}`
  return respondWithJson({ channelToken, url, nonce }, 201)(request, response)
}

const completed = { status: 200, body: { is: 'completed' } }

/** No attempt, user or session is stored. */
async function expectNothingStored(...tables: readonly string[]) {
  const dump = await world.server.dump()
  for (const table of tables) expect(dump).not.toContain(`"table":"${table}"`)
}

describe('relay without a usable response', () => {
  // 401 and 404 mean that the channel is closed; an adapter test has them.
  const faults = vendorFaults.filter(([fault]) => !/^40[14]/.test(fault))

  it.each(faults)('%s › no login, and the attempt goes on', async (_, handler, status) => {
    const stub = await startVendorStub(handler)
    open.push(stub.close)
    await openWorld(stub.origin)
    expect((await client.call('POST', '/farcaster', { body: { site } })).status).toBe(status)
    await expectNothingStored('farcaster_attempts')

    // The client of the first world pauses after some faults.
    await openWorld(stub.origin)
    stub.answerWith(pendingRelay)
    const { id } = await world.begin(client)
    stub.answerWith(handler)
    expect((await world.poll(client, id)).status).toBe(status)
    await expectNothingStored('embedded_users', 'embedded_sessions')
    expect(await world.server.dump()).toContain('"table":"farcaster_attempts"')
  })

  it('repaired › the phone’s answer logs in', async () => {
    await openWorld()
    const { id, url } = await world.begin(client)
    await world.phone.approve(url, ada)
    world.relay.changeStatus(502)
    expect((await world.poll(client, id)).status).toBe(503)
    world.relay.changeStatus(undefined)
    expect(await world.poll(client, id)).toMatchObject(completed)
  })

  it('client disconnects while it reads the answer › the next read logs in', async () => {
    await openWorld()
    const { id, url } = await world.begin(client)
    await world.phone.approve(url, ada)
    world.server.advance(farcasterReadIntervalMs)
    await client.call('GET', `/farcaster/${id}`, { signal: AbortSignal.abort() })
    await expectNothingStored('embedded_users', 'embedded_sessions')
    expect(await world.poll(client, id)).toMatchObject(completed)
  })

  it('channel closed at the relay › expired', async () => {
    await openWorld()
    const { id, url } = await world.begin(client)
    await world.phone.approve(url, ada)
    await world.phone.readChannel(url)
    expect(await world.poll(client, id)).toMatchObject({ body: { is: 'failed', reason: 'expired' } })
    await expectNothingStored('embedded_users', 'embedded_sessions', 'farcaster_attempts')
  })

  it('link to another site in the response › 502, no attempt', async () => {
    await openWorld()
    world.relay.changeChannels((channel) => ({ ...channel, url: 'https://evil.example/~/siwf' }))
    expect((await client.call('POST', '/farcaster', { body: { site } })).status).toBe(502)
    await expectNothingStored('farcaster_attempts')
  })
})

describe('chain without a response', () => {
  it('no node responds › 503, no login; then the same answer logs in', async () => {
    await openWorld()
    const { id, url } = await world.begin(client)
    await world.phone.approve(url, ada)
    registries.setDown(true)
    for (let count = 0; count < 2; count++)
      expect(await world.poll(client, id)).toMatchObject({ status: 503 })
    await expectNothingStored('embedded_users', 'embedded_sessions')
    registries.setDown(false)
    expect(await world.poll(client, id)).toMatchObject(completed)
  })
})
