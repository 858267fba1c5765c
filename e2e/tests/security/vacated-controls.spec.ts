import type { Locator, Page } from '@playwright/test'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { expect, type TestAccounts, test } from '../fixtures.ts'
import type { Dapp } from '../pages/dapp.ts'
import { randomAddress } from '../random-address.ts'
import type { TestWorld } from '../world.ts'

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

async function boxOf(control: Locator): Promise<Box> {
  const box = await control.boundingBox()
  if (box === null) throw new Error('The control is not on screen')
  return box
}

/** Intercepts the page's messages, so that the page can cancel its first request, which the SDK does not do. */
async function enableCancel(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage
    let firstCall: { readonly sid: string; readonly id: string } | undefined
    let control: MessagePort | undefined
    MessagePort.prototype.postMessage = function (message: unknown, ...rest: unknown[]) {
      const { t, argumentList } = Object(message)
      if (t === 'ping') control = this
      const call = Object(argumentList?.[0]?.value)
      if (call.method === 'wallet.request') firstCall ??= call
      return Reflect.apply(post, this, [message, ...rest])
    }
    const withdraw = () => {
      if (control === undefined || firstCall === undefined) throw new Error('The page has sent nothing')
      Reflect.apply(post, control, [{ t: 'cancel', sid: firstCall.sid, id: firstCall.id, reason: 'aborted' }])
    }
    Object.assign(window, { withdraw })
  })
  return () => page.evaluate(() => Reflect.get(window, 'withdraw')())
}

const approval = ({ harbour: [{ address }] }: TestAccounts, world: TestWorld) => ({
  from: address,
  to: world.chain(1).token('USDC').address,
  data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [randomAddress(), maxUint256] }),
})

/** Clicks in the center of a box. */
async function clickAt(page: Page, { x, y, width, height }: Box): Promise<void> {
  await page.mouse.click(x + width / 2, y + height / 2)
}

async function openSendReview(dapp: Dapp) {
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openView({ view: 'WalletSend' })
  await widget.fillSend({ token: 'ETH', amount: '0.01', to: randomAddress() })
  const send = widget.button('Send in Harbour Wallet')
  await expect(send).toBeEnabled()
  return { widget, send }
}

for (const [place, size] of [
  ['desktop', { width: 1280, height: 800 }],
  ['phone', { width: 390, height: 844 }],
] as const)
  test(`low › request over a send on a ${place}, withdrawn › no button there, clicks do nothing`, async ({
    dapp,
    page,
    testAccounts,
    world,
  }) => {
    await page.setViewportSize(size)
    const withdraw = await enableCancel(page)
    const { widget, send } = await openSendReview(dapp)
    const sendBox = await boxOf(send)
    const answer = dapp.request('eth_sendTransaction', [approval(testAccounts, world)])
    await widget.shows('Review request')
    await clickAt(page, sendBox)
    const continueButton = widget.button('Continue in Harbour Wallet')
    await expect(continueButton).toBeEnabled()
    await widget.settles()
    const reviewBox = await boxOf(continueButton)
    expect(overlap(reviewBox, sendBox), JSON.stringify([reviewBox, sendBox])).toBe(false)
    await widget.shows('Review request')
    expect(await dapp.wallet().requestedMethods()).not.toContain('eth_sendTransaction')

    await withdraw()
    await widget.shows('Review')
    await clickAt(page, reviewBox)
    await expect(send).toBeEnabled()
    await widget.settles()
    const secondBox = await boxOf(send)
    expect(overlap(secondBox, reviewBox), JSON.stringify([secondBox, reviewBox])).toBe(false)
    await widget.shows('Review')
    expect(await dapp.wallet().requestedMethods()).not.toContain('eth_sendTransaction')
    expect(await answer).toMatchObject({ is: 'failed' })
  })

test('low › two requests, the first withdrawn › no Continue there, clicks do nothing', async ({
  dapp,
  page,
  testAccounts,
  world,
}) => {
  const withdraw = await enableCancel(page)
  await dapp.open()
  await dapp.connect()
  const { widget } = dapp
  const sendApproval = () => dapp.request('eth_sendTransaction', [approval(testAccounts, world)])
  const first = sendApproval()
  await dapp.waitUntilOpen()
  await widget.shows('Review request')
  const results = [first, sendApproval()]
  await expect(widget.text('Request 1 of 2')).toBeVisible()
  const continueButton = widget.button('Continue in Harbour Wallet')
  await expect(continueButton).toBeEnabled()
  await widget.settles()
  const firstBox = await boxOf(continueButton)
  await withdraw()
  await expect(widget.text('Request 1 of 2')).toHaveCount(0)
  await clickAt(page, firstBox)
  await expect(continueButton).toBeEnabled()
  await widget.settles()
  const nextBox = await boxOf(continueButton)
  expect(overlap(firstBox, nextBox), JSON.stringify([firstBox, nextBox])).toBe(false)
  expect(await dapp.wallet().requestedMethods()).not.toContain('eth_sendTransaction')
  await widget.button('Cancel').click()
  for (const answer of results) expect(await answer).toMatchObject({ is: 'failed' })
})
