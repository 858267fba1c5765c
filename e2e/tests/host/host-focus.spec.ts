import { expect, reducedMotion, test } from '../fixtures.ts'

test.use(reducedMotion)

test('page with a modal dialog and focus trap › widget opens › focused until closed', async ({
  dapp,
  page,
}) => {
  await dapp.open({ path: '/plain.html' })
  await page.evaluate(() => {
    const trap = document.createElement('dialog')
    trap.id = 'trap'
    trap.innerHTML = '<input id="field"><button type="button" id="pay">Pay</button>'
    document.body.append(trap)
    trap.showModal()
    // As focus-trap libraries and dialogs of component kits do.
    document.addEventListener('focusin', ({ target }) => {
      if (target instanceof Node && !trap.contains(target)) trap.querySelector('input')?.focus()
    })
    for (const other of document.body.children)
      if (other !== trap) {
        other.setAttribute('aria-hidden', 'true')
        other.toggleAttribute('inert', true)
      }
    document.body.style.pointerEvents = 'none'
    trap.style.pointerEvents = 'auto'
    document.querySelector('#pay')?.addEventListener('click', () => {
      window.bridge.openModal().catch(() => {})
    })
  })
  await page.locator('#pay').click()
  const { widget } = dapp
  await widget.shows('Connect wallet')
  await expect(widget.title).toBeFocused()
  await widget.clickRow('WalletConnect')
  await widget.back.click()
  await expect(widget.title).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.locator('dialog[data-drawbridge][open]')).toHaveCount(0)
  await expect(page.locator('#trap')).toHaveAttribute('open')
  await expect(page.locator('#trap :focus')).toHaveCount(1)
})
