import { encodeFunctionData, erc20Abi, maxUint256 } from 'viem'
import { expect, test } from '../fixtures.ts'
import { openConfirmWindow } from '../pages/confirm-window.ts'
import { randomAddress } from '../random-address.ts'
import { rotation } from '../rotating-tests.ts'
import { approvalOf, gatedViews, visits } from './gated-views.ts'
import { redress, undo } from './redress-page.ts'
import { forList, onFrame, rows, shareOf } from './redress-rows.ts'
import { runRows, waitForFrames } from './redress-run.ts'

const isLong = process.env.DRAWBRIDGE_LONG === '1'

for (const visit of visits) {
  test(`R4, R9 › redressed ${visit.name} › outcome of each view’s share of the rows`, async ({
    dapp,
    testAccounts,
    world,
  }) => {
    test.setTimeout(180_000)
    await visit.prepare({ dapp, hands: testAccounts, world })
    for (const view of visit.views)
      await test.step(view.name, async () => {
        const place = (gatedViews.indexOf(view) + rotation) % gatedViews.length
        const share = shareOf(place, { of: gatedViews.length })
        const primary = await view.open({ dapp, hands: testAccounts, world })
        await runRows(dapp, primary, view.isList ? share.map(forList) : share, { isArmed: false })
      })
    expect(await dapp.wallet().requestedMethods()).not.toContain('eth_sendTransaction')
  })

  for (const [at, view] of visit.views.entries())
    test(`R4, R9 › redressed ${view.name} › outcome of each row @long`, async ({
      dapp,
      testAccounts,
      world,
    }) => {
      test.setTimeout(400_000)
      await visit.prepare({ dapp, hands: testAccounts, world })
      for (const before of visit.views.slice(0, at)) await before.open({ dapp, hands: testAccounts, world })
      const primary = await view.open({ dapp, hands: testAccounts, world })
      await runRows(dapp, primary, view.isList ? rows.map(forList) : rows, { isArmed: true })
    })
}

test('R4 › redressed WalletConnect review, origin not listed › uncovered window', async ({
  dapp,
  phone,
  world,
}) => {
  test.setTimeout(180_000)
  await dapp.open({ project: 'empty', wallets: 'none' })
  await dapp.connectPhone(phone)
  const from = await phone.address('eip155:1')
  const args = [randomAddress(), maxUint256] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
  const call = { from, to: world.chain(1).token('USDC').address, data }
  const hidden = rows.filter(([, outcome]) => outcome === 'window')
  expect(hidden.map(([name]) => name)).toEqual([
    'R4: a hole by clip-path with a lie in it',
    'R4: a hole by clip-path around it',
    'R4: a mask over all of it',
    'R4: a mask over a part',
  ])
  // A crop and a mask in each run.
  for (const [name, , what] of isLong ? hidden : hidden.filter((_, at) => at % 2 === 0)) {
    const answer = dapp.request('eth_sendTransaction', [call])
    const primary = dapp.widget.button('Review in a new window')
    await expect(primary, name).toBeEnabled()
    await expect(dapp.widget.button(/^Continue in /), name).toHaveCount(0)
    await redress(dapp.page, what)
    await waitForFrames(dapp)
    // The widget accepts the click: no browser detects the change. It opens the confirm window, which needs a click too.
    const window = await openConfirmWindow(dapp)
    await window.showsRequest()
    await expect(window.root.getByTestId('origin'), name).toHaveText(world.stack.dapp.origin)
    await expect(window.text('Unlimited').first(), name).toBeVisible()
    expect(await phone.asked(), name).toEqual(['proposal'])
    await window.cancel()
    expect(await answer, name).toMatchObject({ code: 4001 })
    await undo(dapp.page)
  }
  expect(await phone.asked()).toEqual(['proposal'])
})

test('R9 › embedded review higher than the screen › armed once each part was visible', async ({
  dapp,
  page,
  testAccounts,
  world,
}) => {
  const { widget } = dapp
  await dapp.open({ path: '/embedded.html' })
  await widget.clickGated(widget.row('Harbour Wallet'))
  await dapp.wallet().approve()
  await widget.shows('Account')
  await page.setViewportSize({ width: 900, height: 360 })
  void dapp.request('eth_sendTransaction', [approvalOf(testAccounts, world)])
  await widget.shows('Review request')
  const primary = widget.button('Continue in Harbour Wallet')
  await primary.scrollIntoViewIfNeeded()
  await widget.announces('Scroll through the whole request')
  await expect(primary).toBeDisabled()
  const end = await page.evaluate(() => scrollY)
  for (let top = 0; top <= end; top += 100) {
    await page.evaluate((y) => scrollTo(0, y), top)
    await waitForFrames(dapp)
  }
  await primary.scrollIntoViewIfNeeded()
  await expect(primary).toBeEnabled()
  expect(await dapp.wallet().requestedMethods()).not.toContain('eth_sendTransaction')
})

test('R9 › row with only its edge visible › click rejected; whole › accepted', async ({ dapp, page }) => {
  await dapp.open()
  const widget = await dapp.openModal()
  const row = widget.row('Harbour Wallet')
  await expect(row).toBeEnabled()
  const box = await row.boundingBox()
  if (box === null) throw new Error('The row is not on screen')
  const at = { x: box.x + box.width / 2, y: box.y + 5 }
  // The space below the panel equals that above it.
  await redress(page, onFrame(`block-size: ${Math.round(box.y + 8 + 24)}px`))
  await page.mouse.move(at.x, at.y, { steps: 3 })
  await expect(row).toBeEnabled()
  await page.mouse.down()
  await page.mouse.up()
  await widget.announces('Not ready yet')
  await expect(dapp.wallet().prompt).toHaveCount(0)
  const whole = await row.boundingBox()
  await page.mouse.move(at.x, (whole?.y ?? 0) + box.height / 2, { steps: 3 })
  await expect(row).toBeEnabled()
  await page.mouse.down()
  await page.mouse.up()
  await dapp.wallet().reject()
})
