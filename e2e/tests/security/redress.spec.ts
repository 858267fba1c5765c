import type { Locator } from '@playwright/test'
import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { expect, type Hands, test } from '../fixtures.ts'
import { openConfirmWindow } from '../pages/confirm-window.ts'
import type { Dapp } from '../pages/dapp.ts'
import { reviewSwap } from '../pages/swap-form.ts'
import { stranger } from '../stranger.ts'
import type { TestWorld } from '../world.ts'
import { type Row, redress, rows, subset, undo } from './redress-rows.ts'

/** The picture is drawn this many times: a browser reports what changed within 100 ms. */
const pictures = 20

const drawn = (dapp: Dapp) =>
  dapp.page.evaluate(async (count) => {
    for (let frames = 0; frames < count; frames += 1) await new Promise(requestAnimationFrame)
  }, pictures)

/** Runs rows against the primary button of the view on screen, which is armed before and after each. */
async function runs(dapp: Dapp, primary: Locator, some: readonly Row[]): Promise<void> {
  for (const [name, outcome, what] of some) {
    await expect(primary, `before ${name}`).toBeEnabled()
    await redress(dapp.page, what)
    if (outcome === 'refused') {
      await expect(primary, name).toBeDisabled()
      // For good, not while the panel is moved.
      await drawn(dapp)
      await expect(primary, name).toBeDisabled()
      await primary.focus()
      await dapp.page.keyboard.press('Enter')
      await expect(dapp.wallet().prompt, name).toHaveCount(0)
    } else {
      await drawn(dapp)
      // A change of size arms anew.
      await expect(primary, name).toBeEnabled()
    }
    await undo(dapp.page)
  }
  await expect(primary).toBeEnabled()
  await expect(dapp.wallet().prompt).toHaveCount(0)
}

function approval({ harbour: [{ address }] }: Hands, world: TestWorld) {
  const args = [address, maxUint256] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  return [{ from: address, to: world.chain(1).token('USDC').address, data }]
}

async function asksForApproval(dapp: Dapp, hands: Hands, world: TestWorld) {
  await dapp.open()
  await dapp.connect()
  const answer = dapp.request('eth_sendTransaction', approval(hands, world))
  const primary = dapp.widget.button('Continue in Harbour Wallet')
  await expect(primary).toBeDisabled()
  await dapp.opened()
  return { answer, primary }
}

const isRunBy = (part: number) => (_: Row, at: number) => at % 3 === part

for (const part of [0, 1, 2])
  test(`R4, R9 › redressed review, part ${part + 1} › outcome of each row`, async ({
    dapp,
    hands,
    world,
  }) => {
    test.setTimeout(180_000)
    const { answer, primary } = await asksForApproval(dapp, hands, world)
    await runs(dapp, primary, rows.filter(isRunBy(part)))
    expect(await dapp.wallet().asked()).not.toContain('eth_sendTransaction')
    await dapp.widget.button('Cancel').click()
    expect(await answer).toMatchObject({ code: 4001 })
  })

test('R4 › redressed review over WalletConnect, origin not listed › decided in a window that is whole', async ({
  dapp,
  phone,
  world,
}) => {
  test.setTimeout(180_000)
  await dapp.open({ project: 'empty', wallets: 'none' })
  await dapp.connectPhone(phone)
  const from = await phone.address('eip155:1')
  const args = [stranger(), maxUint256] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  const call = { from, to: world.chain(1).token('USDC').address, data }
  const hidden = rows.filter(([, outcome]) => outcome === 'window')
  expect(hidden.map(([name]) => name)).toEqual([
    'R4: a hole by clip-path with a lie in it',
    'R4: a hole by clip-path around it',
    'R4: a mask over all of it',
    'R4: a mask over a part',
  ])
  for (const [name, , what] of hidden) {
    const answer = dapp.request('eth_sendTransaction', [call])
    const primary = dapp.widget.button('Review in a new window')
    await expect(primary, name).toBeEnabled()
    await expect(dapp.widget.button(/^Continue in /), name).toHaveCount(0)
    await redress(dapp.page, what)
    await drawn(dapp)
    // The press is accepted: no browser knows that it is misled. It opens the window, which asks for its own.
    const window = await openConfirmWindow(dapp)
    await window.reads()
    await expect(window.root.getByTestId('origin'), name).toHaveText(world.stack.dapp.origin)
    await expect(window.text('Unlimited').first(), name).toBeVisible()
    expect(await phone.asked(), name).toEqual(['proposal'])
    await window.cancel()
    expect(await answer, name).toMatchObject({ code: 4001 })
    await undo(dapp.page)
  }
  expect(await phone.asked()).toEqual(['proposal'])
})

test('R9 › redressed wallet rows › presses refused', async ({ dapp }) => {
  await dapp.open()
  const widget = await dapp.openModal()
  await runs(dapp, widget.row('Harbour Wallet'), subset)
})

test('R9 › redressed sign-in › presses refused', async ({ dapp }) => {
  await dapp.open({ config: { siwx: { mode: 'hosted' } } })
  const widget = await dapp.openModal()
  await widget.row('Harbour Wallet').click()
  await dapp.wallet().approve()
  await widget.shows('Sign in')
  await dapp.opened()
  await runs(dapp, widget.button('Sign'), subset)
})

test('R9 › redressed send review › presses refused', async ({ dapp }) => {
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openView({ view: 'WalletSend' })
  await widget.fillSend({ token: 'ETH', amount: '0.01', to: stranger() })
  await runs(dapp, widget.button('Send in Harbour Wallet'), subset)
})

test('R9 › redressed swap review › presses refused', async ({ dapp }) => {
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openModal()
  await reviewSwap(widget, { from: 'ETH', to: 'USDC', amount: '0.01' })
  await runs(dapp, widget.button('Swap in Harbour Wallet'), subset)
})

test('R9 › redressed name registration › presses refused', async ({ dapp }) => {
  await dapp.open()
  await dapp.connect()
  const widget = await dapp.openView({ view: 'Account' })
  await widget.button('Get a name').click()
  await widget.field('Name').fill('redressed')
  await expect(widget.text('redressed.reown.id is free', { exact: true })).toBeVisible()
  await runs(dapp, widget.button('Register'), subset)
})

test('R9 › redressed smart session › grant and revoke refused', async ({ dapp }) => {
  test.slow()
  const { widget } = dapp
  const wallets = [{ id: 'harbour', script: { sessions: true } }]
  await dapp.open({ wallets, config: { features: { smartSessions: true } } })
  await dapp.connect()
  await dapp.card('eip155').button('Subscribe').click()
  await widget.shows('Review request')
  await dapp.opened()
  await runs(dapp, widget.button('Continue in Harbour Wallet'), subset)
  await widget.button('Continue in Harbour Wallet').click()
  await dapp.wallet().approve()
  await widget.says('Session created')
  await widget.button('See sessions').click()
  await widget.row('Tidewater Coffee').click()
  await widget.shows('Session')
  await runs(dapp, widget.button('Revoke in Harbour Wallet'), subset)
})

test('R9 › embedded review higher than the screen › armed once each part was in sight', async ({
  dapp,
  page,
  hands,
  world,
}) => {
  const { widget } = dapp
  await dapp.open({ path: '/embedded.html' })
  await widget.presses(widget.row('Harbour Wallet'))
  await dapp.wallet().approve()
  await widget.shows('Account')
  await page.setViewportSize({ width: 900, height: 360 })
  void dapp.request('eth_sendTransaction', approval(hands, world))
  await widget.shows('Review request')
  const primary = widget.button('Continue in Harbour Wallet')
  await primary.scrollIntoViewIfNeeded()
  await widget.says('Scroll through the whole request')
  await expect(primary).toBeDisabled()
  const end = await page.evaluate(() => scrollY)
  for (let top = 0; top <= end; top += 100) {
    await page.evaluate((y) => scrollTo(0, y), top)
    await drawn(dapp)
  }
  await primary.scrollIntoViewIfNeeded()
  await expect(primary).toBeEnabled()
  expect(await dapp.wallet().asked()).not.toContain('eth_sendTransaction')
})
