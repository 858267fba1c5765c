import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { frameSession, widgetFrame } from './frames.ts'
import { countHeapObjects } from './heap-counts.ts'
import { networkIdle } from './network-idle.ts'

/** Opens and closes the modal through the SDK of the page. */
const cycle = (page: Page, times: number) =>
  page.evaluate(async (count) => {
    const { bridge } = window
    const isOpen = (expected: boolean) =>
      new Promise<void>((resolve) => {
        const stop = bridge.subscribe('state', ({ open }) => {
          if (open === expected) queueMicrotask(() => resolve(stop()))
        })
      })
    for (let n = 0; n < count; n += 1) {
      const closed = bridge.openModal()
      await isOpen(true)
      await bridge.closeModal()
      await closed
      await isOpen(false)
    }
  }, times)

async function expectNoLeak(page: Page, times: number): Promise<void> {
  // Load views, the chain's code and their caches first: they are no leak.
  const waitUntilIdle = networkIdle(page.context())
  await cycle(page, 10)
  await waitUntilIdle()
  await cycle(page, 5)
  // The first locator injects Playwright's library, which adds thirteen listeners.
  await expect(page.locator('dialog[data-drawbridge]')).toHaveCount(1)
  const frame = await widgetFrame(page)
  const sessions = { host: await page.context().newCDPSession(page), widget: await frameSession(frame) }
  const before = {
    host: await countHeapObjects(sessions.host),
    widget: await countHeapObjects(sessions.widget),
  }
  await cycle(page, times)
  expect(page.frames().filter((one) => one.url().includes('/embed/1/'))).toEqual([frame])
  await expect(page.locator('dialog[data-drawbridge]')).toHaveCount(1)
  const measureGrowth = async () => {
    const after = {
      host: await countHeapObjects(sessions.host),
      widget: await countHeapObjects(sessions.widget),
    }
    const growthOf = (what: keyof typeof after.host) =>
      after.host[what] - before.host[what] + after.widget[what] - before.widget[what]
    return {
      frames: after.host.frames,
      ports: growthOf('ports'),
      listeners: growthOf('listeners') < 10,
      megabytes: growthOf('heapBytes') / 1024 ** 2 < 5,
    }
  }
  // Some objects need more than one collection.
  await expect.poll(measureGrowth).toEqual({ frames: 1, ports: 0, listeners: true, megabytes: true })
}

test('25 times open and close › no leak, at most 5 MB (test 20, short)', async ({ dapp, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await dapp.open()
  await expectNoLeak(page, 25)
})

test('1,000 times open and close › no leak, at most 5 MB (test 20) @long', async ({ dapp, page }) => {
  test.setTimeout(300_000)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await dapp.open()
  await expectNoLeak(page, 1_000)
})

test('lost frames, destroyed instances › no frame or port left (test 20)', async ({ dapp, page, world }) => {
  await dapp.open()
  const reload = async () => {
    const frame = await widgetFrame(page)
    // The result may be lost with the document.
    await frame.evaluate(() => location.reload()).catch(() => {})
    await expect.poll(() => page.evaluate(() => window.bridge.disconnect().then(() => true))).toBe(true)
  }
  await page.evaluate(() => window.bridge.disconnect())
  const session = await page.context().newCDPSession(page)
  const before = await countHeapObjects(session)
  expect(before).toMatchObject({ frames: 1, ports: 3 })
  await reload()
  await reload()
  const createOthers = (projectId: string) =>
    page.evaluate(async (id) => {
      const { createDrawbridge } = await import('/sdk/bundle.js')
      const { widgetUrl } = Reflect.get(window, 'drawbridgeWorld')
      for (let n = 0; n < 3; n += 1) {
        const other = createDrawbridge({ projectId: id, metadata: { name: 'Another' }, widgetUrl })
        await other.disconnect()
        other.destroy()
      }
    }, projectId)
  await createOthers(world.project('empty'))
  // Pending timers retain their ports a moment longer.
  await expect.poll(() => countHeapObjects(session)).toMatchObject({ frames: 1, ports: 3 })
  expect((await countHeapObjects(session)).listeners - before.listeners).toBeLessThan(10)

  // Instances of the same project replace the first one, and leave no frame or port either.
  await createOthers(world.project())
  await expect.poll(() => countHeapObjects(session)).toMatchObject({ frames: 0, ports: 0 })
})
