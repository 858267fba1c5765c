import { changeDeployConfig } from '../change-deploy-config.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { delayResponses } from '../pages/hold-responses.ts'
import type { Wallet } from '../pages/wallet.ts'

test.use(reducedMotion)

/** Alerts in the page's log. */
const alerts = (dapp: Dapp) => dapp.page.locator('#log').filter({ hasText: 'APKT' })

/** Connects and pays, which must work on an unverified host. */
async function connectsAndPays(dapp: Dapp, wallet: Wallet, to: string): Promise<void> {
  await dapp.connect()
  const pay = dapp.request('eth_sendTransaction', [
    { from: await dapp.account(), to, value: `0x${(10n ** 15n).toString(16)}` },
  ])
  await wallet.approve()
  expect(await pay).toEqual({ is: 'ok', result: expect.stringMatching(/^0x[0-9a-f]{64}$/) })
}

test('origin not listed › shows APKT002 › nothing works', async ({ dapp, page, world }) => {
  const rejected = {
    is: 'failed',
    code: 4100,
    message: expect.any(String),
    data: { reason: 'unregistered-origin' },
  }
  await dapp.open({ project: 'unlisted' })
  for (const method of ['eth_blockNumber', 'eth_gasPrice', 'personal_sign', 'eth_sendTransaction'])
    expect(await dapp.request(method, []), method).toEqual(rejected)
  const widget = await dapp.openModal()
  await widget.shows('Not available here')
  await widget.alerts('This address is not allowed')
  await widget.alerts(world.stack.dapp.origin)
  await widget.root.getByText('Details').click()
  await expect(widget.text('APKT002 Invalid App Configuration')).toBeVisible()
  await expect(alerts(dapp)).toContainText('APKT002 Invalid App Configuration')
  await expect(widget.row('Harbour Wallet')).toHaveCount(0)

  const codes = await page.evaluate(() => {
    const code = (error: unknown) => Reflect.get(Object(error), 'code')
    const wallet: unknown = Reflect.get(Object(Reflect.get(window.bridge, 'wallets')), '0')
    const connect: unknown = Reflect.get(Object(wallet), 'connect')
    if (typeof connect !== 'function') throw new Error('The page lists no wallet')
    return Promise.all([
      Promise.resolve(connect()).catch(code),
      window.bridge.switchNetwork('eip155:8453').catch(code),
    ])
  })
  expect(codes).toEqual([4100, 4100])
  // A request for accounts shows the same screen, and closing it rejects the request.
  await widget.close.click()
  await dapp.waitForPointer()
  const accounts = dapp.request('eth_requestAccounts')
  await widget.shows('Not available here')
  await widget.close.click()
  expect(await accounts).toMatchObject({ is: 'failed', code: 4001 })

  expect(await dapp.wallet().requestedMethods()).toEqual([])
  expect(await dapp.state()).toMatchObject({ status: 'disconnected', accounts: [] })
  const requestedPaths = (await world.requests(world.project('unlisted'))).map(({ path }) => path)
  expect(requestedPaths).toEqual([`/embed/1/${world.project('unlisted')}`])
})

test('origin check pending › modal opened › no wallet request, then the blocked screen', async ({
  dapp,
  page,
}) => {
  const release = await delayResponses(page, /\/projects\/v1\/origins/)
  await dapp.enableSaveData()
  await dapp.open({ project: 'static-unlisted' })
  const widget = await dapp.openModal()
  await widget.clickRow('Harbour Wallet')
  release()
  await widget.shows('Not available here')
  expect(await dapp.wallet().requestedMethods()).toEqual([])
  expect(await dapp.account()).toBeUndefined()
})

test('origin not listed › stored connection › not restored', async ({ dapp }) => {
  await dapp.open()
  await dapp.connect()
  await dapp.open({ project: 'unlisted' })
  expect(await dapp.request('eth_blockNumber', [])).toMatchObject({ code: 4100 })
  expect(await dapp.wallet().requestedMethods()).toEqual([])
  expect(await dapp.account()).toBeUndefined()
})

const failedChecks = [
  { what: '429 (APKT010)', fault: { status: 429, retryAfter: 0 }, alert: 'APKT010 Rate Limited' },
  { what: '5xx (APKT009)', fault: { status: 503 }, alert: 'APKT009 Server Error' },
  { what: 'no answer at all', fault: { drop: true }, alert: 'APKT009 Server Error' },
] as const

for (const { what, fault, alert } of failedChecks) {
  // The unit tests of the origin check cover each status.
  const tag = 'retryAfter' in fault ? [] : '@long'
  test(`R17 › origins request gets ${what}, nothing cached › blocked until Try again succeeds`, {
    tag,
  }, async ({ dapp, browserErrors, world }) => {
    browserErrors.expect(/\/projects\/v1\/origins/)
    // Four attempts: one, and three retries. After a dropped connection Chromium repeats some by itself.
    const attempts = 'drop' in fault ? {} : { times: 4 }
    const project = world.project('static')
    await world.fault({ path: '/projects/v1/origins', ...fault, ...attempts, project })
    await dapp.open({ project: 'static' })
    const widget = await dapp.openModal()
    await widget.shows('Not available here')
    await expect(alerts(dapp)).toContainText(alert)
    expect(await dapp.request('personal_sign', [])).toMatchObject({ is: 'failed', code: 4100 })
    await world.clearFaults(project)
    await widget.root.getByRole('button', { name: 'Try again' }).click()
    await expect(widget.row('Harbour Wallet')).toBeVisible()
    await widget.close.click()
    await connectsAndPays(dapp, dapp.wallet(), world.account('recipient').address)
  })
}

test('R17 › origins request gets 503 later › the cached response admits the site', async ({
  dapp,
  browserErrors,
  world,
}) => {
  browserErrors.expect(/\/projects\/v1\/origins/)
  await dapp.open({ project: 'static' })
  const widget = await dapp.openModal()
  await expect(widget.row('Harbour Wallet')).toBeVisible()
  await world.fault({ path: '/projects/v1/origins', status: 503, project: world.project('static') })
  await dapp.open({ project: 'static' })
  await connectsAndPays(dapp, dapp.wallet(), world.account('recipient').address)
  await expect(alerts(dapp)).toContainText('APKT009 Server Error')
})

test('project without origins › site unverified, no alert', async ({ dapp, world }) => {
  await dapp.open({ project: 'empty' })
  const widget = await dapp.openModal()
  await widget.button('Unverified').press('Enter')
  await expect(widget.text(/has not confirmed this site/)).toBeVisible()
  await expect(alerts(dapp)).toHaveCount(0)
  await widget.close.click()
  await connectsAndPays(dapp, dapp.wallet(), world.account('recipient').address)
})

test('listed site › no mark; covered by a default only › unverified in production', async ({
  dapp,
  page,
  world,
}) => {
  await dapp.open()
  await expect((await dapp.openModal()).root.getByTestId('origin')).toHaveText(world.stack.dapp.origin)
  await expect(dapp.widget.text('Unverified', { exact: true })).toHaveCount(0)

  const local = world.stack.dapp.origin.replace('dapp.localhost', 'localhost')
  const address = dapp.url({ project: 'defaults' }).replace(world.stack.dapp.origin, local)
  await page.goto(address)
  await expect((await dapp.openModal()).root.getByTestId('origin')).toHaveText(local)
  await expect(dapp.widget.text('Unverified', { exact: true })).toHaveCount(0)

  await changeDeployConfig(page, world.stack.widget, (config) => ({ ...config, environment: 'production' }))
  await page.goto(address)
  await expect((await dapp.openModal()).root.getByTestId('origin')).toHaveText(local)
  await expect(dapp.widget.text('Unverified', { exact: true })).toBeVisible()
})
