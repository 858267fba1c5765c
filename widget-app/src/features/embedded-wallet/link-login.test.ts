import { describe, expect, it, vi } from 'vitest'
import { toastAtom } from '#widget/core/notices.ts'
import { embeddedSessionAtom, startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { embeddedWorld, testToken } from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import type { TestResponse } from '#widget/testing/world.ts'
import { type AccountChange, accountChangeAtom, openChangeAtom, runChangeAtom } from './account-change.ts'
import { farcasterLinkAtom, openLinkWindowAtom } from './link-login.ts'
import { canUnlinkAtom, leaveLinkAtom, linkStepAtom, resetLinkAtom } from './logins.ts'
import { resetSocialAttemptAtom, socialAttemptAtom } from './social-attempt.ts'
import { linked, linkedAccount, linkRoutes } from './testing/link-server.ts'
import { securedAccount, settingsRoutes } from './testing/settings-server.ts'
import { never, testWindows } from './testing/social-server.ts'
import { when } from './testing/when.ts'

type Server = Parameters<typeof linkRoutes>[0]

/** A user who adds or removes a login in the settings. */
async function linkWorld(
  server: Server = {},
  { account = securedAccount, unlink }: { account?: typeof securedAccount; unlink?: () => TestResponse } = {},
) {
  const { openWindow, urls, windows } = testWindows()
  const world = embeddedWorld(
    {
      ...{ ...settingsRoutes(unlink && { unlink }), ...linkRoutes(server) },
      '/account': () => ({ body: account }),
    },
    { openWindow },
  )
  const { store } = world
  await store.set(startEmbeddedSessionAtom, { token: testToken, account })
  store.sub(resetSocialAttemptAtom, () => undefined)
  const leave = store.sub(resetLinkAtom, () => undefined)
  const change = async (next: AccountChange) => {
    store.set(openChangeAtom, next)
    await store.set(runChangeAtom)
  }
  return {
    ...{ ...world, windowUrls: urls, windows, leave, change },
    providers: () => store.get(embeddedSessionAtom)?.account.identities.map(({ provider }) => provider),
    ended: () => when(store, linkStepAtom, ({ is }) => is === 'none'),
  }
}

const google: AccountChange = { is: 'link-login', provider: 'google' }
const farcaster: AccountChange = { is: 'link-login', provider: 'farcaster' }

describe('link of a social account', () => {
  it('user proved › attempt of the session, no window before the click', async () => {
    const bodies: unknown[] = []
    const create = (body: unknown): TestResponse => {
      bodies.push(body)
      return { body: { id: 'try'.repeat(8), url: 'https://x.example', number: '42', lifetimeSeconds: 600 } }
    }
    const { store, change, windowUrls } = await linkWorld({ create })
    await change(google)
    expect(store.get(accountChangeAtom)).toEqual({ is: 'none' })
    expect(windowUrls).toEqual([])
    store.set(openLinkWindowAtom)
    const secret = new URL(windowUrls[0] ?? '').searchParams.get('attempt')
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(bodies).toEqual([{ provider: 'google', site: 'https://shop.example', secret }])
    await when(store, socialAttemptAtom, ({ is }) => is === 'waiting')
    expect(store.get(socialAttemptAtom)).toMatchObject({ number: '42' })
  })

  it('403 › proof first, no attempt', async () => {
    const { store, change } = await linkWorld({ create: () => ({ status: 403 }) })
    await change(google)
    expect(store.get(accountChangeAtom)).toMatchObject({ is: 'code' })
    expect(store.get(linkStepAtom)).toEqual({ is: 'none' })
  })

  it('too many attempts › says when to try again', async () => {
    const { store, change } = await linkWorld({ create: () => ({ status: 429 }) })
    await change(google)
    expect(store.get(accountChangeAtom)).toMatchObject({ sendProblem: { is: 'too-many' } })
  })

  it('completed › account updated in the same session, toast, window closed', async () => {
    const { store, change, ended, windows } = await linkWorld({ reads: [linked] })
    await change(google)
    store.set(openLinkWindowAtom)
    await ended()
    expect(store.get(embeddedSessionAtom)).toEqual({ token: testToken, account: linkedAccount })
    expect(store.get(toastAtom)).toMatchObject({ message: 'Google added' })
    expect(windows[0]?.closed).toBe(true)
  })

  it.each([
    ['account of another user', { status: 409 }, { is: 'failed', reason: 'taken' }],
    ['session without a proof', { status: 403 }, { is: 'expired' }],
    ['cancelled', { body: { is: 'cancelled' } }, { is: 'cancelled' }],
    ['rejected', { body: { is: 'failed', reason: 'rejected' } }, { is: 'failed', reason: 'rejected' }],
  ] as const)('%s › nothing linked', async (_, response, state) => {
    const { store, change, providers, clock } = await linkWorld({ reads: [() => response] })
    await change(google)
    store.set(openLinkWindowAtom)
    await vi.waitFor(async () => {
      // A read that is rejected with 403 is repeated first.
      await clock.advance(1_000)
      expect(store.get(socialAttemptAtom)).toEqual(state)
    })
    expect(providers()).toEqual(['email', 'github'])
  })

  it('user leaves the settings › no window opens any more', async () => {
    const { store, change, leave, windowUrls } = await linkWorld()
    await change(google)
    leave()
    store.set(openLinkWindowAtom)
    expect(store.get(linkStepAtom)).toEqual({ is: 'none' })
    expect(windowUrls).toEqual([])
  })
})

describe('link of a Farcaster account', () => {
  /** The routes of Farcaster: attempts that begin, and the responses to their reads. */
  async function farcasterWorld(server: Server = {}) {
    const world = await linkWorld(server)
    const begins = () => world.urls.filter((url) => url.includes('/identities/farcaster?')).length
    const mount = () => world.store.sub(farcasterLinkAtom, () => undefined)
    return { ...world, begins, mount }
  }

  it('first code › that of the attempt which proved the user', async () => {
    const { store, change, begins, mount } = await farcasterWorld({ reads: [never] })
    await change(farcaster)
    expect(store.get(linkStepAtom)).toEqual({ is: 'farcaster' })
    mount()
    await when(store, farcasterLinkAtom, ({ is }) => is === 'waiting')
    expect(begins()).toBe(1)
  })

  it('completed › account updated, settings again', async () => {
    const { change, mount, clock, ended, providers } = await farcasterWorld({ reads: [linked] })
    await change(farcaster)
    mount()
    await clock.advance(2_000)
    await ended()
    expect(providers()).toContain('google')
  })

  it.each([
    [409, 'taken'],
    [403, 'unproved'],
  ])('read rejected with %i › %s', async (status, reason) => {
    const { store, change, mount, clock } = await farcasterWorld({ reads: [() => ({ status })] })
    await change(farcaster)
    mount()
    await vi.waitFor(async () => {
      await clock.advance(2_000)
      expect(store.get(farcasterLinkAtom)).toEqual({ is: 'failed', reason })
    })
  })

  it('proof expired before a new code › proved again', async () => {
    let count = 0
    const create = (): TestResponse =>
      count++ === 0
        ? { body: { id: 'try'.repeat(8), url: 'https://x.example', lifetimeSeconds: 1, pollSeconds: 2 } }
        : { status: 403 }
    const { store, change, mount, clock } = await farcasterWorld({ create })
    await change(farcaster)
    mount()
    await when(store, farcasterLinkAtom, ({ is }) => is === 'waiting')
    const failed = when(store, farcasterLinkAtom, ({ is }) => is === 'failed')
    await clock.advance(2_000)
    await failed
    expect(store.get(farcasterLinkAtom)).toEqual({ is: 'failed', reason: 'unproved' })
  })
})

describe('removal of a login', () => {
  const removal: AccountChange = { is: 'unlink-login', login: { provider: 'github', name: 'ada' } }

  it('removed › account updated, toast', async () => {
    const { store, change, providers } = await linkWorld()
    await change(removal)
    expect(providers()).toEqual(['email'])
    expect(store.get(toastAtom)).toMatchObject({ message: 'Login removed' })
  })

  it('already removed elsewhere › account read again', async () => {
    const world = await linkWorld({}, { unlink: () => ({ status: 404 }) })
    await world.change(removal)
    expect(world.store.get(accountChangeAtom)).toEqual({ is: 'none' })
    expect(world.urls.some((url) => url.includes('/embedded/v1/account?'))).toBe(true)
  })

  it('last way to log in › failure', async () => {
    const { store, change, providers } = await linkWorld({}, { unlink: () => ({ status: 409 }) })
    await change(removal)
    expect(store.get(accountChangeAtom)).toMatchObject({ is: 'confirming', failure: {} })
    expect(providers()).toEqual(['email', 'github'])
  })

  it.each([
    ['one login', { identities: securedAccount.identities.slice(0, 1), passkeys: [] }, false],
    ['one login and a passkey', { identities: securedAccount.identities.slice(0, 1) }, true],
    ['two logins', { passkeys: [] }, true],
  ])('%s › can be removed: %s', async (_, change, canUnlink) => {
    const { store } = await linkWorld({}, { account: { ...securedAccount, ...change } })
    expect(store.get(canUnlinkAtom)).toBe(canUnlink)
    store.set(leaveLinkAtom)
  })
})
