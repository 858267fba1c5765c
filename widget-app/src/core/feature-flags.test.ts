import { describe, expect, it } from 'vitest'
import type { HostConfigInput } from '#shared/config/host-config.ts'
import { type TestResponse, testWorld } from '#widget/testing/world.ts'
import { hostConfigAtom } from './config.ts'
import { type FeatureName, featureAtom, fetchRemoteConfigAtom, hasFeatureAtom } from './feature-flags.ts'
import { originStatusAtom } from './verify-origin.ts'

type FailingCase = [string, () => TestResponse | Promise<TestResponse>, number]

const path = '/appkit/v1/config'
const respondWith = (...features: object[]): TestResponse => ({ body: { features } })
const swaps = { id: 'swap', isEnabled: true, config: ['0x'] }
const noActivity = { id: 'activity', isEnabled: false, config: [] }

function show(
  response: () => TestResponse | Promise<TestResponse>,
  config: Partial<HostConfigInput> = {},
  names: readonly FeatureName[] = ['swaps', 'activity', 'multiWallet'],
) {
  const world = testWorld({ routes: { [path]: response }, config })
  const { store, urls } = world
  for (const name of names) store.sub(featureAtom(name), () => {})
  return {
    ...world,
    asked: () => urls.filter((url) => url.startsWith(path)).length,
    standing: (name: FeatureName) => store.get(featureAtom(name)),
  }
}

describe('features', () => {
  it('remote feature › first subscriber › one fetch; nothing is offered until then', async () => {
    const unseen = show(() => respondWith(swaps), {}, [])
    expect(unseen.standing('swaps')).toEqual({ is: 'pending' })
    await unseen.clock.advance(0)
    expect(unseen.asked()).toBe(0)

    const { asked: fetchCount, clock, standing: stateOf, store } = show(() => respondWith(swaps, noActivity))
    expect([stateOf('swaps'), store.get(hasFeatureAtom('swaps'))]).toEqual([{ is: 'pending' }, false])
    await clock.advance(0)
    expect(stateOf('swaps')).toEqual({ is: 'on', choices: ['0x'] })
    expect([stateOf('activity'), stateOf('multiWallet')]).toEqual([{ is: 'off' }, { is: 'off' }])
    await store.set(fetchRemoteConfigAtom)
    expect(fetchCount()).toBe(1)
  })

  it('flag of the host alone › no response yet › is decided', () => {
    const { standing: stateOf } = show(() => respondWith(), { features: { send: false } })
    expect([stateOf('send'), stateOf('receive')]).toEqual([{ is: 'off' }, { is: 'on', choices: [] }])
  })

  it('remote feature › origin being checked or refused › no fetch', async () => {
    const { asked: fetchCount, clock, standing: stateOf, store } = testWorldChecking()
    await clock.advance(0)
    expect(fetchCount()).toBe(0)
    store.set(originStatusAtom, 'unverified')
    await clock.advance(0)
    expect(fetchCount()).toBe(1)
    expect(stateOf()).toEqual({ is: 'on', choices: ['0x'] })

    const refusedWorld = testWorldChecking()
    refusedWorld.store.set(originStatusAtom, 'refused')
    await refusedWorld.clock.advance(0)
    expect(refusedWorld.asked()).toBe(0)
  })

  it('basic mode › no fetch, and every feature of the project is off', async () => {
    const {
      asked: fetchCount,
      clock,
      standing: stateOf,
    } = show(() => respondWith(swaps), {
      basic: true,
      features: { multiWallet: true },
    })
    await clock.advance(0)
    expect([fetchCount(), stateOf('swaps'), stateOf('multiWallet')]).toEqual([
      0,
      { is: 'off' },
      { is: 'off' },
    ])
    expect(stateOf('send')).toEqual({ is: 'on', choices: [] })
  })

  it('host options overridden by the project › logged once for the developer', async () => {
    const { clock, logs } = show(() => respondWith(swaps, noActivity), {
      features: { swaps: false, activity: true, send: false },
    })
    await clock.advance(0)
    expect(logs).toEqual(['The project settings override features: swaps, activity'])
  })

  it.each<FailingCase>([
    ['429 with Retry-After', () => ({ status: 429, headers: { 'retry-after': '1' } }), 4],
    ['429 with a Retry-After of an hour', () => ({ status: 429, headers: { 'retry-after': '3600' } }), 1],
    ['500', () => ({ status: 500 }), 4],
    ['silence', () => new Promise(() => {}), 1],
    ['a wrong shape', () => ({ body: { features: [{ id: 'swap', isEnabled: 'yes', config: [] }] } }), 1],
    ['nothing', () => ({ body: null }), 1],
    ['no connection', () => Promise.reject(new TypeError('Failed to fetch')), 4],
  ])(
    'fetch fails with %s › host options and defaults apply, no notice to the user',
    async (_name, response, times) => {
      const {
        asked: fetchCount,
        clock,
        standing: stateOf,
      } = show(response, { features: { activity: false, multiWallet: true } })
      await clock.advance(60_000)
      expect(stateOf('swaps')).toEqual({ is: 'on', choices: ['1inch'] })
      expect([stateOf('activity'), stateOf('multiWallet')]).toEqual([
        { is: 'off' },
        { is: 'on', choices: [] },
      ])
      expect(fetchCount()).toBe(times)
    },
  )

  it('fetch fails › stays failed while the document lives, so features do not flicker', async () => {
    const { asked: fetchCount, clock, standing: stateOf, store } = show(() => ({ status: 404 }))
    await clock.advance(0)
    await store.set(fetchRemoteConfigAtom)
    store.set(hostConfigAtom, { ...store.get(hostConfigAtom), debug: true })
    await clock.advance(0)
    expect([fetchCount(), stateOf('activity')]).toEqual([1, { is: 'on', choices: [] }])
  })
})

function testWorldChecking() {
  const world = testWorld({ routes: { [path]: () => respondWith(swaps) } })
  const { store, urls } = world
  store.set(originStatusAtom, 'checking')
  store.sub(featureAtom('swaps'), () => {})
  return {
    ...world,
    asked: () => urls.filter((url) => url.startsWith(path)).length,
    standing: () => store.get(featureAtom('swaps')),
  }
}
