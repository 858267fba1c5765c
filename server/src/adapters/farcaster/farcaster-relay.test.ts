import { afterEach, describe, expect, it } from 'vitest'
import { VendorError } from '../../ports/vendor.ts'
import {
  longTimeoutMs,
  respondWithJson,
  type StubHandler,
  startVendorStub,
  timeoutMsFor,
  vendorFaults,
} from '../../vendor-clients/testing/vendor-stub.ts'
import { systemTimers } from '../../vendor-clients/timers.ts'
import { createFarcasterRelay } from './farcaster-relay.ts'

const appOrigin = 'https://farcaster.xyz'
const channelToken = 'c1c1c1c1-0000-4000-8000-000000000000'
const request = {
  ...{ domain: 'wallet.example', uri: 'https://wallet.example/?site=a', nonce: 'abcdefgh12345678' },
  expirationTime: '2026-11-27T12:10:00.000Z',
}
const channel = {
  ...{ channelToken, nonce: request.nonce },
  url: `${appOrigin}/~/siwf?channelToken=${channelToken}`,
}
const answer = { state: 'completed', message: 'text', signature: '0x12', fid: 7, username: 'ada' }

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

async function openRelay(handler: StubHandler, timeoutMs = longTimeoutMs) {
  const stub = await startVendorStub(handler)
  open.push(stub.close)
  const connection = { outbound: stub.outbound, timers: systemTimers, timeoutMs }
  return { stub, relay: createFarcasterRelay(connection, { url: `${stub.origin}/`, appOrigin }) }
}

/** The reason of the VendorError with which a call rejects. */
const reasonOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error: unknown) => (error instanceof VendorError ? error.reason : error),
  )

describe('Farcaster relay', () => {
  it('channel › opened with the request, for custody and auth addresses', async () => {
    const { stub, relay } = await openRelay(respondWithJson(channel, 201))
    expect(await relay.openChannel(request)).toEqual({ token: channelToken, url: channel.url })
    expect(stub.requests).toMatchObject([
      { method: 'POST', path: '/v1/channel', headers: { 'content-type': 'application/json' } },
    ])
    const { uri: siweUri, ...others } = request
    expect(JSON.parse(stub.requests[0]?.body ?? '')).toEqual({ ...others, siweUri, acceptAuthAddress: true })
  })

  it('channel › read by its token: pending, answered, closed', async () => {
    const { stub, relay } = await openRelay(respondWithJson({ state: 'pending', nonce: 'x' }, 202))
    expect(await relay.readChannel(channelToken)).toEqual({ is: 'pending' })
    stub.answerWith(respondWithJson({ ...answer, custody: '0x1', verifications: [] }))
    const { state: _, ...stated } = answer
    expect(await relay.readChannel(channelToken)).toEqual({ is: 'answered', answer: stated })
    for (const status of [401, 404]) {
      stub.answerWith(respondWithJson({ error: 'Unauthorized' }, status))
      expect(await relay.readChannel(channelToken)).toEqual({ is: 'closed' })
    }
    expect(stub.requests[0]).toMatchObject({
      ...{ method: 'GET', path: '/v1/channel/status' },
      headers: { authorization: `Bearer ${channelToken}` },
    })
  })

  it.each([
    ['another site', { url: `https://evil.example/~/siwf?channelToken=${channelToken}` }],
    ['a script', { url: `javascript:alert(1)//?channelToken=${channelToken}` }],
    [
      'a host with the name of the app before it',
      { url: `https://farcaster.xyz.evil.example/?channelToken=${channelToken}` },
    ],
    ['the app without TLS', { url: `http://farcaster.xyz/?channelToken=${channelToken}` }],
    ['another channel', { url: `${appOrigin}/~/siwf?channelToken=other-channel` }],
    ['no URL', { url: 'siwf' }],
    ['another nonce', { nonce: 'attackerattacker' }],
    ['a token with a line break', { channelToken: 'aaaaaaaa\nx: y' }],
  ])('channel › relay returns %s › rejected', async (_, lie) => {
    const { relay } = await openRelay(respondWithJson({ ...channel, ...lie }, 201))
    expect(await reasonOf(relay.openChannel(request))).toBe('invalid')
  })

  it.each([
    ['no signature', { signature: undefined }],
    ['a signature that is no hex', { signature: 'zz' }],
    ['a message of 5 kB', { message: 'a'.repeat(5_000) }],
    ['account 0', { fid: 0 }],
    ['an account with a fraction', { fid: 1.5 }],
    ['an account as text', { fid: '7' }],
    ['another state', { state: 'done' }],
  ])('answer › relay returns %s › rejected', async (_, lie) => {
    const { relay } = await openRelay(respondWithJson({ ...answer, ...lie }))
    expect(await reasonOf(relay.readChannel(channelToken))).toBe('invalid')
  })

  it.each([{ username: 7 }, { username: 'a'.repeat(65) }, { username: null }])(
    'answer › name %j › without a name',
    async (lie) => {
      const { relay } = await openRelay(respondWithJson({ ...answer, ...lie }))
      expect(await relay.readChannel(channelToken)).toMatchObject({ answer: { username: undefined } })
    },
  )

  it.each(vendorFaults)('%s › rejected, for the caller to repeat or not', async (fault, handler, status) => {
    const { relay } = await openRelay(handler, timeoutMsFor(handler))
    const reasons = status === 503 ? ['limited', 'unavailable'] : ['rejected', 'invalid']
    expect(reasons).toContain(await reasonOf(relay.openChannel(request)))
    if (fault === '401' || fault === '404 in HTML') return
    const read = await openRelay(handler, timeoutMsFor(handler))
    expect(reasons).toContain(await reasonOf(read.relay.readChannel(channelToken)))
  })
})
