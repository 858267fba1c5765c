import type { Browser } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { type Entry, entry, median } from './bench-entry.ts'
import { listReadyAt } from './browser/open-modal.ts'
import { defaultWallets, type Site, visit } from './browser/visit.ts'
import { type Machine, slowdown } from './machine.ts'
import { slowLine } from './slow-line.ts'

/** Launches a browser that maps the sites of the test world to other ports of this machine. */
export type Launch = (portOf: ReadonlyMap<string, number>) => Promise<Browser>

/** Runs in the page: clicks the button after the reaction time of a user. */
const clickWhenReady = (): void => {
  if (window !== window.top) return
  const reactionMs = 150
  const eachFrame = () => {
    const button = document.querySelector<HTMLButtonElement>('#connect')
    if (button === null || button.disabled) requestAnimationFrame(eachFrame)
    else setTimeout(() => button.click(), reactionMs)
  }
  requestAnimationFrame(eachFrame)
}

/** Sites to visit over a slow line, and the browser that maps them to it. */
type SlowVisits = { readonly browser: Browser; readonly cpuSlowdown: number }

/** Time from the navigation to a clickable list, without cache, in milliseconds. */
export async function firstVisitMs({ browser, cpuSlowdown }: SlowVisits, site: Site): Promise<number> {
  const visited = await visit(browser, site, {
    path: `/plain.html?${defaultWallets}`,
    cpuSlowdown,
    prepare: clickWhenReady,
  })
  try {
    const startedAt = await visited.page.evaluate(() => performance.timeOrigin)
    return (await listReadyAt(visited.page, visited.widget)) - startedAt
  } finally {
    await visited.close()
  }
}

/** Runs with a browser whose requests to these origins go over a slow line (9 Mbit/s, 150 ms). */
export async function overSlowLine<Result>(
  launch: Launch,
  origins: readonly string[],
  run: (browser: Browser) => Promise<Result>,
): Promise<Result> {
  const line = slowLine({ roundTripMs: 150, downBitsPerSecond: 9_000_000 })
  const portOf = new Map<string, number>()
  for (const { host, port } of origins.map((origin) => new URL(origin)))
    portOf.set(host, await line.forwardPort(Number(port)))
  const browser = await launch(portOf)
  try {
    return await run(browser)
  } finally {
    await browser.close()
    await line.close()
  }
}

/** Time from the navigation to a clickable list, without cache, over a slow line and with a slow processor. */
export async function measureFirstVisit(
  launch: Launch,
  stack: Stack,
  samples: number,
  machine: Machine,
): Promise<Entry[]> {
  const cpuSlowdown = slowdown(4, machine)
  const times: number[] = []
  await overSlowLine(launch, [stack.dapp.origin, stack.widget.origin], async (browser) => {
    for (let n = 0; n < samples; n += 1) times.push(await firstVisitMs({ browser, cpuSlowdown }, stack))
  })
  return [entry('first visit to list, 9 Mbit/s, 150 ms, 4x CPU', median(times), 'ms', 1_400)]
}
