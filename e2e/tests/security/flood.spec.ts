import { expect, test } from '../fixtures.ts'
import { minOfThree, recordDuration } from '../record-duration.ts'
import { watchLongTasks, widgetFrame } from './frames.ts'
import {
  hostConfig,
  openHostileHost,
  openHostileWidget,
  openWithHostileWidget,
  type RawPeer,
} from './raw-peer.ts'
import { recordMessages } from './record-messages.ts'

test('50,000 junk posts › after handshake › ping works, link stays (test 18) @timed', async ({
  page,
  world,
}) => {
  const host = await openHostileHost(page, world)
  await host.link()
  const widget = await widgetFrame(page)
  // Do not measure the initial render, which waits for a configuration that this host never sends.
  await widget.locator('h1').waitFor({ state: 'attached' })
  let floods = 0
  let pongMs = Number.POSITIVE_INFINITY
  /** Floods the widget, and returns its longest task. */
  const longestMs = async () => {
    floods += 1
    const longTasks = await watchLongTasks(widget)
    const pongAfterMs = await page.evaluate(async (ping) => {
      const { rawPeer } = window
      const target = document.querySelector('iframe')?.contentWindow
      for (let n = 0; n < 50_000; n += 1)
        target?.postMessage({ t: 'link:init', wid: rawPeer.wid, sid: rawPeer.sid, v: [1], junk: n }, '*')
      const start = performance.now()
      rawPeer.post('ctl', { t: 'ping', sid: rawPeer.sid, n: ping })
      const isPong = (message: unknown) => {
        const { t, n } = Object(message)
        return t === 'pong' && n === ping
      }
      await new Promise<void>((resolve) => {
        const checkAgain = () =>
          rawPeer.received.ctl.some(isPong) ? resolve() : requestAnimationFrame(checkAgain)
        checkAgain()
      })
      return performance.now() - start
    }, floods)
    pongMs = Math.min(pongMs, pongAfterMs)
    return Math.max(0, ...(await longTasks()))
  }
  recordDuration('50,000 junk posts: longest task of the widget', await minOfThree(longestMs), 50)
  recordDuration('50,000 junk posts: a ping is answered', pongMs, 2_000)
  expect(await host.call('state.get')).toMatchObject({ ok: true })
})

/** Counts the responses to a flooding peer by error code; `0` is success. */
const responseCodes = (peer: RawPeer) =>
  peer.target.evaluate(() => {
    const counts: Record<string, number> = {}
    for (const reply of window.rawPeer.received.calls) {
      const error: unknown = Reflect.get(Object(Reflect.get(Object(reply), 'value')), 'error')
      const code = error === undefined ? '0' : String(Reflect.get(Object(error), 'code'))
      counts[code] = (counts[code] ?? 0) + 1
    }
    return counts
  })

/** Posts calls that would each prompt the user, as fast as a page can. */
const flood = (peer: RawPeer, method: string, params: object) =>
  peer.target.evaluate(
    ([name, data]) => {
      for (let n = 0; n < 30_000; n += 1) window.rawPeer.post('calls', window.rawPeer.frame(name, data))
    },
    [method, params] as const,
  )

test('call flood › −32005, strikes, link closed › a new link works (test 18)', async ({ page, world }) => {
  const host = await openHostileHost(page, world)
  await host.link()
  expect(await host.call('config.set', { config: hostConfig(world) })).toMatchObject({ ok: true })
  await flood(host, 'wallet.request', { method: 'eth_sendTransaction', params: [] })
  await host.isClosedByStrikes()
  const codes = await responseCodes(host)
  // Eight calls wait for the origin check. The others are rejected; each thousand rejections in a second is a strike.
  expect(codes).toEqual({ '0': 1, '-32005': expect.any(Number) })
  expect(codes['-32005']).toBeGreaterThanOrEqual(1_000)
  expect(codes['-32005']).toBeLessThan(29_000)
  await host.link()
  expect(await host.call('state.get')).toMatchObject({ ok: true })
})

test('hostile widget floods the page › limited, closed, no wallet request (test 18)', async ({
  dapp,
  page,
}) => {
  await recordMessages(page)
  await openWithHostileWidget(dapp)
  const widget = await openHostileWidget(page)
  // The page may remove the frame before the flood ends.
  await flood(widget, 'provider.request', { handle: '0'.repeat(32), method: 'eth_sendTransaction' }).catch(
    () => {},
  )
  const posted = (text: string) =>
    page.evaluate((part) => window.wireTap.filter((m) => JSON.stringify(m).includes(part)).length, text)
  await expect.poll(() => posted('"reason":"strike"')).toBe(1)
  expect(await posted('"code":-32005')).toBeGreaterThanOrEqual(1_000)
  await expect.poll(() => widget.isGone()).toBe(true)
  expect(await dapp.wallet().requestedMethods()).toEqual([])
})

const oversizedMessages = ['300,000 keys', 'a depth of 5,000', '50 MB'] as const

/** Posts a call with parameters that no valid peer sends. */
const postOversized = (peer: RawPeer, monster: string) =>
  peer.target.evaluate((kind) => {
    const { rawPeer } = window
    const post = (params: object) =>
      rawPeer.post('calls', { ...rawPeer.frame('state.get', params), id: `monster ${kind}` })
    if (kind === '50 MB') return post({ text: 'x'.repeat(50 * 1024 * 1024) })
    if (kind === '300,000 keys')
      return post(Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [`k${n}`, n])))
    // The browser's stack may overflow first: then send the deepest value that it can.
    for (let depth = 5_000; depth > 1_000; depth -= 250) {
      let nested: unknown[] = []
      for (let n = 0; n < depth; n += 1) nested = [nested]
      try {
        return post(nested)
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
      }
    }
    throw new Error('No deep message could be sent')
  }, monster)

const rejectionOf = (monster: string) => ({
  id: `monster ${monster}`,
  type: 'RAW',
  value: { id: expect.any(String), ok: false, error: { code: -32600, message: 'Invalid request' } },
})

test('widget › 300,000 keys, depth 5,000, 50 MB › rejected, recovers (test 19) @timed', async ({
  page,
  world,
}) => {
  const host = await openHostileHost(page, world)
  await host.link()
  for (const monster of oversizedMessages) {
    await postOversized(host, monster)
    const startedAt = Date.now()
    await expect.poll(() => host.received('calls'), monster).toContainEqual(rejectionOf(monster))
    // The third message is the third strike.
    if (monster === '50 MB') {
      await host.isClosedByStrikes()
      await host.link()
    }
    expect(await host.call('state.get'), monster).toMatchObject({ ok: true })
    recordDuration(`message of ${monster}: the widget has recovered`, Date.now() - startedAt, 3_000)
  }
})

test('page › same messages from hostile widget › rejected, recovers (test 19) @timed', async ({
  dapp,
  page,
}) => {
  const posted = await recordMessages(page)
  await openWithHostileWidget(dapp)
  const widget = await openHostileWidget(page)
  for (const monster of oversizedMessages) {
    // Its frame may be removed before its post resolves.
    await postOversized(widget, monster).catch(() => {})
    const startedAt = Date.now()
    await expect.poll(() => posted(), monster).toContainEqual(rejectionOf(monster))
    recordDuration(`message of ${monster}: the page has recovered`, Date.now() - startedAt, 3_000)
  }
  expect(await posted()).toContainEqual({ t: 'bye', sid: widget.sid, reason: 'strike' })
  const secondWidget = await openHostileWidget(page)
  expect(await secondWidget.call('overlay.show')).toMatchObject({ ok: true, result: {} })
})
