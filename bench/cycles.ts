import type { Browser, CDPSession, Frame, Page } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { type Entry, entry } from './bench-entry.ts'
import { untilIdle, untilWarm } from './browser/open-modal.ts'
import { usualWallets, type Visit, visit } from './browser/visit.ts'
import { heapBytes } from './memory.ts'

/** Values that grow with a leak, over both processes. */
type Holdings = {
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

async function holdingsOf(session: CDPSession): Promise<Holdings> {
  await session.send('Performance.enable')
  const bytes = await heapBytes(session)
  const { metrics } = await session.send('Performance.getMetrics')
  const metric = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN
  return {
    heapBytes: bytes,
    frames: metric('Frames'),
    ports: await countAlive(session, 'MessagePort'),
    listeners: metric('JSEventListeners'),
  }
}

/** Longer than the longest deadline of a call that closes the modal: its listener remains until then. */
const settleMs = 2_500

async function holdings({ page, session }: Visit, frame: Frame): Promise<Holdings> {
  await new Promise((resolve) => setTimeout(resolve, settleMs))
  await untilIdle(page)
  await untilIdle(frame)
  const [host, widget] = [await holdingsOf(await session()), await holdingsOf(await session(frame))]
  return {
    heapBytes: host.heapBytes + widget.heapBytes,
    frames: host.frames + widget.frames,
    ports: host.ports + widget.ports,
    listeners: host.listeners + widget.listeners,
  }
}

/** Opens and closes the modal; each time it is actually shown and hidden. */
async function cycle(page: Page, times: number): Promise<void> {
  await page.evaluate(async (turns) => {
    const dialog = document.querySelector('dialog')
    const until = async (isDone: () => boolean) => {
      while (!isDone()) await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    for (let turn = 0; turn < turns; turn += 1) {
      const closed = window.bridge.openModal()
      await until(() => window.bridge.state.open)
      await window.bridge.closeModal()
      await closed
      await until(() => !window.bridge.state.open && dialog?.open === false)
    }
  }, times)
}

/** Frames, ports, listeners and bytes that `times` openings leave. */
export async function measureCycles(browser: Browser, stack: Stack, times: number): Promise<Entry[]> {
  const visited = await visit(browser, stack, { path: `/plain.html?${usualWallets}`, reducedMotion: true })
  try {
    const frame = await untilWarm(visited)
    // Code and objects that are created once, on the first use, are not a leak.
    await cycle(visited.page, 20)
    const before = await holdings(visited, frame)
    await cycle(visited.page, times)
    // Temporary objects, such as a port of a running task, are gone at the next measurement; a leak remains.
    const looks: Holdings[] = []
    const grown = (of: keyof Holdings) => Math.max(0, Math.min(...looks.map((look) => look[of])) - before[of])
    do looks.push(await holdings(visited, frame))
    while (looks.length < 3 && grown('ports') + grown('listeners') + grown('frames') > 0)
    const name = (what: string) => `${what} left by ${times} openings`
    return [
      entry(name('frames'), grown('frames'), 'count', 0),
      entry(name('ports'), grown('ports'), 'count', 0),
      entry(name('listeners'), grown('listeners'), 'count', 0),
      entry(name('heap'), grown('heapBytes') / 1e6, 'MB', 5),
    ]
  } finally {
    await visited.close()
  }
}
