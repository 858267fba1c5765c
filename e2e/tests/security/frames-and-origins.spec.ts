import type { Frame, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { widgetFrame } from './frames.ts'
import { hostConfig, openHostileHost } from './raw-peer.ts'

/** Opens a host page in a frame of the hostile site. */
async function embedIn(page: Page, outer: string, inner: string): Promise<Frame> {
  await page.goto(outer)
  const element = await page.evaluateHandle(
    (src) =>
      new Promise<HTMLIFrameElement>((resolve) => {
        const frame = document.createElement('iframe')
        Object.assign(frame, { src, width: 900, height: 700 })
        frame.addEventListener('load', () => resolve(frame))
        document.body.append(frame)
      }),
    inner,
  )
  const frame = await element.asElement()?.contentFrame()
  if (!frame) throw new Error('The framed page did not load')
  return frame
}

/** Opens the modal, closes the notice that the widget cannot be loaded, and returns the error. */
async function openAndFail(frame: Frame) {
  const answer = frame.evaluate(() => window.bridge.openModal().catch(({ code, data }) => ({ code, data })))
  await frame.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  return answer
}

test('dApp page framed by a site › no widget, blocked by the header (test 7)', async ({
  dapp,
  page,
  browserErrors,
  world,
}) => {
  browserErrors.expect(/frame-ancestors|could not be loaded/)
  const host = await embedIn(page, `${world.stack.evil.origin}/raw.html`, dapp.url())
  expect(await openAndFail(host)).toEqual({ code: 4900, data: { reason: 'unreachable' } })
  const requestedPaths = (await world.requests()).map(({ path }) => path)
  expect(new Set(requestedPaths)).toEqual(new Set([`/embed/1/${world.project()}`]))
})

test('frame in a frame, no header › the widget refuses, nested-frame (test 7)', async ({
  dapp,
  page,
  browserErrors,
  world,
}) => {
  browserErrors.expect(/could not be loaded/)
  const project = world.project('careless')
  const src = dapp.url({ project: 'careless' })
  const host = await embedIn(page, `${world.stack.evil.origin}/raw.html`, src)
  expect(await openAndFail(host)).toEqual({ code: 4100, data: { reason: 'nested-frame' } })
  const requestedPaths = (await world.requests(project)).map(({ path }) => path)
  expect(new Set(requestedPaths)).toEqual(new Set([`/embed/1/${project}`]))
  await expect(host.frameLocator('iframe').getByTestId('origin')).toHaveCount(0)
  // The same page at the top level is allowed.
  await page.goto(src)
  await (await dapp.openModal()).shows('Connect wallet')
})

test('R9 › host page in a frame of the same site › no view at all', async ({
  dapp,
  page,
  browserErrors,
  world,
}) => {
  browserErrors.expect(/could not be loaded/)
  const { origin } = world.stack.dapp
  // The `frame-ancestors` header allows it: it lists the origin of all ancestors.
  const host = await embedIn(page, `${origin}/script-tag.html`, dapp.url())
  expect(await openAndFail(host)).toEqual({ code: 4100, data: { reason: 'nested-frame' } })
  await expect(host.frameLocator('iframe').locator('[data-gate]')).toHaveCount(0)
})

test('header › hostile metadata, title and icon › names the page’s origin (test 8)', async ({
  dapp,
  page,
  world,
}) => {
  const { evil, dapp: bank } = world.stack
  const metadata = {
    name: 'Tidewater Bank',
    description: `The one at ${bank.origin}`,
    url: bank.origin,
    icons: [`${bank.origin}/icon.svg`],
  }
  await dapp.open({ site: 'evil', project: 'careless', config: { metadata } })
  await page.evaluate((href) => {
    document.title = `Tidewater Bank – ${href}`
    document.querySelector('link[rel=icon]')?.setAttribute('href', `${href}/bare.html`)
  }, bank.origin)
  const widget = await dapp.openModal()
  await expect(widget.root.getByTestId('origin')).toHaveText(evil.origin)
  await expect(widget.root.locator('body')).not.toContainText(bank.origin)
  await expect(widget.root.locator('body')).not.toContainText(/bank/i)
})

test('header › referrer names another site › unchanged (test 8)', async ({ page, world }) => {
  const host = await openHostileHost(page, world)
  const trusted = `${world.stack.dapp.origin}/bare.html`
  await page.evaluate((src) => {
    void window.rawPeer.mount(src)
  }, trusted)
  await expect.poll(() => page.frames().map((frame) => frame.url())).toContain(trusted)
  // The trusted page navigates its frame to the widget, and becomes the referrer.
  await page
    .frame({ url: trusted })
    ?.evaluate((src) => {
      location.href = src
    }, host.src)
    .catch(() => {})
  await expect.poll(() => page.evaluate(() => window.rawPeer.wid)).not.toBe('')
  const widget = await widgetFrame(page)
  expect(await widget.evaluate(() => document.referrer)).toBe(`${world.stack.dapp.origin}/`)
  await host.init()
  expect(await host.call('config.set', { config: hostConfig(world) })).toMatchObject({ ok: true })
  await host.startCall('modal.open')
  await expect(widget.getByTestId('origin')).toHaveText(world.stack.evil.origin)
})

/** Returns the arguments of each `postMessage(…)` as text. */
function postArguments(code: string): readonly string[] {
  return [...code.matchAll(/\bpostMessage\(/g)].map(({ index }) => {
    const start = index + 'postMessage('.length
    let depth = 1
    let at = start
    while (depth > 0 && at < code.length) {
      if (code[at] === '(') depth += 1
      if (code[at] === ')') depth -= 1
      at += 1
    }
    return code.slice(start, at - 1)
  })
}

/** Fetches every script of the widget, starting from its document. */
async function widgetScripts(site: string): Promise<ReadonlyMap<string, string>> {
  const names = (text: string) => [...text.matchAll(/[\w.-]+\.js\b/g)].map(([name]) => name)
  const found = new Map<string, string>()
  const queue = names(await (await fetch(`${site}/`)).text())
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (found.has(name)) continue
    const response = await fetch(`${site}/assets/${name}`)
    if (!response.headers.get('content-type')?.includes('javascript')) continue
    const code = await response.text()
    found.set(name, code)
    queue.push(...names(code))
  }
  return found
}

test('window messages › only hello goes to ‘*’, no comlink listener (test 9)', async ({ world }) => {
  const { widget, dapp } = world.stack
  const scripts = [...(await widgetScripts(widget.loopback)).values()]
  expect(scripts.length).toBeGreaterThan(10)
  const sdk = await Promise.all(
    ['index.js', 'bundle.js', 'drawbridge.js'].map(async (file) =>
      (await fetch(`${dapp.loopback}/sdk/${file}`)).text(),
    ),
  )
  const wildcardTarget = /(["'`])\*\1/
  const wildcardPosts = (code: string) => postArguments(code).filter((args) => wildcardTarget.test(args))
  expect(scripts.flatMap(wildcardPosts)).toEqual([expect.stringMatching(/\bnull\b/)])
  expect(sdk.flatMap(wildcardPosts)).toEqual([])
  expect(sdk.every((code) => postArguments(code).length > 0)).toBe(true)
  for (const code of [...scripts, ...sdk]) {
    expect(code).not.toContain('windowEndpoint')
    // Comlink's default target origin, which is visible in minified code too.
    expect(code).not.toMatch(/\w\s*=\s*(["'`])\*\1\s*\)/)
  }
})
