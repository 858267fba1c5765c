import type { Locator } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { delayResponses } from '../pages/hold-responses.ts'

test.use(reducedMotion)

/** How many wallets the list reports, rendered or not. */
const rowCount = async (rows: Locator): Promise<number> =>
  Number(await rows.first().getAttribute('aria-setsize'))

const faults = [
  ['answers 429', { status: 429, retryAfter: 1 }],
  ['answers 500', { status: 500 }],
  ['answers garbage', { status: 200, body: { data: 'nothing', count: 'many' } }],
  ['never answers', { delayMs: 60_000 }],
  ['cuts the connection', { drop: true }],
] as const

for (const [behaviour, fault] of faults) {
  // The short run has the 429 only: the catalogue's unit tests cover the others, and the next test a slow response.
  const tag = 'retryAfter' in fault ? [] : '@long'
  test(`catalogue › API ${behaviour} › built-in list, connects, retry loads the API’s list`, {
    tag,
  }, async ({ dapp, world, browserErrors }) => {
    browserErrors.expect(/Failed to load resource|ERR_|net::/)
    await world.fault({ path: '/getWallets', ...fault })
    await dapp.open()
    const widget = await dapp.openModal()
    // Installed and featured wallets need no server.
    await expect(widget.rowsOf('Your wallets')).toHaveCount(2)
    await widget.clickRow('All wallets')
    await expect(widget.text('Couldn’t refresh; showing the built-in list')).toBeVisible({ timeout: 15_000 })
    const rows = widget.rowsOf('All wallets')
    await expect.poll(() => rowCount(rows)).toBeGreaterThan(40)
    const search = widget.field('Search wallets')
    await search.fill('rainbow')
    await expect(rows.first()).toContainText('Rainbow')
    await search.fill('no such wallet')
    await widget.announces('No wallet matches “no such wallet”')
    await search.fill('')

    await world.clearFaults()
    await widget.button('Try again').click()
    if ('delayMs' in fault) {
      // The first request is still pending; the server's list arrives at the next opening at the latest.
      await expect.poll(() => rowCount(rows)).toBeGreaterThan(40)
    } else {
      await expect(widget.text('Couldn’t refresh; showing the built-in list')).toBeHidden()
    }
    await widget.back.click()
    await widget.clickGated(widget.row('Harbour Wallet'))
    await dapp.wallet('harbour').approve()
    await expect.poll(() => dapp.account()).toBeDefined()
  })
}

test('catalogue › slow API › built-in list after 3 s, replaced by the response', async ({ dapp, page }) => {
  const release = await delayResponses(page, /\/getWallets\?/)
  await dapp.open()
  const widget = await dapp.openModal()
  await widget.clickRow('All wallets')
  await expect(widget.rowsOf('All wallets').first()).toContainText('Harbour Wallet')
  await expect(widget.text('Couldn’t refresh; showing the built-in list')).toBeVisible()
  release()
  await expect(widget.text('Couldn’t refresh; showing the built-in list')).toBeHidden()
  await expect.poll(() => rowCount(widget.rowsOf('All wallets'))).toBeGreaterThan(40)
})

test('catalogue › storage throws › lists, searches, connects @storage-throws', async ({ dapp }) => {
  await dapp.open()
  const widget = await dapp.openModal()
  await widget.clickRow('All wallets')
  await widget.field('Search wallets').fill('harbour')
  const rows = widget.rowsOf('All wallets')
  await expect(rows).toHaveCount(1)
  await widget.clickGated(rows.first().getByRole('button'))
  await dapp.wallet('harbour').approve()
  await expect.poll(() => dapp.account()).toBeDefined()
})

test('catalogue › hostile entries › no script, https only, hide none (test 40)', async ({
  context,
  dapp,
  page,
  world,
}) => {
  const hostile = {
    id: 'hostile',
    name: 'Hostile\u202e <img src=x onerror=hacked=1> Wallet',
    image_id: 'hostile',
    chains: ['eip155:1'],
    homepage: 'javascript:globalThis.hacked=1',
    chrome_store: 'data:text/html,<script>globalThis.hacked=1</script>',
    app_store: 'http://plain.example/',
    play_store: 'https://play.example/hostile',
    mobile_link: 'vbscript:hacked',
    desktop_link: 'file:///etc/passwd',
    webapp_link: 'blob:https://evil.example/1',
  }
  const data = [
    { ...hostile, id: 'long', name: 'x'.repeat(100_000) },
    { ...hostile, id: 'picture', image_id: '../../widget.config.json' },
    hostile,
    { id: 'good', name: 'Good Wallet', chains: ['eip155:1'], homepage: 'https://good.example/' },
  ]
  await world.fault({ path: '/getWallets', status: 200, body: { data, count: data.length } })
  // An image that is a document with a script.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="parent.hacked=1"><script>parent.hacked=1</script></svg>`
  await context.route(/\/getWalletImage\/hostile/, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: svg }),
  )
  await dapp.open({ wallets: 'none' })
  const widget = await dapp.openModal()
  await expect(widget.row('Good Wallet')).toBeVisible()
  await widget.clickRow('All wallets')
  const rows = widget.rowsOf('All wallets')
  await expect(rows).toHaveText([/^Hostile <img src=x onerror=hacked=1> Wallet/, /^Good Wallet/])
  await widget.clickGated(rows.first().getByRole('button'))
  await widget.shows(/Hostile/)
  await expect(widget.root.locator('a[href]')).toHaveCount(1)
  const links = await widget.root
    .locator('a[href]')
    .evaluateAll((all) =>
      all.map((link) => [link.getAttribute('href'), link.getAttribute('rel'), link.getAttribute('target')]),
    )
  expect(links).toEqual([['https://play.example/hostile', 'noopener noreferrer', '_blank']])
  for (const frame of page.frames())
    expect(await frame.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined()
})
