import type { FrameLocator, Locator, Page } from '@playwright/test'
import { getAddress } from 'viem'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { axeViolations } from '../pages/axe-violations.ts'
import { ConfirmWindow, openConfirmWindow } from '../pages/confirm-window.ts'
import { isolatedOpener, permit, startPermit } from '../pages/permit-request.ts'
import { reviewSwap } from '../pages/swap-form.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use(reducedMotion)

// Ends and sizes of one window; unit tests have each of them.
const rotating = rotatingTests({ of: 2 })

test('confirm window › approved › the phone signs, and both windows finish', async ({ dapp, phone }) => {
  const { answer } = await startPermit(dapp, phone)
  const window = await openConfirmWindow(dapp)
  await window.shows('Review request')
  await expect(window.root.getByTestId('origin')).toHaveText(dapp.world.stack.dapp.origin)
  await expect(window.text('Unverified site').or(window.text('Unverified')).first()).toBeVisible()
  await expect(window.text(/shows the number/)).toHaveCount(0)
  await dapp.widget.announces('Confirm in the window')
  expect(await phone.asked()).toEqual(['proposal'])
  await window.approve()
  expect(await answer).toMatchObject({ is: 'ok', result: expect.stringMatching(/^0x[0-9a-f]{130}$/) })
  await window.hasEnded('Done')
})

rotating()('cancelled in the window › site gets 4001, no request to the phone', async ({ dapp, phone }) => {
  const { answer } = await startPermit(dapp, phone)
  const window = await openConfirmWindow(dapp)
  await window.cancel()
  expect(await answer).toMatchObject({ is: 'failed', code: 4001 })
  expect(await phone.asked()).toEqual(['proposal'])
})

rotating()('cancelled in the frame › the window reports it', async ({ dapp, phone }) => {
  const { answer } = await startPermit(dapp, phone)
  const window = await openConfirmWindow(dapp)
  await window.shows('Review request')
  await dapp.widget.button('Cancel').click()
  expect(await answer).toMatchObject({ is: 'failed', code: 4001 })
  await window.hasEnded('Request cancelled')
})

rotating()(
  'chain switched while the window is open › request invalid, none to the phone',
  async ({ dapp, phone }) => {
    const { answer } = await startPermit(dapp, phone)
    const window = await openConfirmWindow(dapp)
    await window.shows('Review request')
    await phone.perform({ is: 'change-chain', chainId: 'eip155:8453' })
    expect(await answer).toMatchObject({ is: 'failed', code: 4901 })
    await window.alerts('This request is no longer valid')
    expect(await phone.asked()).toEqual(['proposal'])
  },
)

test('host with COOP same-origin › mailbox, with the same number on both sides', async ({ dapp, phone }) => {
  const { answer } = await startPermit(dapp, phone, isolatedOpener)
  const window = await openConfirmWindow(dapp)
  const number = /the number (\d\d)/
  const warning = window.text(number)
  await expect(warning).toBeVisible({ timeout: 15_000 })
  const [, shown] = number.exec((await warning.textContent()) ?? '') ?? []
  await dapp.widget.announces(`The window shows the number ${shown} too.`)
  await window.approve()
  expect(await answer).toMatchObject({ is: 'ok' })
  await window.hasEnded('Done')
})

test('popup blocked › link opens the same window › approved there', async ({
  dapp,
  phone,
  page,
  context,
}) => {
  await page.addInitScript(() => {
    window.open = () => null
  })
  const { answer } = await startPermit(dapp, phone)
  await dapp.widget.button('Review in a new window').click()
  await dapp.widget.alerts('The window did not open')
  await expect(dapp.widget.button('Copy link')).toBeVisible()
  const link = dapp.widget.link('Open the window')
  await expect(link).toHaveAttribute('rel', /noopener/)
  const opened = context.waitForEvent('page')
  await link.click()
  const confirm = new ConfirmWindow(await opened)
  await expect(confirm.text(/the number \d\d/)).toBeVisible()
  await confirm.approve()
  expect(await answer).toMatchObject({ is: 'ok' })
})

rotating()('listed site › a plain message needs no window, a permit needs one', async ({ dapp, phone }) => {
  await dapp.open({ wallets: 'none' })
  await dapp.connectPhone(phone)
  const owner = await phone.address('eip155:1')
  expect(await dapp.request('personal_sign', ['0x68656c6c6f', owner])).toMatchObject({ is: 'ok' })
  const token = dapp.world.stack.chains[0]?.tokens.USDC?.address ?? ''
  const answer = dapp.request('eth_signTypedData_v4', [owner, permit(owner, token)])
  await (await openConfirmWindow(dapp)).approve()
  expect(await answer).toMatchObject({ is: 'ok' })
})

test('widget swap, unlisted site › decided in the window › phone sends what it showed', async ({
  dapp,
  phone,
  world,
}) => {
  await dapp.open({ project: 'empty', wallets: 'none' })
  await dapp.connectPhone(phone)
  const owner = getAddress(await phone.address('eip155:1'))
  const usdcBalance = () => world.chain(1).tokenBalance('USDC', owner)
  const before = await usdcBalance()
  const widget = await dapp.openModal()
  await reviewSwap(widget, { from: 'ETH', to: 'USDC', amount: '0.01' })
  await widget.button('Swap in Pocket Wallet').click()
  const window = await openConfirmWindow(dapp)
  await window.shows('Review request')
  expect(await phone.asked()).not.toContain('eth_sendTransaction')
  await window.approve()
  await widget.announces(/^SwappedYou received /)
  expect((await phone.asked()).filter((method) => method === 'eth_sendTransaction')).toHaveLength(1)
  expect(await usdcBalance()).toBeGreaterThan(before)
})

rotating()(
  'widget swap › cancelled in the window › no swap, no request to the phone',
  async ({ dapp, phone }) => {
    await dapp.open({ project: 'empty', wallets: 'none' })
    await dapp.connectPhone(phone)
    const widget = await dapp.openModal()
    await reviewSwap(widget, { from: 'ETH', to: 'USDC', amount: '0.01' })
    await widget.button('Swap in Pocket Wallet').click()
    await (await openConfirmWindow(dapp)).cancel()
    await widget.announces(/^Request cancelledNothing was swapped\./)
    expect(await phone.asked()).not.toContain('eth_sendTransaction')
  },
)

test('hostile page opens the window with another key › receives and shows nothing', async ({
  world,
  page,
  context,
  browserErrors,
}) => {
  browserErrors.expect(/postMessage|target origin|404/i)
  await page.goto(`${world.stack.evil.origin}/pretend-widget.html`)
  const opened = context.waitForEvent('page')
  await page.evaluate((origin) => {
    const received: unknown[] = []
    Object.assign(window, { heard: received })
    window.addEventListener('message', ({ data }) => received.push(data))
    const id = 'A'.repeat(22)
    const other = window.open(`${origin}/confirm.html#${id}.${'B'.repeat(43)}`, '_blank')
    // Repeated, so that some arrive while the window listens.
    setInterval(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => received.push(data)
      other?.postMessage({ drawbridge: 'confirm-port', id }, '*', [port2])
      other?.postMessage({ is: 'offer', id, origin: 'https://bank.example' }, '*')
    }, 50)
  }, world.stack.widget.origin)
  const confirm = new ConfirmWindow(await opened)
  await confirm.alerts('Nothing to review')
  await expect(confirm.root.getByTestId('origin')).toHaveCount(0)
  expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([])
})

const headingLevels = async (root: Locator | Page | FrameLocator) =>
  (await root.getByRole('heading').evaluateAll((all) => all.map(({ tagName }) => tagName))).join(' ')

rotating()(
  'phone › window and frame › window is filled, no heading level skipped',
  async ({ dapp, phone, world }) => {
    await dapp.open({ project: 'empty', wallets: 'none' })
    await dapp.connectPhone(phone)
    const from = await phone.address('eip155:1')
    const to = world.chain(1).token('USDC').address
    void dapp.request('eth_sendTransaction', [
      { from, to, data: `0x095ea7b3${'0'.repeat(62)}be${'f'.repeat(64)}` },
    ])
    await expect(dapp.widget.text('Balance changes')).toBeVisible()
    expect(await headingLevels(dapp.widget.root)).toMatch(/^H1( H2( H3)*)+$/)
    const window = await openConfirmWindow(dapp)
    await window.page.setViewportSize({ width: 390, height: 844 })
    await window.showsRequest()
    await expect(window.text('Balance changes')).toBeVisible()
    expect(await headingLevels(window.root)).toMatch(/^H1( H2( H3)*)+$/)
    expect(await window.page.getByRole('region').first().boundingBox()).toEqual({
      x: 0,
      y: 0,
      width: 390,
      height: 844,
    })
    expect(await axeViolations(window.page)).toEqual([])
  },
)

test('framed by another page › refused', async ({ world, page, browserErrors }) => {
  browserErrors.expect(/frame|X-Frame-Options|ancestor/i)
  await page.goto(`${world.stack.evil.origin}/raw.html`)
  await page.evaluate((origin) => {
    const frame = document.createElement('iframe')
    frame.src = `${origin}/confirm.html`
    document.body.append(frame)
  }, world.stack.widget.origin)
  await expect.poll(() => page.frames().length).toBe(2)
  await expect(page.frameLocator('iframe').last().getByRole('heading')).toHaveCount(0)
})
