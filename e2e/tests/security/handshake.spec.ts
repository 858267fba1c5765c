import { expect, test } from '../fixtures.ts'
import { recordDuration } from '../record-duration.ts'
import { flushMessages, widgetFrame } from './frames.ts'
import { hostConfig, openHostileHost } from './raw-peer.ts'
import { installRawPeer } from './raw-peer-script.ts'

const id = '0123456789abcdef0123456789abcdef'

test('cold handshake, preloaded open of the themed view › durations (test 1) @timed', async ({ dapp }) => {
  const coldTimes: number[] = []
  const preloadedTimes: number[] = []
  // With Save-Data nothing is preloaded, so the handshake is cold.
  await dapp.enableSaveData()
  for (let round = 0; round < 5; round += 1) {
    await dapp.open({ options: { themeMode: 'dark' } })
    coldTimes.push(
      await dapp.page.evaluate(async () => {
        const start = performance.now()
        await window.bridge.disconnect()
        return performance.now() - start
      }),
    )
    const widget = await widgetFrame(dapp.page)
    const painted = widget.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const checkAgain = () =>
            document.querySelector('[data-open=true] [role=dialog] li button') !== null
              ? requestAnimationFrame(() => resolve(performance.timeOrigin + performance.now()))
              : requestAnimationFrame(checkAgain)
          checkAgain()
        }),
    )
    const clickedAt = await dapp.page.evaluate(() => {
      document.querySelector<HTMLButtonElement>('#connect')?.click()
      return performance.timeOrigin + performance.now()
    })
    preloadedTimes.push((await painted) - clickedAt)
  }
  const median = (times: readonly number[]) => times.toSorted((a, b) => a - b)[2] ?? Number.NaN
  recordDuration('handshake, cold', median(coldTimes), 800)
  recordDuration('open, warm, themed', median(preloadedTimes), 100)
})

test('another or silent document as widget › fails in 3 s, no port (test 2)', async ({
  dapp,
  page,
  browserErrors,
  world,
}) => {
  browserErrors.expect(/503|could not be loaded/)
  const messages: unknown[] = []
  await page.exposeFunction('tellTest', (message: unknown) => messages.push(message))
  await page.addInitScript(() => {
    if (window.parent === window) return
    const notifyTest: unknown = Reflect.get(window, 'tellTest')
    addEventListener('message', ({ data, ports }) => {
      if (typeof notifyTest === 'function') notifyTest({ data, ports: ports.length })
    })
  })
  await world.fault({ path: '/embed/1/', status: 503 })
  for (const [project, document] of [
    ['hijacked', '/pretend-widget.html'],
    ['demo', '/embed/1/'],
  ] as const) {
    await dapp.open({ project })
    const answer = page.evaluate(() => window.bridge.openModal().catch(({ code, data }) => ({ code, data })))
    await expect.poll(() => page.frames().some((known) => known.url().includes(document))).toBe(true)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('The wallet could not be loaded.', { timeout: 3_000 })
    await alert.getByRole('button', { name: 'Close' }).click()
    expect(await answer).toEqual({ code: 4900, data: { reason: 'unreachable' } })
    await expect(page.locator('dialog[data-drawbridge][open]')).toHaveCount(0)
  }
  expect(messages).toEqual([])
})

test('frame forbidden by the page’s policy › SDK reports unreachable (test 2) @timed', async ({
  dapp,
  page,
  browserErrors,
}) => {
  browserErrors.expect(/Content Security Policy|frame-src/)
  await page.route('**/strict.html*', async (route) => {
    const response = await route.fetch({ url: route.request().url().replace('dapp.localhost', '127.0.0.1') })
    const policy = String(response.headers()['content-security-policy']).replace(
      /frame-src [^;]+/,
      "frame-src 'none'",
    )
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } })
  })
  await dapp.open({ path: '/strict.html' })
  const answer = await page.evaluate(async () => {
    const start = performance.now()
    const failed = window.bridge.openModal().catch(({ code, data }) => ({ code, data }))
    await new Promise<void>((onSeen) => {
      const checkAgain = () =>
        document.querySelector('dialog [role=alert]') ? onSeen() : requestAnimationFrame(checkAgain)
      checkAgain()
    })
    const ms = performance.now() - start
    await window.bridge.closeModal()
    return { error: await failed, ms }
  })
  expect(answer.error).toEqual({ code: 4900, data: { reason: 'unreachable' } })
  recordDuration('blocked by a policy: until the user sees it', answer.ms, 1_000)
  await expect(page.locator('dialog[data-drawbridge][open]')).toHaveCount(0)
})

test('sibling frame › a thousand forged messages › nothing changes (test 3)', async ({
  dapp,
  page,
  world,
}) => {
  await page.addInitScript(installRawPeer)
  await page.addInitScript((evil) => {
    if (window.parent !== window) return
    addEventListener('DOMContentLoaded', () => {
      const frame = document.createElement('iframe')
      frame.src = `${evil}/raw.html`
      document.body.prepend(frame)
    })
  }, world.stack.evil.origin)
  await dapp.open()
  const evil = page.frames().find((frame) => frame.url().endsWith('/raw.html'))
  const forge = (wid: string) =>
    evil?.evaluate((known) => {
      const sid = 'f'.repeat(32)
      for (let n = 0; n < 1_000; n += 1) {
        parent.postMessage({ t: 'link:hello', wid: known, v: [1] }, '*')
        parent.postMessage({ t: 'accept', sid, v: 1, widget: '1', caps: [] }, '*')
        for (let at = 0; at < parent.frames.length; at += 1) {
          const frame = parent.frames[at]
          if (frame === undefined || frame === window) continue
          const ports = [new MessageChannel(), new MessageChannel(), new MessageChannel()]
          const init = { t: 'link:init', wid: known, sid, v: [1], sdk: '1', caps: [] }
          frame.postMessage(
            init,
            '*',
            ports.map(({ port2 }) => port2),
          )
          for (const { port1 } of ports)
            port1.onmessage = ({ data }) => window.rawPeer.received.ctl.push(data)
        }
      }
    }, wid)
  await forge(id)
  const widget = await dapp.openModal()
  await forge(id)
  await widget.shows('Connect wallet')
  await expect(widget.root.getByTestId('origin')).toHaveText(world.stack.dapp.origin)
  expect(await dapp.state()).toMatchObject({ open: true, status: 'disconnected' })
  // The sibling gets no response: neither an init from the page nor an accept from the widget.
  expect(await evil?.evaluate(() => [window.rawPeer.windowMessages, window.rawPeer.received.ctl])).toEqual([
    [],
    [],
  ])
  await widget.clickRow('Harbour Wallet')
  await dapp.wallet('harbour').approve()
  await expect.poll(() => dapp.account()).toBeDefined()
})

test('sibling frame › knows the widget’s id › cannot replace the host (test 3)', async ({ page, world }) => {
  const host = await openHostileHost(page, world)
  const wid = await page.evaluate((src) => window.rawPeer.mount(src), host.src)
  // A sibling frame of another site, and one of the host's origin.
  for (const src of [`${world.stack.dapp.origin}/bare.html`, `${world.stack.evil.origin}/bare.html`]) {
    const sibling = await page.evaluateHandle(
      (address) =>
        new Promise<HTMLIFrameElement>((resolve) => {
          const frame = document.createElement('iframe')
          frame.src = address
          frame.addEventListener('load', () => resolve(frame))
          document.body.append(frame)
        }),
      src,
    )
    const frame = await sibling.asElement()?.contentFrame()
    const received = await frame?.evaluate(async (known) => {
      const ports = [new MessageChannel(), new MessageChannel(), new MessageChannel()]
      const messages: unknown[] = []
      for (const { port1 } of ports) port1.onmessage = ({ data }) => messages.push(data)
      const init = { t: 'link:init', wid: known, sid: known, v: [1], sdk: '1', caps: [] }
      parent.frames[0]?.postMessage(
        init,
        '*',
        ports.map(({ port2 }) => port2),
      )
      await fetch(location.href)
      return messages
    }, wid)
    expect(received).toEqual([])
  }
  await host.init()
  await expect.poll(() => host.received('ctl')).toContainEqual(expect.objectContaining({ t: 'accept' }))
})

test('widget document outside the SDK’s frame › gets no ports (test 3)', async ({ dapp, page, world }) => {
  // It sends hello to the page for ten seconds, from the correct origin and the wrong frame.
  await page.addInitScript(
    (src) => {
      if (window.parent !== window) return
      addEventListener('DOMContentLoaded', () => {
        const frame = document.createElement('iframe')
        frame.src = src
        frame.id = 'stranger'
        document.body.prepend(frame)
      })
    },
    `${world.stack.widget.origin}/embed/1/${world.project('static')}`,
  )
  // Delay the SDK's frame, so that the sibling frame sends first.
  await world.fault({ path: '/embed/1/', delayMs: 1_500 })
  await dapp.open()
  await page.evaluate(() => window.bridge.disconnect())
  const frames = page.frames().filter((frame) => frame.url().includes('/embed/1/'))
  expect(frames).toHaveLength(2)
  const siblingFrame = frames.find((frame) => frame.url().includes('/static'))
  await expect(siblingFrame?.getByTestId('origin') ?? page.locator('never')).toHaveCount(0)
  expect(await world.requests(world.project('static'))).not.toContainEqual(
    expect.objectContaining({ path: '/projects/v1/origins' }),
  )
})

test('synthetic message events, redefined getters › no handshake (test 4)', async ({ dapp, page, world }) => {
  await page.addInitScript(() => {
    const inits: unknown[] = []
    Object.defineProperty(globalThis, 'inits', { value: inits })
    if (location.pathname.startsWith('/embed/1/')) {
      addEventListener('message', ({ data }) => inits.push(data))
    }
  })
  await dapp.open()
  await page.evaluate(() => window.bridge.disconnect())
  await page.evaluate(
    ([origin, wid]) => {
      const hello = { t: 'link:hello', wid, v: [1] }
      const forge = (source: Window | null) => {
        dispatchEvent(new MessageEvent('message', { data: hello, origin, source }))
        // A trusted event, because the browser dispatches it, with getters that return a false sender.
        Object.defineProperty(MessageEvent.prototype, 'origin', { get: () => origin, configurable: true })
        Object.defineProperty(MessageEvent.prototype, 'source', { get: () => source, configurable: true })
        postMessage(hello, '*')
      }
      const known = document.querySelector<HTMLIFrameElement>('iframe[src*="/embed/1/"]')
      known?.remove()
      new MutationObserver(() => {
        const frame = document.querySelector<HTMLIFrameElement>('iframe[src*="/embed/1/"]')
        if (frame) forge(frame.contentWindow)
      }).observe(document.body, { childList: true, subtree: true })
    },
    [world.stack.widget.origin, id] as const,
  )
  const widget = await dapp.openModal()
  await widget.shows('Connect wallet')
  const inits = await (await widgetFrame(page)).evaluate(() => Reflect.get(window, 'inits'))
  expect(inits).toHaveLength(1)
  expect(inits).not.toContainEqual(expect.objectContaining({ wid: id }))
})

test('widget › synthetic or malformed init › ignored until a valid one (tests 4, 6)', async ({
  page,
  world,
}) => {
  const host = await openHostileHost(page, world)
  const old = await page.evaluate((src) => window.rawPeer.mount(src), host.src)
  const wid = await page.evaluate((src) => window.rawPeer.mount(src), host.src)
  expect(wid).not.toBe(old)
  const widget = await widgetFrame(page)
  const synthetic = await widget.evaluate(
    async ([known, origin]) => {
      const ports = [new MessageChannel(), new MessageChannel(), new MessageChannel()]
      const messages: unknown[] = []
      for (const { port1 } of ports) port1.onmessage = ({ data }) => messages.push(data)
      const data = { t: 'link:init', wid: known, sid: known, v: [1], sdk: '1', caps: [] }
      const event = { data, origin, source: parent, ports: ports.map(({ port2 }) => port2) }
      dispatchEvent(new MessageEvent('message', event))
      await fetch('/widget.config.json')
      return messages
    },
    [wid, world.stack.evil.origin] as const,
  )
  expect(synthetic, 'a synthetic event').toEqual([])

  const malformed: readonly (readonly [string, Record<string, unknown>, number])[] = [
    ['a wrong wid', { wid: id }, 3],
    ['the wid of a document that is gone', { wid: old }, 3],
    ['two ports', {}, 2],
    ['four ports', {}, 4],
    ['no port', {}, 0],
    ['an extra key', { extra: 1 }, 3],
    ['a short sid', { sid: 'ab' }, 3],
    ['no list of versions', { v: 1 }, 3],
    ['another type', { t: 'link:hello' }, 3],
  ]
  for (const [what, patch, ports] of malformed) {
    await host.init(patch, ports)
    await flushMessages(page, widget)
    expect(await host.received('ctl'), what).toEqual([])
  }
  await host.init()
  await expect.poll(() => host.received('ctl')).toContainEqual(expect.objectContaining({ t: 'accept' }))
})

test('second init › ignored, the session goes on (test 5)', async ({ page, world }) => {
  const host = await openHostileHost(page, world)
  await host.link()
  expect(await host.call('state.get')).toMatchObject({ ok: true })
  const second = await page.evaluateHandle(() => {
    const { rawPeer } = window
    const ports = [new MessageChannel(), new MessageChannel(), new MessageChannel()]
    const received: unknown[] = []
    for (const { port1 } of ports) port1.onmessage = ({ data }) => received.push(data)
    const init = { t: 'link:init', wid: rawPeer.wid, sid: 'a'.repeat(32), v: [1], sdk: '1', caps: [] }
    const frame = document.querySelector('iframe')?.contentWindow
    frame?.postMessage(
      init,
      '*',
      ports.map(({ port2 }) => port2),
    )
    return received
  })
  await flushMessages(page, await widgetFrame(page))
  expect(await second.jsonValue()).toEqual([])
  expect(await host.call('state.get')).toMatchObject({ ok: true })
})

test('no common version › −32006 with the range; a common one connects (test 26)', async ({
  page,
  world,
}) => {
  const host = await openHostileHost(page, world)
  // An SDK of version 1, alone and with versions that do not exist yet.
  for (const v of [[1], [3, 2, 1]]) {
    await host.link({ v })
    expect(await host.received('ctl')).toEqual([expect.objectContaining({ t: 'accept', v: 1 })])
    expect(await host.call('config.set', { config: hostConfig(world) })).toMatchObject({ ok: true })
  }
  await page.evaluate((src) => window.rawPeer.mount(src), host.src)
  await host.init({ v: [2, 3] })
  await expect
    .poll(() => host.received('ctl'))
    .toEqual([
      expect.objectContaining({
        t: 'reject',
        error: expect.objectContaining({ code: -32006, data: { reason: 'version', min: 1, max: 1 } }),
      }),
    ])
})

test('hello › contains no secret › host config waits for the handshake', async ({ page, world }) => {
  const host = await openHostileHost(page, world)
  await host.link()
  const messages = await host.windowMessages()
  expect(messages.length).toBeGreaterThan(0)
  for (const { origin, data, ports } of messages) {
    expect([origin, ports]).toEqual([world.stack.widget.origin, 0])
    expect(data).toEqual({ t: 'link:hello', wid: expect.stringMatching(/^[0-9a-f]{32}$/), v: [1] })
  }
  expect(await host.call('config.set', { config: hostConfig(world) })).toMatchObject({ ok: true })
})
