import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { NameRegistration } from '#widget/chains/chain-adapter.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { alice, bob, type TestResponse, type TestWorldOptions, testWorld } from '#widget/testing/world.ts'
import {
  abortOnLeaveAtom,
  canRegisterAtom,
  registerAtom,
  registeredNameAtom,
  registerStateAtom,
} from './atoms.ts'
import { connected, nameOptions, registry, signClaim, typeName } from './fixtures.tsx'
import { availabilityAtom, nameAtom, typedNameAtom } from './name-availability.ts'

type Routes = NonNullable<TestWorldOptions['routes']>
const path = '/v1/profile/account'
const profileOf = (address: string) => ({
  name: 'anna.reown.id',
  addresses: { 60: { address } },
  attributes: [],
})

async function openRegister(routes: Routes = {}, claim?: (message: string) => Promise<NameRegistration>) {
  const world = testWorld(nameOptions({ ...registry(), ...routes }, claim))
  connected(world)
  world.store.set(viewStackAtom, { to: 'push', view: { name: 'RegisterAccountName' } })
  for (const one of [availabilityAtom, canRegisterAtom, registeredNameAtom, registerStateAtom])
    onTestFinished(world.store.sub(one, () => undefined))
  const unmount = world.store.sub(abortOnLeaveAtom, () => undefined)
  await typeName('anna')(world)
  return { ...world, unmount, state: () => world.store.get(registerStateAtom) }
}
const posts = (urls: readonly string[]) => urls.filter((url) => url.startsWith(`${path}?`)).length

describe('name registration', () => {
  it.each([
    ['Anna', 'free'],
    [' anna\u200b ', 'free'],
    ['Ａｎｎａ', 'free'],
    ['ａｎｎａ。ｒｅｏｗｎ。ｉｄ', 'free'],
    ['Anna.Reown.id', 'free'],
    ['', 'empty'],
    [' ', 'empty'],
    ['Ann', 'too-short'],
    ['ann.reown.id', 'too-short'],
    ['a'.repeat(64), 'too-long'],
    [`${'a'.repeat(64)}.reown.id`, 'too-long'],
    ['An na', 'characters'],
    ['anna_', 'characters'],
    ['anna!', 'characters'],
    // One letter is Cyrillic.
    ['ann\u0430', 'characters'],
    ['Ännå', 'characters'],
    ['anna\u202e', 'characters'],
    ['anna１²', 'characters'],
    ['anna.wcn.id', 'characters'],
    ['anna.eth', 'characters'],
    [`${'a'.repeat(70)}_`, 'characters'],
  ])('name › %j typed › is %s, and no other name is looked up', async (text, is) => {
    const { store, clock, urls } = await openRegister()
    const before = urls.length
    store.set(typedNameAtom, text)
    await clock.advance(1_000)
    expect([store.get(typedNameAtom), store.get(availabilityAtom).is]).toEqual([text, is])
    if (is === 'free') expect(store.get(nameAtom)).toBe('anna.reown.id')
    else expect([store.get(canRegisterAtom), urls.slice(before)]).toEqual([false, []])
  })

  it.each(['-a1-', 'a'.repeat(63)])('name › %j typed › is looked up as it is', async (text) => {
    const { store, clock, urls } = await openRegister()
    store.set(typedNameAtom, text)
    await clock.advance(1_000)
    expect(urls.some((url) => url.includes(`/v1/profile/suggestions/${text}?`))).toBe(true)
  })

  it('claim › signed and sent once, then the success view', async () => {
    const bodies: unknown[] = []
    const world = await openRegister({
      [path]: (_url, body) => {
        bodies.push(body)
        return { body: { success: true } }
      },
    })
    expect(world.store.get(availabilityAtom)).toEqual({ is: 'free', suggestions: ['anna-1', 'my-anna'] })
    const first = world.store.set(registerAtom)
    const second = world.store.set(registerAtom)
    await Promise.all([first, second])
    const message = JSON.stringify({
      name: 'anna.reown.id',
      attributes: {},
      timestamp: Math.floor(world.clock.now() / 1_000),
    })
    expect(bodies).toEqual([{ coin_type: 60, address: alice, message, signature: '0x1234' }])
    expect(world.store.get(viewStackAtom).at(-1)).toEqual({
      name: 'RegisterAccountNameSuccess',
      registered: 'anna.reown.id',
    })
    const eventProperties = { isSmartAccount: false, ensName: 'anna.reown.id' }
    expect(world.events).toMatchObject([
      { event: 'REGISTER_NAME_INITIATED', properties: eventProperties },
      { event: 'REGISTER_NAME_SUCCESS', properties: eventProperties },
    ])
  })

  it.each([
    [4001, 'rejected'],
    [-32002, 'pending'],
  ])('wallet returns %i › registers nothing: %s', async (code, is) => {
    const world = await openRegister({}, () => Promise.reject(new ProviderRpcError(code, 'No')))
    await world.store.set(registerAtom)
    expect(world.state()).toEqual({ is: 'choosing', failure: { is } })
    expect(posts(world.urls)).toBe(0)
  })

  it("registry rejects › shows the registry's reason", async () => {
    const body = { reasons: [{ description: 'This name\u202e is taken' }] }
    const world = await openRegister({ [path]: () => ({ status: 400, body }) })
    await world.store.set(registerAtom)
    expect(world.state()).toEqual({
      is: 'choosing',
      failure: { is: 'service-failed', reason: 'This name is taken' },
    })
    expect(world.events.at(-1)).toMatchObject({
      event: 'REGISTER_NAME_ERROR',
      properties: { isSmartAccount: false, ensName: 'anna.reown.id', error: 'This name is taken' },
    })
  })

  const errorResponses: readonly [string, () => TestResponse | Promise<TestResponse>][] = [
    ['429', () => ({ status: 429, headers: { 'retry-after': '1' } })],
    ['500', () => ({ status: 500 })],
    ['the wrong shape', () => ({ body: { success: 'yes' } })],
    ['nothing', () => ({ body: '' })],
    ['no answer', () => new Promise<never>(() => {})],
  ]
  it.each(errorResponses)(
    'registry fails with %s › resolves the name, sends nothing twice',
    async (_, answer) => {
      for (const [owner, is] of [
        [alice, 'RegisterAccountNameSuccess'],
        [bob, 'RegisterAccountName'],
      ] as const) {
        const world = await openRegister({
          [path]: answer,
          '/v1/profile/account/anna.reown.id': () => ({ body: profileOf(owner) }),
        })
        let isSettled = false
        void world.store.set(registerAtom).then(() => {
          isSettled = true
        })
        await vi.waitFor(
          async () => {
            await world.clock.advance(500)
            expect(isSettled).toBe(true)
          },
          { interval: 5 },
        )
        expect(world.store.get(viewStackAtom).at(-1)?.name).toBe(is)
        expect(posts(world.urls)).toBe(1)
        if (owner === bob) expect(world.state()).toMatchObject({ failure: { is: 'failed' } })
      }
    },
  )

  it('registry and lookup fail › unknown', async () => {
    const away = () => ({ status: 500 })
    const world = await openRegister({ [path]: away, '/v1/profile/account/anna.reown.id': away })
    void world.store.set(registerAtom)
    await vi.waitFor(
      async () => {
        await world.clock.advance(500)
        expect(world.state()).toEqual({ is: 'choosing', failure: { is: 'unknown' } })
      },
      { interval: 5 },
    )
  })

  it.each(errorResponses)(
    'suggestions fail with %s › failed; a refetch finds the name',
    async (_, answer) => {
      const holder = { answer }
      const suggestions = '/v1/profile/suggestions/anna'
      const fine = registry()[suggestions]
      const world = await openRegister({
        [suggestions]: (url, body) => (holder.answer === answer || !fine ? answer() : fine(url, body)),
      })
      expect(world.store.get(availabilityAtom)).toEqual({ is: 'failed' })
      expect(world.store.get(canRegisterAtom)).toBe(false)
      holder.answer = () => ({})
      void world.store.set(availabilityAtom)
      await vi.waitFor(async () => {
        await world.clock.advance(1_000)
        expect(world.store.get(availabilityAtom).is).toBe('free')
      })
    },
  )

  it('signature after the view unmounted › not sent', async () => {
    let sign = (_: NameRegistration) => {}
    const world = await openRegister({}, () => new Promise((resolve) => (sign = resolve)))
    const attempt = world.store.set(registerAtom)
    await vi.waitFor(() => expect(world.state().is).toBe('signing'))
    world.unmount()
    sign(await signClaim('{}'))
    await attempt
    expect(world.state()).toEqual({ is: 'choosing' })
    expect(posts(world.urls)).toBe(0)
  })

  describe('review of the message covers the view', () => {
    async function openReview() {
      let answer = (_: NameRegistration | Promise<never>) => {}
      const world = await openRegister(
        { [path]: () => ({}), '/v1/profile/account/anna.reown.id': () => ({ body: profileOf(alice) }) },
        () => new Promise((resolve) => (answer = resolve)),
      )
      const attempt = world.store.set(registerAtom)
      await vi.waitFor(() => expect(world.state().is).toBe('signing'))
      world.store.set(viewStackAtom, { to: 'push', view: { name: 'ApproveTransaction' } })
      world.unmount()
      const end = async (response: NameRegistration | Promise<never>) => {
        answer(response)
        await attempt
      }
      return { ...world, end }
    }
    const rejected = () => Promise.reject(new ProviderRpcError(4001, 'no'))

    it('signed, then the view returns › registered', async () => {
      const { store, urls, end } = await openReview()
      store.set(viewStackAtom, { to: 'back' })
      await end(await signClaim('{}'))
      expect(posts(urls)).toBe(1)
      expect(store.get(viewStackAtom).at(-1)?.name).toBe('RegisterAccountNameSuccess')
      expect(store.get(toastAtom).open).toBe(false)
    })

    it('rejected, then the view returns › it shows why, and keeps the name', async () => {
      const { store, state, end } = await openReview()
      store.set(viewStackAtom, { to: 'back' })
      await end(rejected())
      expect(state()).toEqual({ is: 'choosing', failure: { is: 'rejected' } })
      expect(store.get(typedNameAtom)).toBe('anna')
    })

    it('modal closed › nothing is sent, no toast', async () => {
      const { store, state, urls, end } = await openReview()
      store.set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
      await end(rejected())
      expect([state(), posts(urls), store.get(toastAtom).open]).toEqual([{ is: 'choosing' }, 0, false])
    })
  })

  /** Registers a name and unmounts the view while the registry's response is pending. */
  async function unmountedWhileRegistering() {
    let answer = (_: TestResponse) => {}
    const world = await openRegister({
      [path]: () => new Promise((resolve) => (answer = resolve)),
      '/v1/profile/account/anna.reown.id': () => ({ body: profileOf(alice) }),
    })
    const attempt = world.store.set(registerAtom)
    await vi.waitFor(() => expect(world.state().is).toBe('registering'))
    world.unmount()
    world.store.set(viewStackAtom, { to: 'reset', view: { name: 'Account' } })
    const settle = async (response: TestResponse) => {
      answer(response)
      await attempt
      return { ...world.store.get(toastAtom), view: world.store.get(viewStackAtom).at(-1)?.name }
    }
    return { ...world, settle }
  }

  it('unmounted during the registry call › continues, with a toast for the result', async () => {
    const { settle, state, events, store, clock } = await unmountedWhileRegistering()
    expect([state().is, store.get(canRegisterAtom)]).toEqual(['registering', false])
    expect(await settle({ body: { success: true } })).toMatchObject({
      message: 'anna.reown.id is yours',
      variant: 'success',
      view: 'Account',
    })
    expect(events.at(-1)?.event).toBe('REGISTER_NAME_SUCCESS')
    expect(state()).toEqual({ is: 'choosing' })
    await vi.waitFor(async () => {
      await clock.advance(1_000)
      expect(store.get(registeredNameAtom)).toBe('anna.reown.id')
    })
  })

  it('rejected after unmount › toast, and an empty form for the next name', async () => {
    const { settle, state, events, store } = await unmountedWhileRegistering()
    expect(await settle({ status: 400, body: { reasons: [{ description: 'Taken' }] } })).toMatchObject({
      message: 'The name was not registered',
      variant: 'error',
    })
    expect(events.at(-1)?.event).toBe('REGISTER_NAME_ERROR')
    expect([state(), store.get(typedNameAtom)]).toEqual([{ is: 'choosing' }, ''])
  })

  it.each<[string, TestResponse, string]>([
    ['nobody has is free', { status: 404 }, 'free'],
    ['somebody has is taken', { body: profileOf(bob) }, 'taken'],
    ['cannot be looked up is not known', { status: 500 }, 'failed'],
  ])('suggestions lack the name, which %s', async (_name, answer, is) => {
    const { store, urls, clock } = await openRegister({
      '/v1/profile/suggestions/anna': () => ({ body: { suggestions: [] } }),
      '/v1/profile/account/anna.reown.id': () => answer,
    })
    await vi.waitFor(async () => {
      await clock.advance(1_000)
      expect(store.get(availabilityAtom).is).toBe(is)
    })
    expect(urls.some((url) => url.startsWith('/v1/profile/account/anna.reown.id'))).toBe(true)
  })

  it('account with a registered name › cannot register another', async () => {
    const world = await openRegister({
      [`/v1/identity/${alice}`]: () => ({ body: { name: 'anna.reown.id', avatar: null } }),
      '/v1/profile/account/anna.reown.id': () => ({ body: profileOf(alice) }),
    })
    await vi.waitFor(async () => {
      await world.clock.advance(1_000)
      expect(world.store.get(registeredNameAtom)).toBe('anna.reown.id')
    })
    await world.store.set(registerAtom)
    expect(posts(world.urls)).toBe(0)
  })
})
