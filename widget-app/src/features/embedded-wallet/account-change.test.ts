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
import { otherDeviceId, securedAccount, settingsRoutes } from './testing/settings-server.ts'

const removal: AccountChange = {
  is: 'remove-device',
  device: { id: otherDeviceId, name: 'Phone', holdsKeys: false },
}

/** A user who confirms a change, to which the server responds in turn. */
async function changeWorld(
  responses: readonly TestResponse[],
  { account = securedAccount, change = removal } = {},
) {
  let count = 0
  const respond = (): TestResponse => responses[Math.min(count++, responses.length - 1)] ?? {}
  const world = embeddedWorld(settingsRoutes({ revoke: respond, remove: respond }))
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

const done: TestResponse = { body: {} }
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
    expect(state()).toMatchObject({ is: 'confirming', failure: { code: 'http/status' } })
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
    expect(state()).toMatchObject({ is: 'confirming', failure: { code: 'http/status' } })
  })

  it('server fails › can be confirmed again', async () => {
    const { run, state } = await changeWorld([{ status: 400 }, done])
    await run()
    expect(state()).toMatchObject({ is: 'confirming', failure: { code: 'http/status' } })
    await run()
    expect(state()).toEqual({ is: 'none' })
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
