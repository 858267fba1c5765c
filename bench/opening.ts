import type { Browser } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { type Entry, entry, median } from './bench-entry.ts'
import {
  bareDocument,
  clickToList,
  clickToRest,
  closeModal,
  waitUntilIdle,
  waitUntilPreloaded,
} from './browser/open-modal.ts'
import { defaultWallets, type Site, visit } from './browser/visit.ts'
import { type Machine, slowdown } from './machine.ts'

const path = `/plain.html?${defaultWallets}`

/** Measurements of a preloaded visit: the host page's long tasks while loading, the first opening, later openings. */
type PreloadedVisit = {
  readonly blockedMs: number
  readonly openMs: number
  readonly restMs: number
  readonly reopenMs: readonly number[]
}

async function measurePreloaded(
  browser: Browser,
  stack: Stack,
  cpuSlowdown: number,
): Promise<PreloadedVisit> {
  const visited = await visit(browser, stack, { path, cpuSlowdown })
  const { page, widget } = visited
  try {
    const frame = await waitUntilPreloaded(visited, bareDocument(await visited.session()))
    // Total blocking time: the part of each main-thread task beyond 50 ms.
    const blockedMs = await page.evaluate(() =>
      window.benchProbe.longTasksMs.reduce((sum, duration) => sum + Math.max(0, duration - 50), 0),
    )
    const openMs = await clickToList(page, widget)
    const restMs = await clickToRest(page, frame)
    const reopenMs: number[] = []
    for (let round = 0; round < 3; round += 1) {
      await closeModal(page, frame)
      for (const target of [page, frame]) await target.evaluate(() => window.benchProbe.arm())
      reopenMs.push(await clickToList(page, widget))
    }
    return { blockedMs, openMs, restMs, reopenMs }
  } finally {
    await visited.close()
  }
}

/**
 * Opens the modal with Save-Data on, so that no file of the widget loads before the press; returns the time from the click
 * to the list, in milliseconds.
 */
export async function coldOpeningMs(browser: Browser, site: Site, pressMs = 0): Promise<number> {
  const visited = await visit(browser, site, { path, savesData: true })
  try {
    await waitUntilIdle(visited.page)
    return await clickToList(visited.page, visited.widget, pressMs)
  } finally {
    await visited.close()
  }
}

/**
 * Time from the click to a Connect view that is painted and clickable: preloaded, cold and reopened; and how long loading
 * blocks the host page.
 */
export async function measureOpening(
  browser: Browser,
  stack: Stack,
  samples: number,
  machine: Machine,
): Promise<Entry[]> {
  const fast: PreloadedVisit[] = []
  const slow: PreloadedVisit[] = []
  const cold: number[] = []
  // Alternate the series, so that a busy moment of the machine affects all of them.
  for (let n = 0; n < samples; n += 1) {
    fast.push(await measurePreloaded(browser, stack, 1))
    slow.push(await measurePreloaded(browser, stack, slowdown(4, machine)))
    cold.push(await coldOpeningMs(browser, stack))
  }
  const medianOf = (
    visits: readonly PreloadedVisit[],
    of: (one: PreloadedVisit) => number | readonly number[],
  ) => median(visits.flatMap(of))
  return [
    entry(
      'open, warm',
      medianOf(fast, ({ openMs }) => openMs),
      'ms',
      40,
    ),
    entry(
      'open, warm, 4x CPU',
      medianOf(slow, ({ openMs }) => openMs),
      'ms',
      100,
    ),
    entry('open, cold', median(cold), 'ms', 250),
    entry(
      'sheet at rest after the click, preloaded',
      medianOf(fast, ({ restMs }) => restMs),
      'ms',
      300,
    ),
    entry(
      'reopen',
      medianOf(fast, ({ reopenMs }) => reopenMs),
      'ms',
      40,
    ),
    entry(
      'reopen, 4x CPU',
      medianOf(slow, ({ reopenMs }) => reopenMs),
      'ms',
      50,
    ),
    entry(
      'host page blocked at load, 4x CPU',
      medianOf(slow, ({ blockedMs }) => blockedMs),
      'ms',
      20,
    ),
  ]
}
