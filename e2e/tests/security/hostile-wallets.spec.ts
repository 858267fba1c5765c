import { expect, reducedMotion, test } from '../fixtures.ts'
import { recordDuration } from '../record-duration.ts'
import { widgetFrame } from './frames.ts'

test.use(reducedMotion)

const names = ['long', 'bidi', 'markup', 'control', 'empty']
const icons = ['javascript', 'remote', 'scripted', 'bomb', 'remote-image', 'huge']
const hostileWallets = [
  'harbour',
  ...names.map((hostileName) => ({
    id: `name-${hostileName}`,
    rdns: `test.name.${hostileName}`,
    hostileName,
  })),
  ...icons.map((hostileIcon) => ({
    id: `icon-${hostileIcon}`,
    name: `Icon ${hostileIcon}`,
    rdns: `test.icon.${hostileIcon}`,
    hostileIcon,
  })),
]
/** Harbour Wallet, all icons, and every name except the empty one. */
const rows = 1 + names.length - 1 + icons.length

test('hostile names, icons › no script, no request, cleaned (test 35)', async ({ dapp, page, world }) => {
  const requestedUrls: string[] = []
  page.on('request', (request) => {
    if (request.url().startsWith(world.stack.evil.origin)) requestedUrls.push(request.url())
  })
  await dapp.open({ wallets: hostileWallets })
  const { widget } = dapp
  await dapp.openModal()
  await expect(widget.rowsOf('Your wallets')).toHaveCount(rows)
  for (const row of await widget.rowsOf('Your wallets').all()) await row.scrollIntoViewIfNeeded()
  const titles = await widget.rowsOf('Your wallets').allInnerTexts()
  const shown = titles
    .map((text) => text.split('\n').find((line) => line.length > 1) ?? '')
    .filter((name) => !name.startsWith('Icon '))
  expect(shown).toEqual([
    'Harbour Wallet',
    expect.stringMatching(/^(Very long wallet ?){3}[A-Za-z ]{0,16}$/),
    'Safe tellaw wallet',
    '<img src=x onerror="globalThis.hacked=1"><b>Bold</b> wallet',
    'MetaMask [31m',
  ])
  for (const name of shown) expect(name.length).toBeLessThanOrEqual(64)
  const frame = await widgetFrame(page)
  const rendered = await frame.evaluate(() => {
    const rows = [...document.querySelectorAll('li')].filter((row) => row.textContent?.includes('Icon '))
    return rows.map((row) => [row.textContent, row.querySelectorAll('img').length])
  })
  expect(rendered.map(([, imageCount]) => imageCount)).toEqual(icons.map(() => 0))
  for (const one of page.frames())
    expect(await one.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined()
  expect(requestedUrls).toEqual([])
})

test('hostile icons › how long they block a frame (test 35) @timed', async ({ dapp, page }) => {
  await dapp.open({ wallets: hostileWallets })
  const { widget } = dapp
  const longest: number[] = []
  for (let round = 0; round < 3; round += 1) {
    const frame = await widgetFrame(page)
    await frame.evaluate(() => {
      const gaps = { longestMs: 0, frames: 0 }
      Object.defineProperty(window, 'gaps', { value: gaps, configurable: true })
      let last = performance.now()
      const checkAgain = () => {
        gaps.longestMs = Math.max(gaps.longestMs, performance.now() - last)
        gaps.frames += 1
        last = performance.now()
        if (Reflect.get(window, 'gaps') === gaps) requestAnimationFrame(checkAgain)
      }
      requestAnimationFrame(checkAgain)
    })
    await dapp.openModal()
    await expect(widget.rowsOf('Your wallets')).toHaveCount(rows)
    for (const row of await widget.rowsOf('Your wallets').all()) await row.scrollIntoViewIfNeeded()
    const { longestMs, frames } = await frame.evaluate(() => Reflect.get(window, 'gaps'))
    expect(frames).toBeGreaterThan(2)
    longest.push(longestMs)
    await widget.close.click()
    await dapp.waitForPointer()
  }
  // Take the best of three rounds, to exclude other load of the machine.
  recordDuration('hostile names and icons: longest wait for a frame', Math.min(...longest), 50)
})

test('provider injected into the widget’s frame › not listed (test 36)', async ({ dapp, page }) => {
  await page.addInitScript(() => {
    if (!location.pathname.startsWith('/embed/1/')) return
    const provider = { request: async () => ['0x000000000000000000000000000000000000dEaD'], on: () => {} }
    const info = { uuid: crypto.randomUUID(), name: 'Injected inside', rdns: 'test.inside', icon: '' }
    const announce = () =>
      dispatchEvent(
        new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }),
      )
    Object.defineProperty(window, 'ethereum', { value: provider })
    addEventListener('eip6963:requestProvider', announce)
    addEventListener('load', announce)
    announce()
    dispatchEvent(new Event('ethereum#initialized'))
  })
  await dapp.open({ wallets: ['harbour'] })
  const widget = await dapp.openModal()
  await expect(widget.rowsOf('Your wallets')).toHaveText([/^Harbour Wallet/])
  const frame = await widgetFrame(page)
  await frame.evaluate(() => dispatchEvent(new Event('eip6963:requestProvider')))
  await expect(widget.rowsOf('Your wallets')).toHaveCount(1)
  await expect(widget.text('Injected inside')).toHaveCount(0)
  await expect(widget.text('Browser Wallet')).toHaveCount(0)
})

test('twin after connecting › marked, takes nothing over, no reconnect (test 36)', async ({
  dapp,
  testAccounts,
}) => {
  const twin = {
    id: 'twin',
    name: 'Harbour Wallet',
    rdns: 'test.harbour',
    accounts: [testAccounts.lantern[0].label],
  }
  const [{ label }] = testAccounts.harbour
  const wallets = [
    { id: 'harbour', accounts: [label] },
    { ...twin, announce: 'none' },
  ]
  await dapp.open({ wallets })
  await dapp.connect()
  await dapp.waitForPointer()
  await dapp.wallet('twin').announce({ name: twin.name, rdns: twin.rdns })
  await dapp.openModal()
  await dapp.widget.shows('Account')
  expect(await dapp.account()).toBe(testAccounts.harbour[0].address)
  expect(await dapp.request('eth_accounts')).toMatchObject({ result: [testAccounts.harbour[0].address] })
  await dapp.open({ wallets: [{ id: 'harbour', accounts: [label] }, twin] })
  const widget = await dapp.openModal()
  await expect(widget.row('Harbour Wallet')).toHaveText(/Duplicate/)
  await expect.poll(async () => (await dapp.state()).status).toBe('disconnected')
  expect(await dapp.wallet('twin').requestedMethods()).toEqual([])
})
