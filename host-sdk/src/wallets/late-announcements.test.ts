import { expect, test } from 'vitest'
import type { InjectedWallet } from '../../../shared/channel/records/discovered-wallet.ts'
import { lateAnnouncementWaitMs } from '../../../shared/config/limits.ts'
import { createLateAnnouncementMarker } from './late-announcements.ts'

const wallet = (handle: string): InjectedWallet => ({
  handle,
  namespace: 'eip155',
  source: 'eip6963',
  name: handle,
})

function world() {
  const page = { now: 0, loaded: true }
  const clock = { now: () => page.now, after: () => () => {} }
  return { page, mark: createLateAnnouncementMarker(clock, () => page.loaded) }
}

test('R15 › wallet announced after the page loaded › late; those before are not', () => {
  const { page, mark } = world()
  mark([wallet('early')])
  page.now = lateAnnouncementWaitMs + 1
  expect(mark([wallet('early'), wallet('after')])).toEqual([
    wallet('early'),
    { ...wallet('after'), late: true },
  ])
})

test('R15 › wallet announced while the page loads › not late, however long that takes', () => {
  const { page, mark } = world()
  page.loaded = false
  page.now = lateAnnouncementWaitMs * 10
  mark([wallet('early')])
  page.loaded = true
  expect(mark([wallet('early')])).toEqual([wallet('early')])
})
