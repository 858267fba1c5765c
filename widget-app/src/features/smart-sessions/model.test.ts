import { describe, expect, it } from 'vitest'
import type { SmartSession } from '#shared/api/smart-sessions.ts'
import { nextRevoke, pciOf, type RevokeEvent, type RevokeState, siteOf, statusOf } from './model.ts'

const failure = { is: 'rejected' } as const
const idle: RevokeState = { is: 'idle' }
const failed: RevokeState = { is: 'idle', failure }
const signing: RevokeState = { is: 'signing' }
const revoking: RevokeState = { is: 'revoking' }
const revoked: RevokeState = { is: 'revoked' }
const states = [idle, failed, signing, revoking, revoked]
const failedEvent: RevokeEvent = { is: 'failed', failure }

describe('revoking a session', () => {
  it.each<[RevokeEvent, readonly [RevokeState, RevokeState][]]>([
    [
      { is: 'asked' },
      [
        [idle, signing],
        [failed, signing],
      ],
    ],
    [{ is: 'signed' }, [[signing, revoking]]],
    [{ is: 'revoked' }, [[revoking, revoked]]],
    [
      failedEvent,
      [
        [signing, failed],
        [revoking, failed],
      ],
    ],
  ])('revoking › %o › changes only the states that it applies to', (event, transitions) => {
    const changes = new Map(transitions)
    for (const state of states) expect(nextRevoke(state, event)).toStrictEqual(changes.get(state) ?? state)
  })

  it.each(states)('revoking › left in state %o › idle, without a failure', (state) => {
    expect(nextRevoke(state, { is: 'left' })).toStrictEqual(idle)
  })
})

describe('listed session', () => {
  const now = 2_000_000
  const past = { revokedAt: 1 }

  it.each<[string, Parameters<typeof statusOf>[0], string]>([
    ['expires later', { expiry: 2_001 }, 'active'],
    ['expires now', { expiry: 2_000 }, 'expired'],
    ['has expired', { expiry: 1_999 }, 'expired'],
    ['states no expiry', {}, 'active'],
    ['was not revoked', { expiry: 2_001, revokedAt: null }, 'active'],
    ['was revoked', { expiry: 2_001, ...past }, 'revoked'],
    ['was revoked, has expired', { expiry: 1, ...past }, 'revoked'],
  ])('%s › its status', (_what, session, status) => {
    expect(statusOf(session, now)).toBe(status)
  })

  const session: SmartSession = {
    project: { id: 'shop', name: 'Shop', url: 'https://shop.example/pay' },
    ...{ pci: 'p', createdAt: 1, expiry: 2, permissions: [] },
  }

  it.each<[string, Partial<SmartSession['project']>, { name: string; host: string | undefined }]>([
    ['https', {}, { name: 'Shop', host: 'shop.example' }],
    ['http', { url: 'http://shop.example' }, { name: 'Shop', host: 'http://shop.example' }],
    ['another scheme', { url: 'data:text/http,a' }, { name: 'Shop', host: undefined }],
    ['no address', { url: 'shop' }, { name: 'Shop', host: undefined }],
    ['no text', { url: null }, { name: 'Shop', host: undefined }],
    ['no name', { name: '' }, { name: 'shop.example', host: 'shop.example' }],
    ['neither', { name: '', url: undefined }, { name: '', host: undefined }],
  ])('site with %s › name and host', (_what, project, site) => {
    expect(siteOf({ ...session, project: { ...session.project, ...project } })).toEqual(site)
  })

  it('long name › cut at 64 characters', () => {
    const project = { ...session.project, name: 'x'.repeat(100) }
    expect(siteOf({ ...session, project }).name.length).toBeLessThanOrEqual(64)
  })

  it('id › of a readable or unreadable session, or none', () => {
    expect(pciOf({ is: 'session', session })).toBe('p')
    expect(pciOf({ is: 'unreadable', pci: 'q' })).toBe('q')
    expect(pciOf({ is: 'unreadable' })).toBeUndefined()
  })
})
