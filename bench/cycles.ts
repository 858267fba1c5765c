import type { Browser, CDPSession, Frame, Page } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { type Entry, entry } from './bench-entry.ts'
import { waitUntilIdle, waitUntilPreloaded } from './browser/open-modal.ts'
import { defaultWallets, type Visit, visit } from './browser/visit.ts'
import { heapBytes } from './memory.ts'

/** Values that grow with a leak, over both processes. */
type ResourceCounts = {
  readonly heapBytes: number
  readonly frames: number
  readonly ports: number
  readonly listeners: number
}

/** Number of live instances of a class of the page. */
async function countAlive(session: CDPSession, className: string): Promise<number> {
  const { result } = await session.send('Runtime.evaluate', { expression: `${className}.prototype` })
  const { objects } = await session.send('Runtime.queryObjects', { prototypeObjectId: result.objectId ?? '' })
  const counted = await session.send('Runtime.callFunctionOn', {
    objectId: objects.objectId ?? '',
    functionDeclaration: 'function () { return this.length }',
    returnByValue: true,
  })
  await session.send('Runtime.releaseObject', { objectId: objects.objectId ?? '' })
  return Number(counted.result.value)
}

async function readCounts(session: CDPSession): Promise<ResourceCounts> {
  await session.send('Performance.enable')
  const bytes = await heapBytes(session)
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (metricName: string) => metrics.find(({ name }) => name === metricName)?.value ?? Number.NaN
  return {
    heapBytes: bytes,
    frames: metric('Frames'),
    ports: await countAlive(session, 'MessagePort'),
    listeners: metric('JSEventListeners'),
  }
}

/** Longer than any deadline of a call that closes the modal, because its listener remains until the deadline. */
const settleMs = 2_500

async function readTotalCounts({ page, session }: Visit, frame: Frame): Promise<ResourceCounts> {
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  await waitUntilIdle(page)
  await waitUntilIdle(frame)
  const [host, widget] = [await readCounts(await session()), await readCounts(await session(frame))]
  return {
    heapBytes: host.heapBytes + widget.heapBytes,
    frames: host.frames + widget.frames,
    ports: host.ports + widget.ports,
    listeners: host.listeners + widget.listeners,
  }
}

/** Opens and closes the modal. Waits each time until it is visible, and until it is hidden. */
async function cycle(page: Page, times: number): Promise<void> {
  await page.evaluate(async (count) => {
    const dialog = document.querySelector('dialog')
    const waitFor = async (isDone: () => boolean) => {
      while (!isDone()) await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    for (let round = 0; round < count; round += 1) {
      const closed = window.bridge.openModal()
      await waitFor(() => window.bridge.state.open)
      await window.bridge.closeModal()
      await closed
      await waitFor(() => !window.bridge.state.open && dialog?.open === false)
    }
  }, times)
}

/** Measures the frames, ports, listeners and bytes that remain after `times` openings. */
export async function measureCycles(browser: Browser, stack: Stack, times: number): Promise<Entry[]> {
  const visited = await visit(browser, stack, { path: `/plain.html?${defaultWallets}`, reducedMotion: true })
  try {
    const frame = await waitUntilPreloaded(visited)
    // Code and objects that are created once, on the first use, are not a leak.
    await cycle(visited.page, 20)
    const before = await readTotalCounts(visited, frame)
    await cycle(visited.page, times)
    // Temporary objects, such as a port of a running task, are gone at the next measurement; a leak remains.
    const snapshots: ResourceCounts[] = []
    const growthOf = (of: keyof ResourceCounts) =>
      Math.max(0, Math.min(...snapshots.map((snapshot) => snapshot[of])) - before[of])
    do snapshots.push(await readTotalCounts(visited, frame))
    while (snapshots.length < 3 && growthOf('ports') + growthOf('listeners') + growthOf('frames') > 0)
    const name = (what: string) => `${what} left by ${times} openings`
    return [
      entry(name('frames'), growthOf('frames'), 'count', 0),
      entry(name('ports'), growthOf('ports'), 'count', 0),
      entry(name('listeners'), growthOf('listeners'), 'count', 0),
      entry(name('heap'), growthOf('heapBytes') / 1e6, 'MB', 5),
    ]
  } finally {
    await visited.close()
  }
}
