import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { Provider } from '../pages/provider.ts'
import type { Widget } from '../pages/widget.ts'
import type { TestWorld } from '../world.ts'

/** Opens the form, continues to the provider, and returns the window that opens. */
async function openProvider(page: Page, widget: Widget): Promise<Provider> {
  await widget.button('Buy').click()
  await widget.field('You pay').fill('20')
  const popup = page.context().waitForEvent('page')
  await widget.button('Continue to Meld').click()
  const provider = new Provider(await popup)
  await provider.shows('Pay 20 USD')
  expect(await provider.page.evaluate(() => window.opener)).toBeNull()
  return provider
}

/** Opens the modal by the page's API. `heard` returns how that call has ended so far, and the events emitted. */
async function openModal(dapp: Dapp, page: Page) {
  const received = await page.evaluateHandle(() => {
    const log: { readonly ends: unknown[]; readonly events: string[] } = { ends: [], events: [] }
    window.bridge.onEvent(({ event }) => log.events.push(event))
    window.bridge.openModal().then(
      ({ is }) => log.ends.push(is),
      (error: unknown) => log.ends.push(Object(error).code),
    )
    return log
  })
  return { widget: await dapp.waitUntilOpen(), heard: () => received.jsonValue() }
}

/** Expects no rejection: the page's call resolves as usual when the user closes the modal. */
async function closeWithoutRejection({
  widget,
  heard: received,
}: Awaited<ReturnType<typeof openModal>>): Promise<void> {
  expect((await received()).ends).toEqual([])
  await widget.close.click()
  await expect.poll(async () => (await received()).ends).toEqual(['dismissed'])
  expect((await received()).events).not.toContain('USER_REJECTED')
}

async function buy(provider: Provider, widget: Widget): Promise<void> {
  await provider.card('4242424242424242')
  await provider.identify()
  await provider.pay()
  await provider.shows('Sent')
  await widget.announces(/^Purchase complete/)
  await widget.button('Done').click()
  await provider.page.close()
}

test('isolated page › buys in an unreachable popup › purchase arrives (test 47)', async ({ dapp, page }) => {
  await dapp.open({ path: '/isolated.html' })
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  await dapp.connect()
  const opened = await openModal(dapp, page)
  const { widget } = opened
  const provider = await openProvider(page, widget)
  await widget.announces('Did Meld open?')
  await expect(widget.link('Open Meld')).toHaveAttribute('rel', /noopener/)
  await buy(provider, widget)
  await closeWithoutRejection(opened)
})

const policies = ['unsafe-none', 'same-origin-allow-popups', 'same-origin'] as const

/** Status of the window for each provider policy, in the order of `policies`. */
const visibleStatuses = ['Continue at Meld', 'We can’t see the Meld window', 'We can’t see the Meld window']
const unreachableStatuses = policies.map(() => 'Did Meld open?')

/** Buys once for each policy of the provider, on a connected page of the host. */
async function buyWithEachPolicy(
  { dapp, page, world }: { dapp: Dapp; page: Page; world: TestWorld },
  path: string,
  statuses: readonly string[],
): Promise<void> {
  for (const [at, openerPolicy] of policies.entries()) {
    await world.configureProvider({ openerPolicy })
    await dapp.open({ path })
    await expect.poll(() => dapp.account()).not.toBeUndefined()
    const opened = await openModal(dapp, page)
    const provider = await openProvider(page, opened.widget)
    await opened.widget.announces(statuses[at] ?? '')
    await buy(provider, opened.widget)
    await closeWithoutRejection(opened)
  }
}

test('popup › any opener policies of site and provider › arrives (test 47) @long', async ({
  dapp,
  page,
  world,
}) => {
  test.slow()
  await dapp.open()
  await dapp.connect()
  // The name of each page contains its policy.
  await buyWithEachPolicy({ dapp, page, world }, '/', visibleStatuses)
  await buyWithEachPolicy({ dapp, page, world }, '/own-popups.html', visibleStatuses)
  await buyWithEachPolicy({ dapp, page, world }, '/own-openers.html', unreachableStatuses)
})

test('isolated page › any provider opener policy › arrives (test 47) @long', async ({
  dapp,
  page,
  world,
}) => {
  await dapp.open({ path: '/isolated.html' })
  await dapp.connect()
  await buyWithEachPolicy({ dapp, page, world }, '/isolated.html', unreachableStatuses)
})

test('isolated page › provider that frames elsewhere › opens a window (test 47) @long', async ({
  dapp,
  page,
}) => {
  await dapp.open({ path: '/credentialless.html' })
  expect(await page.evaluate(() => crossOriginIsolated)).toBe(true)
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.button('Buy').click()
  await widget.clickRow('Meld')
  await expect(widget.row('Quay Pay')).toContainText('1.5% fee · new window')
  await widget.clickRow('Quay Pay')
  await widget.field('You pay').fill('20')
  const popup = page.context().waitForEvent('page')
  await widget.button('Continue to Quay Pay').click()
  await buy(new Provider(await popup), widget)
})

test('popup blocked › reported, a link leads to the same purchase (test 47) @long', async ({
  dapp,
  page,
}) => {
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await widget.root.locator('body').evaluate(() => {
    window.open = () => null
  })
  await widget.button('Buy').click()
  await widget.field('You pay').fill('20')
  await widget.button('Continue to Meld').click()
  await widget.announces('Did Meld open?')
  const popup = page.context().waitForEvent('page')
  await widget.link('Open Meld').click()
  await buy(new Provider(await popup), widget)
})
