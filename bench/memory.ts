import type { Browser, CDPSession } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { clickToList, untilIdle, untilWarm } from './browser/open-modal.ts'
import { visit } from './browser/visit.ts'
import { type Entry, entry, median } from './entry.ts'

/** Bytes of script heap that are in use in a process, once garbage is collected. */
export async function heapBytes(session: CDPSession): Promise<number> {
  // What the first round frees may have held other things.
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

/** The shop without the SDK. */
async function bareHeap(browser: Browser, stack: Stack): Promise<number> {
  const visited = await visit(browser, stack, { path: '/bare.html' })
  try {
    await untilIdle(visited.page)
    return await heapBytes(await visited.session())
  } finally {
    await visited.close()
  }
}

/** The shop with the modal open, its process and the widget's together. */
async function openHeap(browser: Browser, stack: Stack): Promise<number> {
  const visited = await visit(browser, stack, { path: '/' })
  const { page, widget } = visited
  try {
    const frame = await untilWarm(visited)
    await clickToList(page, widget)
    await untilIdle(page)
    await untilIdle(frame)
    return (await heapBytes(await visited.session())) + (await heapBytes(await visited.session(frame)))
  } finally {
    await visited.close()
  }
}

/** How much more script heap all processes use with an open modal than the same page without us. */
export async function measureMemory(browser: Browser, stack: Stack, samples: number): Promise<Entry[]> {
  const differences: number[] = []
  for (let n = 0; n < samples; n += 1) {
    const bare = await bareHeap(browser, stack)
    differences.push((await openHeap(browser, stack)) - bare)
  }
  return [entry('heap after open, above the page without us', median(differences) / 1e6, 'MB', 3)]
}
