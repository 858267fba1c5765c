import type { Browser } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { type Entry, entry, median } from '../bench-entry.ts'
import {
  bareDocument,
  listReadyAt,
  usualPressMs,
  waitUntilIdle,
  waitUntilPreloaded,
} from '../browser/open-modal.ts'
import { defaultWallets, type Site, visit } from '../browser/visit.ts'
import { firstVisitMs, type Launch, overSlowLine } from '../first-visit.ts'
import { type Machine, slowdown } from '../machine.ts'
import { coldOpeningMs } from '../opening.ts'
import { floorHosts, serveFloor } from './serve-floor.ts'

const path = `/plain.html?${defaultWallets}`
const blockingFromMs = 50

/** Total blocking time of the host page and of the preloaded frame: the part of each task beyond 50 ms, in milliseconds. */
async function blockingMs(browser: Browser, site: Site, cpuSlowdown: number): Promise<number> {
  const visited = await visit(browser, site, { path, cpuSlowdown })
  try {
    const page = bareDocument(await visited.session())
    const frame = await waitUntilPreloaded(visited, page)
    const blocked = await Promise.all(
      [visited.page, frame].map((target) =>
        target.evaluate(
          (from) =>
            window.benchProbe.longTasksMs.reduce((sum, duration) => sum + Math.max(0, duration - from), 0),
          blockingFromMs,
        ),
      ),
    )
    return blocked.reduce((sum, ms) => sum + ms, 0)
  } finally {
    await visited.close()
  }
}

type Traffic = { readonly requestsToList: number; readonly bytesAfter: number }

/** Requests for files of the SDK and of the widget until the list is shown, and the bytes that follow unasked. */
async function measureTraffic(browser: Browser, stack: Stack): Promise<Traffic> {
  const finishedAt: number[] = []
  let bytes = 0
  const isOurs = (url: string) =>
    url.startsWith(stack.widget.origin) || new URL(url).pathname.startsWith('/sdk/')
  const sizes: Promise<unknown>[] = []
  const visited = await visit(browser, stack, {
    path,
    savesData: true,
    routeNetwork: async (context) => {
      context.on('requestfinished', (request) => {
        if (!isOurs(request.url())) return
        const { startTime, responseEnd } = request.timing()
        finishedAt.push(startTime + Math.max(0, responseEnd))
        sizes.push(request.sizes().then(({ responseBodySize }) => (bytes += responseBodySize)))
      })
    },
  })
  try {
    await waitUntilIdle(visited.page)
    const ready = listReadyAt(visited.page, visited.widget)
    await visited.page.click('#connect')
    const shownAt = await ready
    // By their own times: on a slow machine, later responses arrive here together with the news that the list is shown.
    const requestsToList = finishedAt.filter((at) => at <= shownAt).length
    await Promise.all(sizes)
    const bytesToList = bytes
    const frame = await visited.widget()
    await frame.page().waitForLoadState('networkidle')
    await Promise.all(sizes)
    return { requestsToList, bytesAfter: bytes - bytesToList }
  } finally {
    await visited.close()
  }
}

/** The widget in relation to the least page with the same parts (`pages/`), each round side by side. */
export async function measureFloor(
  launch: Launch,
  browser: Browser,
  stack: Stack,
  samples: number,
  machine: Machine,
): Promise<Entry[]> {
  const floor = await serveFloor()
  const originOf = (host: string) => `http://${host}:${floor.port}`
  const floorSite: Site = { dapp: { origin: originOf(floorHosts.page) } }
  const cpuSlowdown = slowdown(4, machine)
  const visits: number[] = []
  const openings: number[] = []
  const pressedOpenings: number[] = []
  const blocking: { readonly ours: number[]; readonly floors: number[] } = { ours: [], floors: [] }
  try {
    await overSlowLine(
      launch,
      [stack.dapp.origin, stack.widget.origin, floorSite.dapp.origin, originOf(floorHosts.frame)],
      async (slow) => {
        for (let n = 0; n < samples; n += 1) {
          const floorMs = await firstVisitMs({ browser: slow, cpuSlowdown }, floorSite)
          visits.push((await firstVisitMs({ browser: slow, cpuSlowdown }, stack)) / floorMs)
        }
      },
    )
    for (let n = 0; n < samples; n += 1) {
      const floorMs = await coldOpeningMs(browser, floorSite)
      openings.push((await coldOpeningMs(browser, stack)) / floorMs)
      const pressedFloorMs = await coldOpeningMs(browser, floorSite, usualPressMs)
      pressedOpenings.push((await coldOpeningMs(browser, stack, usualPressMs)) / pressedFloorMs)
      blocking.floors.push(await blockingMs(browser, floorSite, cpuSlowdown))
      blocking.ours.push(await blockingMs(browser, stack, cpuSlowdown))
    }
    const traffic = await measureTraffic(browser, stack)
    return [
      entry('first visit to list / floor', median(visits), 'ratio', 1.2),
      entry('open without a preloaded frame / floor', median(openings), 'ratio', 1.25),
      entry(
        `open without a preloaded frame, pressed for ${usualPressMs} ms / floor`,
        median(pressedOpenings),
        'ratio',
        1.25,
      ),
      entry(
        'blocking at load, 4x CPU, both processes',
        median(blocking.ours),
        'ms',
        Math.max(20, 1.2 * median(blocking.floors)),
      ),
      entry('requests before the list', traffic.requestsToList, 'count', 6),
      entry('loaded unasked after the first opening', traffic.bytesAfter / 1e6, 'MB', 0.03),
    ]
  } finally {
    await floor.close()
  }
}
