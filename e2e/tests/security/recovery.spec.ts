import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { minOfThree, recordDuration } from '../record-duration.ts'
import { crash, widgetFrame } from './frames.ts'

const unknownOutcome = { is: 'failed', code: 4900, data: { reason: 'unknown-outcome' } }

/** Sends a transfer that waits for the user in the wallet's window; `ends` is its result. */
async function pendingSend(dapp: Dapp) {
  const [from, to] = [await dapp.account(), dapp.world.account('recipient').address]
  const ends = dapp.request('eth_sendTransaction', [{ from, to, value: '0x1' }])
  await expect(dapp.wallet().prompt).toBeVisible()
  return { ends }
}

/** Counts new frames in the page from now on, and measures the time until the first. */
async function watchFrames(page: Page) {
  const log = await page.evaluateHandle(() => {
    const start = performance.now()
    const seen = { count: 0, firstAfterMs: Number.NaN }
    new MutationObserver((records) => {
      const added = records.flatMap((record) => [...record.addedNodes])
      for (const node of added) {
        if (!(node instanceof HTMLIFrameElement)) continue
        seen.count += 1
        seen.firstAfterMs = Number.isNaN(seen.firstAfterMs) ? performance.now() - start : seen.firstAfterMs
      }
    }).observe(document.documentElement, { childList: true, subtree: true })
    return seen
  })
  return () => log.jsonValue()
}

test('widget process ends › reads retried, send gets 4900, link back (test 21) @timed', async ({
  dapp,
  testAccounts,
  page,
  world,
}) => {
  await dapp.open()
  await dapp.connect()
  const [from] = testAccounts.harbour
  const session = await page.context().newCDPSession(page)
  // After a crash of a frame, Playwright treats the whole page as crashed, so the page records the results.
  const startRequest = (name: string, method: string, params: readonly unknown[]) =>
    page.evaluate(
      ([key, request]) => {
        const outcome = window.bridge.ethereum.request(request).then(
          (result: unknown) => ({ is: 'ok', result }),
          (error: unknown) => ({ is: 'failed', code: Object(error).code, data: Object(error).data }),
        )
        Object.defineProperty(window, key, { value: outcome })
      },
      [name, { method, params }] as const,
    )
  const to = world.account('recipient').address
  await startRequest('sent', 'eth_sendTransaction', [{ from: from.address, to, value: '0x1' }])
  await expect(dapp.wallet().prompt).toBeVisible()
  await world.fault({ path: '/v1', delayMs: 8_000 })
  await startRequest('balance', 'eth_getBalance', [from.address, 'latest'])
  await expect
    .poll(async () => (await world.requests()).some(({ body }) => body?.includes('eth_getBalance')))
    .toBe(true)
  const evaluateInPage = async (expression: string): Promise<unknown> => {
    const { result } = await session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    })
    return result.value
  }

  const frame = await widgetFrame(page)
  const crashed = page.waitForEvent('crash')
  await crash(frame)
  await crashed
  const crashedAt = Date.now()
  await world.clearFaults()
  expect(
    await evaluateInPage('Promise.all([sent, balance]).then(([send, read]) => ({ send, read }))'),
  ).toMatchObject({
    send: unknownOutcome,
    read: { is: 'ok', result: expect.stringMatching(/^0x[0-9a-f]+$/) },
  })
  recordDuration('the process of the widget died: outcomes are known', Date.now() - crashedAt, 3_000)
  // Neither the transfer nor the connection is requested again, and the widget opens.
  const facts = `({
    frames: document.querySelectorAll('iframe').length,
    account: bridge.state.accounts[0]?.address,
    asked: testWallets.harbour.requests.map(({ method }) => method).filter((name) => name.startsWith('eth_send')),
    prompts: testWallets.harbour.promptCount(),
  })`
  await expect
    .poll(() => evaluateInPage(facts))
    .toEqual({
      frames: 1,
      account: from.address,
      asked: ['eth_sendTransaction'],
      prompts: 2,
    })
  await evaluateInPage(
    "void bridge.openModal(), new Promise((go) => bridge.subscribe('state', ({ open }) => open && go()))",
  )
  expect(await evaluateInPage('bridge.state.open')).toBe(true)
})

test('frame removed by the page › recreated, no second prompt (test 22) @timed', async ({
  dapp,
  testAccounts,
  page,
}) => {
  await dapp.open()
  await dapp.connect()
  const send = await pendingSend(dapp)
  const frames = await watchFrames(page)
  await page.evaluate(() => document.querySelector('iframe[src*="/embed/1/"]')?.remove())
  expect(await send.ends).toMatchObject(unknownOutcome)
  await expect.poll(async () => (await frames()).count).toBeGreaterThan(0)
  recordDuration('a removed frame is made anew', (await frames()).firstAfterMs, 1_000)
  await expect.poll(() => dapp.request('eth_blockNumber')).toMatchObject({ is: 'ok' })
  const wallet = dapp.wallet()
  expect((await wallet.requestedMethods()).filter((method) => method === 'eth_sendTransaction')).toHaveLength(
    1,
  )
  await wallet.reject()
  expect(await dapp.account()).toBe(testAccounts.harbour[0].address)
})

test('overlay removed while open › comes back as a modal (test 22)', async ({ dapp, page }) => {
  await dapp.open()
  const result = dapp.result()
  await dapp.waitUntilOpen()
  await page.evaluate(() => document.querySelector('dialog[data-drawbridge]')?.remove())
  await expect(page.locator('dialog[data-drawbridge]:modal')).toBeVisible()
  await dapp.waitUntilOpen()
  await dapp.widget.clickRow('Harbour Wallet')
  await dapp.wallet().approve()
  expect(await result).toMatchObject({ is: 'connected' })
  await expect(page.locator('dialog[data-drawbridge][open]')).toHaveCount(0)
  expect(await dapp.wallet().promptCount()).toBe(1)
})

test('widget reloads itself › new link, the old ports are dead (test 23)', async ({
  dapp,
  testAccounts,
  page,
}) => {
  await page.addInitScript(() => {
    if (window.parent !== window) return
    const createdPorts: MessagePort[] = []
    Object.defineProperty(globalThis, 'made', { value: createdPorts })
    globalThis.MessageChannel = class extends MessageChannel {
      constructor() {
        super()
        createdPorts.push(this.port1)
      }
    }
  })
  await dapp.open()
  await dapp.connect()
  const send = await pendingSend(dapp)
  const frame = await widgetFrame(page)
  await frame.evaluate(() => location.reload())
  expect(await send.ends).toMatchObject(unknownOutcome)
  await expect.poll(() => dapp.request('eth_blockNumber')).toMatchObject({ is: 'ok' })
  const createdPorts = await page.evaluate(async () => {
    const ports: unknown = Reflect.get(window, 'made')
    if (!Array.isArray(ports)) return undefined
    const received: unknown[] = []
    for (const port of ports.slice(0, 3)) {
      port.onmessage = ({ data }: MessageEvent) => received.push(data)
      port.postMessage({ t: 'ping', sid: '0'.repeat(32), n: 1 })
    }
    // Takes longer than any response of an open port.
    await window.bridge.ethereum.request({ method: 'eth_blockNumber' })
    return { channels: ports.length, heard: received }
  })
  expect(createdPorts).toEqual({ channels: 6, heard: [] })
  expect(await dapp.account()).toBe(testAccounts.harbour[0].address)
  await dapp.wallet().reject()
})

test('frame navigates to another site › replaced, the site gets nothing (test 23)', async ({
  dapp,
  page,
  world,
}) => {
  const received: string[] = []
  page.on('console', (message) => {
    if (message.text().startsWith('evil ')) received.push(message.text())
  })
  await page.addInitScript(() => {
    if (!location.hostname.startsWith('evil.')) return
    console.log('evil loaded')
    addEventListener('message', ({ data }) => console.log(`evil heard ${JSON.stringify(data)}`))
    parent.postMessage({ t: 'link:hello', wid: 'a'.repeat(32), v: [1] }, '*')
  })
  await dapp.open()
  await dapp.connect()
  const send = await pendingSend(dapp)
  const frame = await widgetFrame(page)
  await frame.evaluate((evil) => {
    // It sends no bye message.
    addEventListener('pagehide', (event) => event.stopImmediatePropagation(), { capture: true })
    location.href = `${evil}/raw.html`
  }, world.stack.evil.origin)
  expect(await send.ends).toMatchObject(unknownOutcome)
  await expect.poll(() => dapp.request('eth_blockNumber')).toMatchObject({ is: 'ok' })
  expect(received.filter((line) => line !== 'evil loaded')).toEqual([])
  expect(page.frames().filter((one) => one.url().includes('evil.'))).toEqual([])
  await dapp.wallet().reject()
})

test('page blocked for 5 s › widget neither slowed nor lost (test 24) @timed', async ({ dapp, page }) => {
  await dapp.open()
  await dapp.connect()
  const events = await dapp.recordEvents()
  await dapp.openModal()
  const frame = await widgetFrame(page)
  const frames = await watchFrames(page)
  await frame.evaluate(() => {
    const gaps: number[] = []
    let last = performance.now()
    Object.defineProperty(window, 'takeGaps', {
      value: () => [...gaps.splice(0), performance.now() - last],
    })
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      const now = performance.now()
      gaps.push(now - last)
      last = now
      setTimeout(() => port2.postMessage(0), 4)
    }
    port2.postMessage(0)
  })
  /** Blocks the page for 5 s, and returns the widget's longest gap between tasks, in ms. */
  const largestMs = async () => {
    await frame.evaluate(() => Reflect.get(window, 'takeGaps')())
    await page.evaluate(() => {
      const end = performance.now() + 5_000
      while (performance.now() < end);
    })
    return frame.evaluate(() => Math.max(...Reflect.get(window, 'takeGaps')()))
  }
  recordDuration('a page blocked for 5 s: longest wait of the widget', await minOfThree(largestMs), 100)
  expect(await dapp.request('eth_blockNumber')).toMatchObject({ is: 'ok' })
  expect((await frames()).count).toBe(0)
  expect(await events()).toEqual([])
  expect(await dapp.state()).toMatchObject({ open: true, status: 'connected' })
})
