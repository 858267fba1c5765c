import { describe, expect, it, vi } from 'vitest'
import { toastAtom } from '#widget/core/notices.ts'
import { currentViewAtom } from '#widget/core/view-stack.ts'
import { completeLoginAtom, repeatLoginAtom } from '#widget/domain/embedded-wallet/complete-login.ts'
import { embeddedSessionAtom, startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { keysProofAtom, stepUpAtom } from '#widget/domain/embedded-wallet/session-proofs.ts'
import {
  embeddedWorld,
  testAccount,
  testToken,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import type { TestResponse } from '#widget/testing/world.ts'
import {
  type AccountChange,
  accountChangeAtom,
  cancelChangeAtom,
  changeCode,
  openChangeAtom,
  runChangeAtom,
} from './account-change.ts'
import {
  codeRemovedAccount,
  deletionAccount,
  otherDeviceId,
  recoveryCodeId,
  securedAccount,
  settingsRoutes,
} from './testing/settings-server.ts'

const removal: AccountChange = {
  is: 'remove-device',
  device: { id: otherDeviceId, name: 'Phone', holdsKeys: false },
}

const unlinking: AccountChange = { is: 'unlink-login', login: { provider: 'github', name: 'ada' } }

/** A user who confirms a change, to which the server responds in turn; it then states the account `stated`. */
async function changeWorld(
  responses: readonly (TestResponse | 'lost')[],
  { account = securedAccount, change = removal, stated = securedAccount } = {},
) {
  let count = 0
  const respond = (): TestResponse => {
    const response = responses[Math.min(count++, responses.length - 1)] ?? {}
    if (response === 'lost') throw new TypeError('Failed to fetch')
    return response
  }
  const world = embeddedWorld(
    settingsRoutes({
      ...{ revoke: respond, remove: respond, unlink: respond, requestDeletion: respond },
      account: () => ({ body: stated }),
    }),
  )
  const { store } = world
  await store.set(startEmbeddedSessionAtom, { token: testToken, account })
  store.set(openChangeAtom, change)
  const confirmByCode = async () => {
    await store.set(changeCode.submitAtom, '123456')
    await vi.waitFor(() => expect(store.get(accountChangeAtom).is).not.toBe('running'))
  }
  return {
    ...world,
    confirmByCode,
    run: () => store.set(runChangeAtom),
    state: () => store.get(accountChangeAtom),
    calls: () => count,
  }
}

const done: TestResponse = { body: { account: securedAccount } }
const forbidden: TestResponse = { status: 403 }

describe('change of the account', () => {
  it.each([
    ['removed', done],
    ['unknown to the server', { status: 404 }],
  ])('device %s › done, with a toast', async (_, response) => {
    const { run, state, store } = await changeWorld([response])
    await run()
    expect(state()).toEqual({ is: 'none' })
    expect(store.get(toastAtom)).toMatchObject({ message: 'Device removed' })
  })

  const codeRemoval: AccountChange = {
    is: 'remove-code',
    code: { id: recoveryCodeId, createdAtMs: 1_700_000_000_000 },
  }
  it.each<[string, TestResponse]>([
    ['removed', { body: { account: codeRemovedAccount } }],
    ['unknown to the server', { status: 404 }],
  ])('recovery code %s › done, the account has none', async (_, response) => {
    const { run, state, store } = await changeWorld([forbidden, forbidden, response], {
      change: codeRemoval,
      stated: codeRemovedAccount,
    })
    await run()
    await store.set(changeCode.submitAtom, '123456')
    await vi.waitFor(() => expect(state()).toMatchObject({ is: 'keys' }))
    expect(store.get(embeddedSessionAtom)?.account).toEqual(securedAccount)
    await run()
    expect(state()).toEqual({ is: 'none' })
    expect(store.get(embeddedSessionAtom)?.account).toEqual(codeRemovedAccount)
    expect(store.get(toastAtom)).toMatchObject({ message: 'Recovery code removed' })
  })

  it('403 › code by email, then the keys, then done', async () => {
    const { run, state, confirmByCode, calls } = await changeWorld([forbidden, forbidden, done])
    await run()
    expect(state()).toMatchObject({ is: 'code' })
    await confirmByCode()
    expect(state()).toMatchObject({ is: 'keys' })
    await run()
    expect(state()).toEqual({ is: 'none' })
    expect(calls()).toBe(3)
  })

  const withoutAddress = { account: { ...securedAccount, identities: [] } }

  it('403, user without an address › another login, then the keys, then done', async () => {
    const { run, state, store, calls } = await changeWorld([forbidden, forbidden, done], withoutAddress)
    await run()
    expect(state()).toMatchObject({ is: 'login' })
    const session = { token: 'cd'.repeat(32), account: withoutAddress.account }
    store.set(repeatLoginAtom)
    await store.set(completeLoginAtom, session)
    await run()
    expect(state()).toMatchObject({ is: 'keys' })
    store.set(keysProofAtom, session.token)
    await run()
    expect([state(), calls()]).toEqual([{ is: 'none' }, 3])
  })

  it('403 after a fresh login › the keys at once', async () => {
    const { run, state, store } = await changeWorld([forbidden])
    await store.set(completeLoginAtom, { token: testToken, account: securedAccount })
    store.set(openChangeAtom, removal)
    await run()
    expect(state()).toMatchObject({ is: 'keys' })
  })

  it('403 after a login and the keys › failure, then the user is proved again', async () => {
    const { run, state, store } = await changeWorld([forbidden], withoutAddress)
    store.set(stepUpAtom, testToken)
    store.set(keysProofAtom, testToken)
    await run()
    expect(state()).toMatchObject({ is: 'confirming', failure: { is: 'unproved' } })
    await run()
    expect(state()).toMatchObject({ is: 'login' })
  })

  it('login of a former session › is no proof of this one', async () => {
    const { run, state, store } = await changeWorld([forbidden])
    store.set(stepUpAtom, testToken)
    await store.set(startEmbeddedSessionAtom, { token: 'cd'.repeat(32), account: securedAccount })
    await run()
    expect(state()).toMatchObject({ is: 'code' })
  })

  it('403 after the code, user without a wallet › failure instead of another code', async () => {
    const { run, state, confirmByCode } = await changeWorld([forbidden], { account: testAccount })
    await run()
    await confirmByCode()
    expect(state()).toMatchObject({ is: 'confirming', failure: { is: 'unproved' } })
  })

  it.each<[string, TestResponse | 'lost', AccountChange, string]>([
    ['status 400', { status: 400 }, removal, 'rejected'],
    ['last way to log in', { status: 409 }, unlinking, 'last-login'],
    ['409 for another change', { status: 409 }, removal, 'rejected'],
    ['status 500', { status: 500 }, removal, 'unknown'],
    ['status 503, deletion', { status: 503 }, { is: 'delete-account' }, 'unknown'],
    ['unreadable response', { text: 'not JSON' }, removal, 'unknown'],
    ['no response', 'lost', removal, 'unknown'],
  ])('%s › failure states what is known, can be confirmed again', async (_, response, change, is) => {
    const { run, state } = await changeWorld([response, done], { change })
    await run()
    expect(state()).toMatchObject({ is: 'confirming', failure: { is } })
    await run()
    expect(state()).not.toHaveProperty('failure')
  })

  it('link, server not reached › nothing was changed', async () => {
    const { run, state } = await changeWorld([], { change: { is: 'link-login', provider: 'google' } })
    await run()
    expect(state()).toMatchObject({ is: 'confirming', failure: { is: 'unreached' } })
  })

  it.each<[string, TestResponse]>([
    ['response lost', { status: 502 }],
    ['last way to log in', { status: 409 }],
  ])('%s › account is read again', async (_, response) => {
    const { run, store } = await changeWorld([response], { change: unlinking, stated: testWalletAccount })
    await run()
    await vi.waitFor(() => expect(store.get(embeddedSessionAtom)?.account).toEqual(testWalletAccount))
  })

  it('account deleted › session is forgotten, Connect is shown', async () => {
    const { run, store } = await changeWorld([done], { change: { is: 'delete-account' } })
    await run()
    expect(store.get(embeddedSessionAtom)).toBeUndefined()
    expect(store.get(currentViewAtom)).toEqual({ name: 'Connect' })
    expect(store.get(toastAtom)).toMatchObject({ message: 'Account deleted' })
  })

  it('deletion rejected › session stays', async () => {
    const { run, store } = await changeWorld([forbidden], { change: { is: 'delete-account' } })
    await run()
    expect(store.get(embeddedSessionAtom)).toBeDefined()
  })

  const requesting: AccountChange = { is: 'request-deletion' }

  it('keys lost › requested after a code, never asks for the keys', async () => {
    const { run, state, store, confirmByCode } = await changeWorld(
      [forbidden, { body: { account: deletionAccount } }],
      { change: requesting },
    )
    await run()
    expect(state()).toMatchObject({ is: 'code' })
    await confirmByCode()
    expect(state()).toEqual({ is: 'none' })
    expect(store.get(embeddedSessionAtom)?.account.deletion).toBe('requested')
    expect(store.get(toastAtom)).toMatchObject({ message: 'Deletion requested' })
  })

  it('keys lost, 403 after the code › held, then the user is proved again', async () => {
    const { run, state, confirmByCode } = await changeWorld([forbidden], { change: requesting })
    await run()
    await confirmByCode()
    expect(state()).toMatchObject({ is: 'confirming', failure: { is: 'held' } })
    await run()
    expect(state()).toMatchObject({ is: 'code' })
  })

  it.each<[string, TestResponse | 'lost', string]>([
    ['mail server takes no notice', { status: 503 }, 'unsent'],
    ['no mail server', { status: 501 }, 'unsent'],
    ['409, no request in the account', { status: 409 }, 'rejected'],
    ['server of a former version', { status: 404 }, 'rejected'],
    ['status 500', { status: 500 }, 'unknown'],
    ['no response', 'lost', 'unknown'],
  ])('keys lost, %s › failure states what is known', async (_, response, is) => {
    const { run, state, store } = await changeWorld([response], { change: requesting })
    await run()
    expect(state()).toMatchObject({ is: 'confirming', failure: { is } })
    expect(store.get(embeddedSessionAtom)?.account.deletion).toBeUndefined()
  })

  it('keys lost, requested on another device › done', async () => {
    const { run, state } = await changeWorld([{ status: 409 }], {
      change: requesting,
      stated: deletionAccount,
    })
    await run()
    expect(state()).toEqual({ is: 'none' })
  })

  it('keys lost, response lost › the account states the request', async () => {
    const { run, store } = await changeWorld(['lost'], { change: requesting, stated: deletionAccount })
    await run()
    await vi.waitFor(() => expect(store.get(embeddedSessionAtom)?.account.deletion).toBe('requested'))
  })

  it('cancelled › the code is forgotten, and nothing runs', async () => {
    const { run, state, store, calls } = await changeWorld([forbidden])
    await run()
    store.set(cancelChangeAtom)
    await store.set(changeCode.submitAtom, '123456')
    await run()
    expect(state()).toEqual({ is: 'none' })
    expect(calls()).toBe(1)
  })
})
