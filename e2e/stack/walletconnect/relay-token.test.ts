import { describe, expect, it } from 'vitest'
import { type Claims, createIdentity } from './raw-client.ts'
import { verifyToken } from './relay-token.ts'

const relayUrl = 'ws://127.0.0.1:5555'
const nowMs = Date.now()
const nowSeconds = Math.floor(nowMs / 1_000)
const identity = createIdentity()

describe('verifyToken', () => {
  it('valid token › accepted, with the issuer as client id', () => {
    expect(verifyToken(identity.token(relayUrl), relayUrl, nowMs)).toEqual({
      is: 'accepted',
      clientId: identity.clientId,
    })
    expect(verifyToken(identity.token(`${relayUrl}/`), relayUrl, nowMs).is).toBe('accepted')
  })

  it.each<[string, Partial<Claims>, string]>([
    ['another relay', { aud: 'wss://elsewhere.test' }, 'invalid audience: wss://elsewhere.test'],
    ['an expired one', { exp: nowSeconds - 1 }, 'JWT expired'],
    ['one from the future', { iat: nowSeconds + 120 }, 'JWT not yet valid'],
  ])('%s › rejected with its reason', (_, overrides, reason) => {
    expect(verifyToken(identity.token(relayUrl, overrides), relayUrl, nowMs)).toEqual({
      is: 'refused',
      reason,
    })
  })

  it('clock almost a minute ahead › accepted', () => {
    expect(verifyToken(identity.token(relayUrl, { iat: nowSeconds + 59 }), relayUrl, nowMs).is).toBe(
      'accepted',
    )
  })

  it.each([
    ['nothing', ''],
    ['rubbish', 'a.b.c'],
    ['four parts', `${identity.token(relayUrl)}.x`],
    ['a token whose claims another key signed', swapSignature()],
  ])('%s › invalid auth', (_, token) => {
    expect(verifyToken(token, relayUrl, nowMs)).toEqual({ is: 'refused', reason: 'invalid auth' })
  })
})

function swapSignature(): string {
  const [header, claims] = identity.token(relayUrl).split('.')
  const [, , signature] = createIdentity().token(relayUrl).split('.')
  return [header, claims, signature].join('.')
}
