import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Dapp } from '../pages/dapp.ts'
import { widgetFrame } from './frames.ts'
import { networkIdle } from './network-idle.ts'

/** Records every request of the browser to another origin than the page's: method, URL, headers and body. */
function recordRequests(page: Page, hostOrigin: string) {
  const requests: { readonly path: string; readonly line: string; readonly sent: string }[] = []
  page.context().on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin === hostOrigin || url.protocol === 'data:' || url.protocol === 'blob:') return
    requests.push({
      path: url.pathname,
      line: `${request.method()} ${url.origin}${url.pathname.replace(/^\/assets\/.*$/, '/assets/…')}`,
      sent: [request.url(), request.postData() ?? '', JSON.stringify(request.headers())].join('\n'),
    })
  })
  const untilSilent = networkIdle(page.context())
  page.on('websocket', (socket) =>
    requests.push({ path: '', line: `WS ${socket.url()}`, sent: socket.url() }),
  )
  const isIcon = ({ path }: { readonly path: string }) => path.startsWith('/wallets/')
  const once = (texts: readonly string[]) => [...new Set(texts)].toSorted()
  return {
    /** Unique and sorted, without images of the wallet catalogue. */
    lines: () => once(requests.filter((request) => !isIcon(request)).map(({ line }) => line)),
    /** Images of the wallet catalogue, which are static files too. */
    icons: () => once(requests.filter(isIcon).map(({ path }) => path)),
    sent: () => requests.map(({ sent }) => sent).join('\n'),
    forget: () => requests.splice(0),
    untilSilent,
  }
}

/** Requests that a preloaded widget may send: its document, which contains the operator's configuration, and its static files. */
function preloadRequests(dapp: Dapp): readonly string[] {
  const { world } = dapp
  const site = world.stack.widget.origin
  return [`GET ${site}/assets/…`, `GET ${site}/embed/1/${world.project()}`]
}

/** Waits until the widget is preloaded: its document is served, and the network is idle. */
async function waitUntilPreloaded(dapp: Dapp, recorded: ReturnType<typeof recordRequests>): Promise<void> {
  await expect
    .poll(async () => (await dapp.world.requests()).map(({ path }) => path))
    .toContain(`/embed/1/${dapp.world.project()}`)
  await recorded.untilSilent()
}

/** Images of the bundled wallet list, which is the same for every user. */
const builtInImages = [
  'coinbase',
  'ledger',
  'metamask',
  'okx',
  'phantom',
  'rabby',
  'rainbow',
  'trust',
  'walletconnect',
].map((name) => `/wallets/${name}.svg`)

/** Those of the rows on screen, above which there is a place for the login by email. */
const visibleImages = builtInImages.filter((path) => !path.includes('ledger'))

test('before the first open › only embed document, static assets', async ({ dapp, page, world }) => {
  const recorded = recordRequests(page, world.stack.dapp.origin)
  await dapp.open()
  await waitUntilPreloaded(dapp, recorded)
  // On a slow machine the network may be idle before the last image.
  await expect.poll(recorded.icons).toEqual(visibleImages)
  expect(recorded.lines()).toEqual(preloadRequests(dapp))
  const serverRequests = await world.requests()
  expect(serverRequests.map(({ path }) => path)).toEqual([`/embed/1/${world.project()}`])
  expect(await dapp.wallet().requestedMethods()).toEqual([])
  // Only the first open requests wallets.
  await dapp.openModal()
  await expect.poll(recorded.lines).toContain(`GET ${world.stack.widget.origin}/getWallets`)
})

test('first opening › no input in the widget › loads no further file of it', async ({
  dapp,
  page,
  world,
}) => {
  const recorded = recordRequests(page, world.stack.dapp.origin)
  await dapp.open()
  await waitUntilPreloaded(dapp, recorded)
  recorded.forget()
  // By a key, because a pointer would move in the widget.
  await dapp.connectButton.press('Enter')
  await expect(dapp.widget.row('Harbour Wallet')).toBeVisible()
  await recorded.untilSilent()
  expect(recorded.lines().filter((line) => line.includes('/assets/'))).toEqual([])
})

test('stored connection, reload › same requests › no address sent before opening', async ({
  context,
  dapp,
  page,
  world,
  testAccounts,
}) => {
  const wallets = [{ id: 'harbour', accounts: testAccounts.harbour.map(({ label }) => label) }]
  // Visit in a separate page: a renderer reports resources in its memory cache as requests.
  const visit = new Dapp(await context.newPage(), world, wallets)
  const recorded = recordRequests(page, world.stack.dapp.origin)
  await visit.open()
  await visit.connect()
  await visit.page.close()
  await world.clearRequests()
  recorded.forget()

  await dapp.open({ wallets })
  await waitUntilPreloaded(dapp, recorded)
  const [account] = testAccounts.harbour
  // The connection is restored by requests to the wallet that do not prompt.
  await expect.poll(() => dapp.account()).toBe(account.address)
  expect(new Set(await dapp.wallet().requestedMethods())).toEqual(new Set(['eth_accounts', 'eth_chainId']))
  await recorded.untilSilent()
  expect(recorded.lines()).toEqual(preloadRequests(dapp))
  // Only images that every user gets, and none that reveals the user's wallet.
  expect(builtInImages).toEqual(expect.arrayContaining(recorded.icons()))
  expect(recorded.sent().toLowerCase()).not.toContain(account.address.slice(2).toLowerCase())
  expect(recorded.sent()).not.toMatch(/harbour/i)
})

test('Save-Data › before the click › no request and no connection', async ({ dapp, page, world }) => {
  const recorded = recordRequests(page, world.stack.dapp.origin)
  await dapp.enableSaveData()
  await dapp.open()
  await recorded.untilSilent()
  expect(recorded.lines()).toEqual([])
  await expect(page.locator('link[rel=preconnect], link[rel=prefetch], iframe')).toHaveCount(0)
  await (await dapp.openModal()).shows('Connect wallet')
})

test('analytics › before consent none; after › one beacon on hide, no address', async ({
  dapp,
  page,
  world,
  testAccounts,
}) => {
  const requestsOf = async (path: string) =>
    (await world.requests()).filter((request) => request.path === path)
  // Emulates a switch to another tab: a headless browser keeps every tab visible.
  const hide = async () =>
    (await widgetFrame(page)).evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
      Reflect.deleteProperty(document, 'visibilityState')
    })
  await dapp.open()
  const received: string[] = []
  await page.exposeFunction('hear', (name: string) => received.push(name))
  await page.evaluate(() => {
    const { bridge, hear } = Object(window)
    bridge.onEvent(({ event }: { event: string }) => hear(event))
  })
  // The first click loads the code that records events; after a mere movement it loads once the page is idle.
  await (await dapp.openModal()).title.click()
  // The impression is emitted after a second on screen. Wait for it, so that no timer ends after the consent.
  await expect.poll(() => received).toContain('WALLET_IMPRESSION_V2')
  await hide()
  expect([await requestsOf('/getAnalyticsConfig'), await requestsOf('/batch')]).toEqual([[], []])

  await page.evaluate(() => Object(window).bridge.setAnalyticsConsent(true))
  await expect.poll(async () => (await requestsOf('/getAnalyticsConfig')).length).toBe(1)
  await dapp.widget.close.click()
  await dapp.connect()
  await expect.poll(() => received).toContain('CONNECT_SUCCESS')
  expect(await requestsOf('/batch')).toEqual([])
  await hide()
  await expect.poll(() => world.analyticsEvents()).toContain('CONNECT_SUCCESS')
  const batches = await requestsOf('/batch')
  expect(batches).toHaveLength(1)
  expect(await world.analyticsEvents()).toEqual(received.slice(received.indexOf('MODAL_CLOSE')))
  expect(batches[0]?.body?.toLowerCase()).not.toContain(
    testAccounts.harbour[0].address.slice(2).toLowerCase(),
  )
})
