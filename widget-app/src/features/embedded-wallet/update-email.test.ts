import { describe, expect, it } from 'vitest'
import type { EmbeddedAccount } from '#shared/api/embedded-account.ts'
import { recentEmailsAtom } from '#widget/domain/accounts/recent-emails.ts'
import { embeddedSessionAtom, startEmbeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { keysProofAtom, stepUpAtom } from '#widget/domain/embedded-wallet/session-proofs.ts'
import {
  embeddedWorld,
  testAccount,
  testToken,
  testWalletAccount,
} from '#widget/domain/embedded-wallet/testing/embedded-server.ts'
import type { TestRoutes } from '#widget/testing/world.ts'
import { codeId, updateRoutes } from './testing/code-server.ts'
import {
  beginUpdateAtom,
  continueUpdateAtom,
  editNewEmailAtom,
  formerCode,
  newCode,
  newEmailAtom,
  resetUpdateAtom,
  submitNewEmailAtom,
  type UpdateStep,
  updateStepAtom,
} from './update-email.ts'

const newEmail = 'new@example.org'

/** The change of a user who is logged in. */
async function updateWorld(routes: TestRoutes = updateRoutes(), account: EmbeddedAccount = testAccount) {
  const world = embeddedWorld(routes)
  const { store } = world
  await store.set(startEmbeddedSessionAtom, { token: testToken, account })
  const confirm = async () => {
    await store.set(beginUpdateAtom)
    await store.set(formerCode.submitAtom, '123456')
  }
  return {
    ...world,
    confirm,
    step: () => store.get(updateStepAtom),
    submit: (typed: string) => store.set(submitNewEmailAtom, typed),
    enter: (code: string) => store.set(newCode.submitAtom, code),
  }
}

describe('change of the e-mail address', () => {
  it('codes to both addresses › changes the account of the session', async () => {
    const tokens: unknown[] = []
    const routes = updateRoutes()
    const email = routes['/email']
    const world = await updateWorld({
      ...routes,
      '/email': (url, body, headers) => {
        tokens.push(body, headers?.get('authorization'))
        return email?.(url, body, headers) ?? {}
      },
    })
    await world.store.set(beginUpdateAtom)
    expect(world.step()).toEqual({ is: 'former-code' })
    expect(world.store.get(formerCode.sentAtom)?.email).toBe('ada@example.org')
    await world.store.set(formerCode.submitAtom, '123456')
    expect(world.step()).toEqual({ is: 'new-address' })
    await world.submit(newEmail)
    expect(world.step()).toEqual({ is: 'new-code' })
    expect(tokens).toEqual([{ email: newEmail, site: 'https://shop.example' }, `DPoP ${testToken}`])
    await world.enter('123456')
    expect(world.step()).toEqual({ is: 'done' })
    expect(world.store.get(embeddedSessionAtom)?.account.identities).toEqual([
      { provider: 'email', name: newEmail },
    ])
  })

  it.each([
    ['accepted', 'kept', updateRoutes(), [newEmail]],
    ['rejected', 'not kept', updateRoutes({ send: () => ({ status: 400 }) }), []],
  ])('new address %s by the server › %s as a recent one', async (_, _kept, routes, recent) => {
    const { confirm, submit, store } = await updateWorld(routes)
    await confirm()
    await submit(newEmail)
    expect(store.get(recentEmailsAtom)).toEqual(recent)
  })

  it('wrong code to the former address › no form for the new one', async () => {
    const { store, step } = await updateWorld()
    await store.set(beginUpdateAtom)
    await store.set(formerCode.submitAtom, '000000')
    expect(step()).toEqual({ is: 'former-code' })
    expect(store.get(formerCode.stateAtom)).toMatchObject({ problem: 'wrong' })
  })

  it('new address invalid › is not sent', async () => {
    const { confirm, submit, step, urls } = await updateWorld()
    await confirm()
    const count = urls.length
    await submit('ada')
    expect(step()).toEqual({ is: 'new-address', problem: 'invalid' })
    expect(urls).toHaveLength(count)
  })

  it('new address of another user › another address can be entered', async () => {
    const { confirm, submit, enter, step, store } = await updateWorld(
      updateRoutes({ attempt: { status: 409 } }),
    )
    await confirm()
    await submit(newEmail)
    await enter('123456')
    expect(step()).toEqual({ is: 'new-address', problem: 'taken' })
    expect(store.get(newCode.stateAtom)).toEqual({ is: 'unsent' })
    store.set(editNewEmailAtom)
    expect(step()).toEqual({ is: 'new-address' })
  })

  const forbidden = { send: () => ({ status: 403 }) }
  it.each([
    ['wallet, just confirmed', testWalletAccount, 0, { is: 'needs-keys' }],
    ['wallet, confirmed 5 minutes ago', testWalletAccount, 300_000, { is: 'start', isExpired: true }],
    ['no wallet', testAccount, 0, { is: 'start', isExpired: true }],
  ])('403 › %s', async (_, account, ageMs, expected) => {
    const { confirm, submit, step, store, clock } = await updateWorld(updateRoutes(forbidden), account)
    await confirm()
    await clock.advance(ageMs)
    await submit(newEmail)
    expect(step()).toEqual(expected)
    expect(store.get(newCode.stateAtom)).toEqual({ is: 'unsent' })
    expect(store.get(newEmailAtom)).toBe(newEmail)
  })

  it('needs the keys › tried again › shows why it fails then', async () => {
    let status = 403
    const routes = updateRoutes({ send: () => ({ status }) })
    const { confirm, submit, step, store } = await updateWorld(routes, testWalletAccount)
    await confirm()
    await submit(newEmail)
    status = 500
    await submit(store.get(newEmailAtom))
    expect(step()).toEqual({ is: 'new-address' })
    expect(store.get(newCode.stateAtom)).toMatchObject({ is: 'unsent', sendProblem: { is: 'failed' } })
  })

  it('403 for the code › needs the keys', async () => {
    const routes = updateRoutes({ attempt: { status: 403 } })
    const { confirm, submit, enter, step } = await updateWorld(routes, testWalletAccount)
    await confirm()
    await submit(newEmail)
    await enter('123456')
    expect(step()).toEqual({ is: 'needs-keys' })
  })

  it.each<[string, EmbeddedAccount, readonly UpdateStep['is'][]]>([
    ['no wallet', testAccount, ['needs-login', 'new-address']],
    ['wallet', testWalletAccount, ['needs-login', 'needs-keys', 'new-address']],
  ])(
    'user without an address, %s › each proof, then the form without a problem',
    async (_, account, steps) => {
      const { store, step } = await updateWorld(updateRoutes(), { ...account, identities: [] })
      const taken: UpdateStep[] = []
      await store.set(beginUpdateAtom)
      taken.push(step())
      store.set(stepUpAtom, testToken)
      await store.set(continueUpdateAtom)
      taken.push(step())
      if (step().is === 'needs-keys') {
        store.set(keysProofAtom, testToken)
        await store.set(continueUpdateAtom)
        taken.push(step())
      }
      expect(taken).toEqual(steps.map((is) => ({ is })))
    },
  )

  it('user without an address, 403 for the new one › another login, then the same address is sent', async () => {
    let status = 403
    const sent = updateRoutes()['/email']
    const routes: TestRoutes = {
      ...updateRoutes(),
      '/email': (...call) => (status === 403 ? { status } : (sent?.(...call) ?? {})),
    }
    const { store, step, submit, clock } = await updateWorld(routes, { ...testAccount, identities: [] })
    store.set(stepUpAtom, testToken)
    await store.set(beginUpdateAtom)
    await clock.advance(300_000)
    await submit(newEmail)
    expect(step()).toEqual({ is: 'needs-login' })
    store.set(stepUpAtom, testToken)
    status = 200
    await store.set(continueUpdateAtom)
    expect(step()).toEqual({ is: 'new-code' })
    expect(store.get(newCode.sentAtom)?.email).toBe(newEmail)
  })

  it('session ended › is dropped', async () => {
    const { store } = await updateWorld(updateRoutes({ stepUp: () => ({ status: 401 }) }))
    await store.set(beginUpdateAtom)
    expect(store.get(embeddedSessionAtom)).toBeUndefined()
  })

  it('view unmounted › begins anew', async () => {
    const { store, confirm, submit, step } = await updateWorld()
    const unmount = store.sub(resetUpdateAtom, () => undefined)
    await confirm()
    await submit(newEmail)
    unmount()
    expect(step()).toEqual({ is: 'start' })
    expect(store.get(newCode.sentAtom)).toBeUndefined()
    expect(store.get(newEmailAtom)).toBe('')
  })

  it('code of the new address › is one of the change, not of a login', async () => {
    const { confirm, submit, enter, urls } = await updateWorld()
    await confirm()
    await submit(newEmail)
    await enter('123456')
    expect(urls.at(-1)).toContain(`/embedded/v1/email/${codeId}`)
  })
})
