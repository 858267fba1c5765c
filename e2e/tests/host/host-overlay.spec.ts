import { expect, test } from '../fixtures.ts'

const frameSelector = 'dialog[data-drawbridge] iframe'

test('overlay › opens and closes, Escape › heading focused, focus returns, no scroll', async ({
  dapp,
  page,
}) => {
  await dapp.open()
  await page.evaluate(() => {
    document.body.style.minHeight = '4000px'
  })
  const { widget } = dapp
  const scroll = () => page.evaluate(() => scrollY)
  const closeActions = {
    inside: () => page.keyboard.press('Escape'),
    outside: async () => {
      // Focus the SDK's dialog, as a click next to the frame does.
      await page.evaluate(() => {
        const dialog = document.querySelector('dialog[data-drawbridge]')
        if (dialog instanceof HTMLElement) {
          dialog.tabIndex = -1
          dialog.focus()
        }
      })
      await page.keyboard.press('Escape')
    },
    'by the close button': () => widget.close.click(),
  }
  for (const [where, closeModal] of Object.entries(closeActions)) {
    await dapp.connectButton.focus()
    await page.keyboard.press('Enter')
    await expect(widget.title, where).toBeFocused()
    await expect(page.locator(frameSelector)).toBeFocused()
    await page.mouse.move(60, 600)
    await page.mouse.wheel(0, 900)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('hidden')
    await closeModal()
    await expect(widget.sheet, where).toBeHidden()
    await expect(dapp.connectButton, where).toBeFocused()
    expect(await scroll(), where).toBe(0)
  }
  await dapp.waitForPointer()
  await page.mouse.wheel(0, 900)
  await expect.poll(scroll).toBeGreaterThan(0)
})

test('Escape › views on the stack › goes back first, heading focused each time', async ({ dapp, page }) => {
  await dapp.open()
  const widget = await dapp.openModal()
  await widget.clickRow('All wallets')
  await widget.shows('All wallets')
  await expect(widget.title).toBeFocused()
  await page.keyboard.press('Escape')
  await widget.shows('Connect wallet')
  await expect(widget.title).toBeFocused()
  await page.keyboard.press('Escape')
  await dapp.waitForPointer()
})

for (const [name, reachScript] of Object.entries({
  pointer: (opener: string) =>
    `document.querySelector('${opener}').dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))`,
  focus: (opener: string) => `document.querySelector('${opener}').focus()`,
  touch: (opener: string) =>
    `document.querySelector('${opener}').dispatchEvent(new Event('touchstart', { bubbles: true }))`,
})) {
  test(`preload › ${name} on the opener, busy page › creates the frame at once`, async ({ dapp, page }) => {
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0
    })
    await dapp.open()
    await expect(page.locator('#connect')).toBeVisible()
    await expect(page.locator('iframe')).toHaveCount(0)
    await page.evaluate(reachScript('#connect'))
    await expect(page.locator(frameSelector)).toHaveCount(1)
    await dapp.waitForPointer()
  })
}

test('openModal › closed by a busy page before it has a link › stays closed, reopens', async ({
  dapp,
  page,
}) => {
  await page.addInitScript(() => {
    const post = MessagePort.prototype.postMessage
    MessagePort.prototype.postMessage = function (message: unknown, transfer?: unknown) {
      Reflect.apply(post, this, [message, transfer])
      if (!JSON.stringify(message).includes('"modal.open"')) return
      MessagePort.prototype.postMessage = post
      // Block the page, so that the widget opens before the page has read its responses and has a link.
      const busyUntil = performance.now() + 500
      while (performance.now() < busyUntil);
      void window.bridge.closeModal().then(() => Object.assign(document.body.dataset, { closed: '' }))
    }
  })
  await dapp.open()
  const opened = page.evaluate(() => window.bridge.openModal())
  await expect(page.locator('body[data-closed]')).toBeAttached()
  expect(await opened).toEqual({ is: 'dismissed' })
  // Once the widget has responded to a later call, it has processed the opening.
  await page.evaluate(() => window.bridge.setTheme({ mode: 'light' }))
  await dapp.waitForPointer()
  const widget = await dapp.openModal()
  await widget.shows('Connect wallet')
})

test('Save-Data › frame is created on click › everything works', async ({ dapp, page, testAccounts }) => {
  await dapp.enableSaveData()
  await dapp.open()
  await dapp.connectButton.hover()
  await dapp.connectButton.focus()
  await expect(page.locator('iframe')).toHaveCount(0)
  await dapp.connect()
  expect(await dapp.account()).toBe(testAccounts.harbour[0].address)
})

test('reduced motion › fades of at most 100 ms, outline pulse instead of a shake', async ({ dapp, page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await dapp.open()
  await dapp.connect()
  await dapp.wallet().select('useChain', 31337)
  const widget = await dapp.openModal()
  await widget.shows('Switch network')
  const motions = await widget.sheet.evaluateHandle(() => {
    const animations: { name: string; ms: number; moves: boolean }[] = []
    const recordAnimations = () => {
      for (const animation of document.getAnimations()) {
        const { effect } = animation
        if (!(effect instanceof KeyframeEffect) || animation.timeline instanceof DocumentTimeline === false)
          continue
        const ms = Number(effect.getComputedTiming().duration)
        // A keyframe with the element's current position does not move it.
        const still = [undefined, 'none', 'translateX(0px)', 'translateX(calc(1 * 0px))']
        const moves = effect.getKeyframes().some(({ transform }) => !still.includes(transform?.toString()))
        const name = animation instanceof CSSAnimation ? animation.animationName : 'transition'
        animations.push({ name, ms, moves })
      }
    }
    for (const type of ['animationstart', 'transitionrun'])
      document.addEventListener(type, recordAnimations, true)
    return animations
  })
  await widget.close.click()
  await expect(widget.root.locator('[data-shake]')).toHaveCount(0)
  await widget.clickRow('Ethereum')
  await dapp.wallet().approve()
  await widget.shows('Account')
  const animations = await motions.jsonValue()
  expect(animations.map(({ name }) => name).join()).toContain('pulse')
  const still = animations.filter(({ name }) => !/pulse|spin|turn|shimmer|progress/.test(name))
  expect(still.filter(({ ms, moves }) => moves || ms > 100)).toEqual([])
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('bottom sheet › full width with touch rows › a drag down closes it', async ({ dapp, page }) => {
    await dapp.open()
    await dapp.connectButton.tap()
    const { widget } = dapp
    await expect(widget.row('Harbour Wallet')).toBeVisible()
    const box = async () => {
      const found = await widget.sheet.boundingBox()
      if (found === null) throw new Error('There is no sheet')
      return found
    }
    await expect.poll(async () => Math.round((await box()).y + (await box()).height)).toBe(844)
    const { x, y, width } = await box()
    expect({ x, width }).toEqual({ x: 0, width: 390 })
    for (const row of await widget.root.getByRole('listitem').getByRole('button').all())
      expect((await row.boundingBox())?.height ?? 0).toBeGreaterThanOrEqual(48)

    await page.mouse.move(195, y + 8)
    await page.mouse.down()
    for (let step = 1; step <= 10; step += 1) await page.mouse.move(195, y + 8 + step * 40)
    await page.mouse.up()
    await dapp.waitForPointer()
  })
})

test('modal › desktop › 370 px wide', async ({ dapp }) => {
  await dapp.open()
  const widget = await dapp.openModal()
  await expect.poll(async () => (await widget.sheet.boundingBox())?.width).toBe(370)
})
