import { describe, expect, it, vi } from 'vitest'
import { modalOpenAtom } from '#widget/core/modal-state.ts'
import { toastAtom } from '#widget/core/notices.ts'
import { portsAtom } from '#widget/core/ports.ts'
import type { View } from '#widget/core/view.ts'
import { currentViewAtom, viewStackAtom } from '#widget/core/view-stack.ts'
import {
  completeLoginAtom,
  continueAfterLoginAtom,
  repeatLoginAtom,
  resetRepeatedLoginAtom,
} from './complete-login.ts'
import { dropEmbeddedSessionAtom, embeddedSessionAtom, startEmbeddedSessionAtom } from './session.ts'
import { isAccepted, stepUpAtom } from './session-proofs.ts'
import { embeddedWorld, testAccount, testToken } from './testing/embedded-server.ts'

const former = { token: testToken, account: testAccount }
const latest = { token: 'cd'.repeat(32), account: testAccount }
const ofOtherUser = { ...latest, account: { ...testAccount, userId: 'other'.repeat(4) } }

/** A user who is logged in; `ended` lists the sessions that were signed out at the server, and how. */
async function loginWorld() {
  const ended: unknown[] = []
  const world = embeddedWorld({
    '/sign-out': (_url, body, headers) => {
      ended.push([headers?.get('authorization'), body])
      return { body: {} }
    },
  })
  await world.store.set(startEmbeddedSessionAtom, former)
  return { ...world, ended }
}

describe('login', () => {
  it('new › continues; is a step-up of this session for 5 minutes', async () => {
    const { store, flowCalls, clock } = await loginWorld()
    expect(isAccepted(store.get, stepUpAtom)).toBe(false)
    expect(await store.set(completeLoginAtom, latest)).toBe(true)
    expect(flowCalls).toEqual(['afterEmbeddedLogin'])
    expect(isAccepted(store.get, stepUpAtom)).toBe(true)
    await clock.advance(290_000)
    expect(isAccepted(store.get, stepUpAtom)).toBe(false)
  })

  it('step-up › ends with its session', async () => {
    const { store } = await loginWorld()
    await store.set(completeLoginAtom, latest)
    store.set(dropEmbeddedSessionAtom, latest.token)
    await store.set(startEmbeddedSessionAtom, former)
    expect(store.get(stepUpAtom)).toBeUndefined()
  })

  it('repeated by the same user › replaces the session, nothing else follows', async () => {
    const { store, flowCalls } = await loginWorld()
    store.set(repeatLoginAtom)
    expect(await store.set(completeLoginAtom, latest)).toBe(true)
    expect(store.get(embeddedSessionAtom)).toEqual(latest)
    expect(isAccepted(store.get, stepUpAtom)).toBe(true)
    expect(flowCalls).toEqual([])
  })

  it('repeated by another user › the former session stays, the other ends, not its limits', async () => {
    const { store, flowCalls, ended } = await loginWorld()
    store.set(repeatLoginAtom)
    expect(await store.set(completeLoginAtom, ofOtherUser)).toBe(false)
    expect(store.get(embeddedSessionAtom)).toEqual(former)
    await vi.waitFor(() =>
      expect(ended).toEqual([[`DPoP ${ofOtherUser.token}`, { keepsSpendingLimits: true }]]),
    )
    expect(flowCalls).toEqual([])
  })

  it('after the view of the repeated login was left › is a new one', async () => {
    const { store, flowCalls } = await loginWorld()
    const leave = store.sub(resetRepeatedLoginAtom, () => undefined)
    store.set(repeatLoginAtom)
    leave()
    expect(await store.set(completeLoginAtom, ofOtherUser)).toBe(true)
    expect(flowCalls).toEqual(['afterEmbeddedLogin'])
  })
})

describe('step after the login', () => {
  /** A flow that fails for as many calls. */
  async function failingWorld(failures: number, view: View) {
    const world = await loginWorld()
    const { store, clock } = world
    let calls = 0
    const ports = store.get(portsAtom)
    const afterEmbeddedLogin = async () => {
      calls += 1
      if (calls <= failures) throw new Error('The code could not be loaded')
    }
    store.set(portsAtom, { ...ports, flows: { ...ports.flows, afterEmbeddedLogin } })
    store.set(modalOpenAtom, true)
    store.set(viewStackAtom, { to: 'reset', view })
    const done = store.set(continueAfterLoginAtom)
    await clock.advance(500)
    await done
    return { calls, view: store.get(currentViewAtom).name, toast: store.get(toastAtom) }
  }

  it('fails once › is repeated', async () => {
    const { calls, view, toast } = await failingWorld(1, { name: 'EmailLoginCode' })
    expect([calls, view, toast.open]).toEqual([2, 'EmailLoginCode', false])
  })

  it('fails twice › toast, and the view from which the user can try again', async () => {
    const { calls, view, toast } = await failingWorld(2, { name: 'EmailLoginCode' })
    expect([calls, view]).toEqual([2, 'EmailLogin'])
    expect(toast).toMatchObject({ message: 'Your wallet couldn’t be opened', variant: 'error', open: true })
  })

  it('fails after another flow was opened › its view stays', async () => {
    const { view, toast } = await failingWorld(2, { name: 'Networks' })
    expect([view, toast.open]).toEqual(['Networks', true])
  })
})
