import { expect, it, onTestFinished } from 'vitest'
import { openModalAtom } from '#widget/domain/modal/modal.ts'
import { testWorld } from '#widget/testing/world.ts'
import { walletSearchAtom } from './wallet-search.ts'

it('search › tracked once its text is unchanged for 300 ms, not per letter', async () => {
  const { store, clock, events } = testWorld({
    routes: { '/getWallets': () => ({ body: { data: [], count: 0 } }) },
  })
  store.set(openModalAtom)
  const type = (text: string) => store.sub(walletSearchAtom(text), () => undefined)
  const stop = type('g')
  await clock.advance(200)
  stop()
  onTestFinished(type('gull'))
  // A second subscriber causes no second fetch.
  onTestFinished(type('gull'))
  await clock.advance(200)
  expect(events).toEqual([])
  await clock.advance(1_000)
  expect(events).toMatchObject([{ event: 'SEARCH_WALLET', properties: { badge: '', search: 'gull' } }])
  expect(events).toHaveLength(1)
})
