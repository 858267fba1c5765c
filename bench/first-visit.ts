import type { Browser } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { type Entry, entry, median } from './bench-entry.ts'
import { listReadyAt } from './browser/open-modal.ts'
import { defaultWallets, visit } from './browser/visit.ts'
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

/** Time from the navigation to a clickable list, without cache, over a slow line and with a slow processor. */
export async function measureFirstVisit(
  launch: Launch,
  stack: Stack,
  samples: number,
  machine: Machine,
): Promise<Entry[]> {
  const line = slowLine({ roundTripMs: 150, downBitsPerSecond: 9_000_000 })
  const sites = [stack.dapp.origin, stack.widget.origin].map((origin) => new URL(origin))
  const portOf = new Map<string, number>()
  for (const { host, port } of sites) portOf.set(host, await line.forwardPort(Number(port)))
  const browser = await launch(portOf)
  const times: number[] = []
  try {
    for (let n = 0; n < samples; n += 1) {
      const visited = await visit(browser, stack, {
        path: `/plain.html?${defaultWallets}`,
        cpuSlowdown: slowdown(4, machine),
        prepare: clickWhenReady,
      })
      try {
        const startedAt = await visited.page.evaluate(() => performance.timeOrigin)
        times.push((await listReadyAt(visited.page, visited.widget)) - startedAt)
      } finally {
        await visited.close()
      }
    }
  } finally {
    await browser.close()
    await line.close()
  }
  return [entry('first visit to list, 9 Mbit/s, 150 ms, 4x CPU', median(times), 'ms', 1_400)]
}
