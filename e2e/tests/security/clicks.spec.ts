import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { frameSession, widgetFrame } from './frames.ts'

async function middleOf(control: Locator) {
  const box = await control.boundingBox()
  if (box === null) throw new Error('The control is not on screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** Moves the page's button to the position of a control in the widget, as a hostile page does. */
async function moveButtonTo(page: Page, { x, y }: { x: number; y: number }): Promise<void> {
  await page.evaluate(
    ([left, top]) => {
      const opener = document.querySelector<HTMLElement>('#connect')
      if (opener === null) return
      Object.assign(opener.style, {
        position: 'fixed',
        left: `${left - 20}px`,
        top: `${top - 20}px`,
        zIndex: '9',
      })
    },
    [x, y] as const,
  )
}

test('double click on the page’s button › no wallet request, modal stays (test 30)', async ({
  dapp,
  page,
}) => {
  await dapp.open()
  const widget = await dapp.openModal()
  const places = {
    'a wallet': await middleOf(widget.row('Harbour Wallet')),
    'the close button': await middleOf(widget.close),
    'the backdrop': { x: 60, y: 600 },
  }
  await widget.close.click()
  await dapp.waitForPointer()
  for (const [what, at] of Object.entries(places)) {
    await moveButtonTo(page, at)
    await page.mouse.move(at.x, at.y)
    await page.mouse.down()
    await page.mouse.up()
    await expect(widget.sheet).toBeVisible()
    await expect(widget.row('Harbour Wallet')).toBeEnabled()
    for (const clickCount of [2, 3]) {
      await page.mouse.down({ clickCount })
      await page.mouse.up({ clickCount })
    }
    if (what === 'a wallet') await widget.announces('Not ready yet. Press again in a moment.')
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
    expect((await dapp.state()).open, what).toBe(true)
    await widget.shows('Connect wallet')
    await page.keyboard.press('Escape')
    await dapp.waitForPointer()
  }
  expect(await dapp.wallet().requestedMethods()).not.toContain('eth_requestAccounts')

  // An intended click is accepted: one click on the same place.
  await dapp.connectButton.click()
  await expect(widget.sheet).toBeVisible()
  await widget.row('Harbour Wallet').click()
  await expect(dapp.wallet().prompt).toBeVisible()
  await dapp.wallet().reject()
})

test('Enter, Space, key held across the opening › no wallet request (test 30, 31)', async ({
  dapp,
  page,
}) => {
  await dapp.open()
  const { widget } = dapp
  for (const key of ['Enter', 'Space']) {
    await dapp.connectButton.focus()
    for (let repeat = 0; repeat < 12; repeat += 1) await page.keyboard.down(key)
    if (key === 'Space') await page.keyboard.up(key)
    await expect(widget.sheet).toBeVisible()
    for (let repeat = 0; repeat < 12; repeat += 1) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await widget.shows('Connect wallet')
    await widget.close.click()
    await dapp.waitForPointer()
  }
  expect(await dapp.wallet().requestedMethods()).not.toContain('eth_requestAccounts')

  await dapp.openModal()
  await dapp.wallet().script({ mode: 'reject' })
  await widget.row('Harbour Wallet').focus()
  await expect(widget.row('Harbour Wallet')).toBeEnabled()
  for (let repeat = 0; repeat < 12; repeat += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await widget.announces('Not ready yet')
  await page.keyboard.press('Enter')
  await widget.announces('Request cancelled')
  await widget.button('Try again').focus()
  await expect(widget.button('Try again')).toBeEnabled()
  for (let repeat = 0; repeat < 12; repeat += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  expect(
    (await dapp.wallet().requestedMethods()).filter((method) => method === 'eth_requestAccounts'),
  ).toHaveLength(1)
})

test('click › view moves before it ends › keeps its target; none if the pointer left', async ({
  dapp,
  page,
}) => {
  await dapp.open()
  const widget = await dapp.openModal()
  // Use a row without a gate: a gate rejects clicks while the view moves.
  const row = widget.row('All wallets')
  await row.scrollIntoViewIfNeeded()
  const { x, y } = await middleOf(row)
  const frame = await widgetFrame(page)
  const moveView = (px: number) =>
    frame.evaluate((by) => {
      const panel = document.querySelector<HTMLElement>('[role="dialog"]')
      if (panel !== null) panel.style.marginBlockStart = `${by}px`
    }, px)
  await frame.evaluate(() => {
    const ends: string[] = []
    Object.defineProperty(window, 'ends', { value: ends })
    document.addEventListener('pointerup', ({ target }) => {
      ends.push((target instanceof Element && target.closest('li')?.textContent) || 'elsewhere')
    })
  })

  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 40, y - 130)
  await page.mouse.up()
  await page.mouse.move(x, y)
  await page.mouse.down()
  await moveView(-80)
  await page.mouse.move(x + 3, y)
  await widget.shows('Connect wallet')
  await page.mouse.up()
  await widget.shows('All wallets')
  const ends = await frame.evaluate(() => Reflect.get(window, 'ends'))
  expect(ends).toEqual([expect.not.stringContaining('All wallets'), expect.stringContaining('All wallets')])
})

test('clicks by script, clicks without focus › ignored (test 31)', async ({ dapp, page }) => {
  await page.addInitScript(() => {
    document.hasFocus = () => !Reflect.get(window, 'unfocused')
  })
  await dapp.open()
  const widget = await dapp.openModal()
  await expect(widget.row('Harbour Wallet')).toBeVisible()
  const frame = await widgetFrame(page)
  await frame.evaluate(() => {
    for (const button of document.querySelectorAll('button')) {
      button.click()
      button.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
      button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
    }
    Object.defineProperty(window, 'unfocused', { value: true, configurable: true })
  })
  await widget.row('Harbour Wallet').click()
  await widget.shows('Connect wallet')
  expect(await dapp.wallet().requestedMethods()).not.toContain('eth_requestAccounts')
  await frame.evaluate(() => Object.defineProperty(window, 'unfocused', { value: false }))
  await widget.row('Harbour Wallet').click()
  await expect(dapp.wallet().prompt).toBeVisible()
})

test('drag out of the widget or into its recipient field › prevented (test 32)', async ({ dapp, page }) => {
  await dapp.open()
  await dapp.connect()
  await dapp.waitForPointer()
  const widget = await dapp.openView({ view: 'WalletSend' })
  const to = widget.field('To')
  await to.fill('dragged')
  await to.selectText()
  const frame = await widgetFrame(page)
  await frame.evaluate(() => {
    const log: string[] = []
    Object.defineProperty(window, 'dragged', { value: log })
    for (const type of ['dragstart', 'dragover', 'drop']) {
      document.defaultView?.addEventListener(type, (event) => log.push(`${type} ${event.defaultPrevented}`))
      document.defaultView?.addEventListener(type, () => log.push(type), { capture: true })
    }
  })
  const at = await middleOf(to)
  await page.mouse.move(at.x - 130, at.y)
  await page.mouse.down()
  await page.mouse.move(200, 300, { steps: 8 })
  await page.mouse.up()
  const session = await frameSession(frame)
  const inside = await to.evaluate((field) => {
    const box = field.getBoundingClientRect()
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  })
  const data = {
    items: [{ mimeType: 'text/plain', data: '0x000000000000000000000000000000000000dEaD' }],
    dragOperationsMask: 1,
  }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...inside, data })
  const dragLog = await frame.evaluate(() => Reflect.get(window, 'dragged'))
  expect(dragLog).toEqual(expect.arrayContaining(['dragstart', 'drop']))
  // A drag that began would log `dragstart false` after all listeners.
  expect(dragLog).not.toContain('dragstart false')
  await expect(to).toHaveValue('dragged')
})
