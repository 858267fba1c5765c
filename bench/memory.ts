import type { Browser, CDPSession } from '@playwright/test'
import type { Stack } from '#stack/stack-file.ts'
import { type Entry, entry, median } from './bench-entry.ts'
import { bareDocument, openModal, waitUntilIdle, waitUntilRendered } from './browser/open-modal.ts'
import { defaultWallets, visit } from './browser/visit.ts'

const visitor = `?platforms=ethereum&networks=eip155:1,eip155:8453&${defaultWallets}`

/** Used bytes of script heap in a process, after garbage collection. */
export async function heapBytes(session: CDPSession): Promise<number> {
  // Objects that the first round frees may have referenced others.
  for (let round = 0; round < 2; round += 1) await session.send('HeapProfiler.collectGarbage')
  return (await session.send('Runtime.getHeapUsage')).usedSize
}

/** Heap of the shop's page without the SDK. */
async function bareHeap(browser: Browser, stack: Stack): Promise<number> {
  const visited = await visit(browser, stack, { path: `/bare.html${visitor}` })
  try {
    await waitUntilIdle(visited.page)
    return await heapBytes(await visited.session())
  } finally {
    await visited.close()
  }
}

/** Heap of the shop with the modal open: its process and the widget's combined. */
async function openHeap(browser: Browser, stack: Stack): Promise<number> {
  const visited = await visit(browser, stack, { path: `/${visitor}`, probesPageOnly: true })
  const { page } = visited
  try {
    const session = await visited.session(await visited.widget())
    const frame = bareDocument(session)
    await waitUntilRendered(page, frame)
    await openModal(page, frame)
    await waitUntilIdle(page)
    await waitUntilIdle(frame)
    return (await heapBytes(await visited.session())) + (await heapBytes(session))
  } finally {
    await visited.close()
  }
}

/** How much more script heap all processes use with an open modal than the same page without the SDK. */
export async function measureMemory(browser: Browser, stack: Stack, samples: number): Promise<Entry[]> {
  const differences: number[] = []
  for (let n = 0; n < samples; n += 1) {
    const bare = await bareHeap(browser, stack)
    differences.push((await openHeap(browser, stack)) - bare)
  }
  return [entry('heap after open, above the page without us', median(differences) / 1e6, 'MB', 3)]
}
