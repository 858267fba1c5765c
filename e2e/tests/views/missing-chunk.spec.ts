import { expect, reducedMotion, test } from '../fixtures.ts'
import { delayResponses } from '../pages/hold-responses.ts'

test.use(reducedMotion)

test('view chunk › fails to load › error; retry reloads the widget in the same view', async ({
  context,
  dapp,
  testAccounts,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to fetch dynamically imported module|ERR_FAILED/)
  const failingFiles = /\/assets\/connecting-external-view-.*\.js$/
  await context.route(failingFiles, (route) => route.abort())
  await dapp.open()
  const widget = await dapp.openModal()
  await widget.clickRow('Harbour Wallet')
  await widget.alerts('Something went wrong')

  await context.unroute(failingFiles)
  await widget.button('Try again').click()
  await widget.shows('Connect wallet')
  await widget.clickRow('Harbour Wallet')
  await dapp.wallet().approve()
  await expect.poll(() => dapp.account()).toBe(testAccounts.harbour[0].address)
  await dapp.waitForPointer()
})

test('chain chunk › fails to load › error of its wallet, retry requests it again', async ({
  context,
  dapp,
  testAccounts,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to fetch dynamically imported module|ERR_FAILED/)
  const failingFiles = /\/assets\/adapter-.*\.js$/
  await context.route(failingFiles, (route) => route.abort())
  await dapp.open()
  const widget = await dapp.openModal()
  await widget.clickRow('Harbour Wallet')
  await widget.alerts('Harbour Wallet could not connect')

  await context.unroute(failingFiles)
  await widget.button('Try again').click()
  await dapp.wallet().approve()
  await expect.poll(() => dapp.account()).toBe(testAccounts.harbour[0].address)
})

test('view chunks › fail to load › one new document requests them, the modal opens', async ({
  context,
  dapp,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED/)
  let requestCount = 0
  await context.route(/\/assets\/main-.*\.js$/, (route) => {
    requestCount += 1
    return requestCount === 1 ? route.abort() : route.continue()
  })
  await dapp.enableSaveData()
  await dapp.open()
  const widget = await dapp.openModal()
  await expect(widget.row('Harbour Wallet')).toBeVisible()
  expect(requestCount).toBe(2)
})

test('views unavailable › openModal › shows the failure, rejects when the user closes', async ({
  context,
  dapp,
  page,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_FAILED|could not be loaded/)
  await context.route(/\/assets\/main-.*\.js$/, (route) => route.abort())
  await dapp.enableSaveData()
  await dapp.open()
  const failed = page.evaluate(() => window.bridge.openModal().catch(({ code }: { code: number }) => code))
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
  expect(await failed).toBe(4900)
  await expect(page.locator('dialog[data-drawbridge][open]')).toHaveCount(0)
})

test('handshake › widget files still loading › completes, opens the requested view', async ({
  dapp,
  page,
}) => {
  await page.addInitScript(() => {
    if (window !== window.top) return
    Reflect.set(
      window,
      'greeted',
      new Promise((resolve) => {
        const onMessage = ({ data }: MessageEvent) => data?.t === 'link:hello' && resolve(true)
        window.addEventListener('message', onMessage, true)
      }),
    )
  })
  const release = await delayResponses(page, /\/assets\/(start|main)-.*\.js$/)
  await dapp.enableSaveData()
  await dapp.open()
  const opened = dapp.openModal()
  expect(await page.evaluate(() => Reflect.get(window, 'greeted'))).toBe(true)
  await release()
  await expect((await opened).row('Harbour Wallet')).toBeVisible()
})

test('policy without the handshake script’s hash › widget loads › connects', async ({
  context,
  dapp,
  browserErrors,
}) => {
  browserErrors.expect(/Content Security Policy/)
  await context.route(/\/embed\/1\//, async (route) => {
    const url = new URL(route.request().url())
    // Only the browser resolves the host names of the local world.
    url.hostname = '127.0.0.1'
    const response = await route.fetch({ url: url.href })
    const policy = response.headers()['content-security-policy'] ?? ''
    const headers = {
      ...response.headers(),
      'content-security-policy': policy.replace(/ 'sha256-[^']+'/, ''),
    }
    await route.fulfill({ response, headers })
  })
  await dapp.open()
  const widget = await dapp.openModal()
  await expect(widget.row('Harbour Wallet')).toBeVisible()
})
