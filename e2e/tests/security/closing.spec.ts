import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '../fixtures.ts'

const modalClosed = { is: 'failed', code: 4001, message: 'Modal closed' }

test('Escape, backdrop, Close, closeModal › one 4001, page restored (test 33)', async ({ dapp, page }) => {
  await dapp.open()
  const { widget } = dapp
  const closers = {
    'Escape inside the frame': () => page.keyboard.press('Escape'),
    'Escape outside the frame': async () => {
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      })
      await page.keyboard.press('Escape')
    },
    backdrop: () => page.mouse.click(40, 700),
    'close button': () => widget.close.click(),
    'the host': () => page.evaluate(() => window.bridge.closeModal()),
  }
  await page.evaluate(() => {
    document.body.style.minHeight = '3000px'
    document.body.style.overflow = 'visible'
    scrollTo(0, 120)
  })
  const pageState = () =>
    page.evaluate(() => ({
      focus: document.activeElement?.id,
      overflow: [getComputedStyle(document.documentElement).overflow, document.body.style.overflow],
      inline: document.documentElement.style.cssText,
      padding: document.body.style.paddingInlineEnd,
      scrollY,
      inert: document.querySelectorAll('[inert]').length,
    }))
  for (const [way, close] of Object.entries(closers)) {
    await dapp.connectButton.focus()
    const before = await pageState()
    const answers: unknown[] = []
    const pending = dapp.request('eth_requestAccounts').then((answer) => answers.push(answer))
    await dapp.waitUntilOpen()
    await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('IFRAME')
    expect((await pageState()).overflow, way).toEqual(['hidden', 'visible'])
    await page.mouse.wheel(0, 400)
    // Some password managers make unrecognised dialogs inert.
    await page.evaluate(() =>
      document.querySelector('dialog[data-drawbridge]')?.toggleAttribute('inert', true),
    )
    await expect(page.locator('dialog[data-drawbridge][inert]')).toHaveCount(0)

    await close()
    await pending
    await expect(page.locator('dialog[data-drawbridge][open]')).toHaveCount(0)
    expect(answers, way).toEqual([expect.objectContaining(modalClosed)])
    expect(before.focus).toBe('connect')
    expect(await pageState(), way).toEqual(before)
  }
  expect(await dapp.wallet().promptCount()).toBe(0)
  expect(await dapp.state()).toMatchObject({ open: false, status: 'disconnected' })
})

test('request under the modal › closed › 4001 ‘Modal closed’, late result dropped', async ({ dapp }) => {
  await dapp.open()
  await dapp.connect()
  await dapp.waitForPointer()
  await dapp.openModal()
  const account = await dapp.account()
  const answer = dapp.request('personal_sign', ['0x68656c6c6f', account])
  await expect(dapp.wallet().prompt).toBeVisible()
  // The wallet's window covers the modal, so the host closes it by API.
  await dapp.page.evaluate(() => window.bridge.closeModal())
  expect(await answer).toMatchObject(modalClosed)
  await dapp.waitForPointer()
  await dapp.wallet().approve()
  expect(await dapp.request('personal_sign', ['not even hex'])).toMatchObject({ is: 'failed' })
})

test('wallet or WalletConnect request › modal closes › 4001, late result dropped', async ({
  dapp,
  phone,
}) => {
  await dapp.open({ config: { features: { multiWallet: true } } })
  await dapp.connect()
  await dapp.waitForPointer()
  await dapp.openModal()
  const requestSignature = (walletId: string) =>
    dapp.page.evaluate(async (id) => {
      const address = window.bridge.accounts.find((account) => account.walletId === id)?.address
      try {
        return await window.bridge.requestWallet(id, {
          method: 'personal_sign',
          params: ['0x68656c6c6f', address],
        })
      } catch (error) {
        const { code, message } = Object(error)
        return { is: 'failed', code, message }
      }
    }, walletId)
  const [account] = (await dapp.state()).accounts
  const answer = requestSignature(account?.walletId ?? '')
  await expect(dapp.wallet().prompt).toBeVisible()
  await dapp.page.evaluate(() => window.bridge.closeModal())
  expect(await answer).toEqual(modalClosed)
  await dapp.waitForPointer()
  await dapp.wallet().approve()

  // Repeat with a phone, on which the user does not decide.
  await dapp.page.evaluate(() => window.bridge.disconnect())
  await dapp.connectPhone(phone)
  await phone.script({ requests: { is: 'ignore' } })
  await dapp.openModal()
  const session = requestSignature((await dapp.state()).accounts[0]?.walletId ?? '')
  await expect.poll(() => phone.asked()).toContain('personal_sign')
  await dapp.page.evaluate(() => window.bridge.closeModal())
  expect(await session).toEqual(modalClosed)
})

test('request made in the account event › modal closes › still pending', async ({ dapp, page }) => {
  await dapp.open()
  const signed = page.evaluate(
    () =>
      new Promise((resolve) => {
        let isFirst = true
        window.bridge.ethereum.on('accountsChanged', (accounts) => {
          if (!isFirst) return
          isFirst = false
          const [account] = Array.isArray(accounts) ? accounts : []
          const call = { method: 'personal_sign', params: ['0x68656c6c6f', account] }
          window.bridge.ethereum
            .request(call)
            .then(resolve, ({ code, message }) => resolve({ code, message }))
        })
      }),
  )
  const widget = await dapp.openModal()
  await widget.clickRow('Harbour Wallet')
  await dapp.wallet().approveFirst()
  await expect.poll(() => dapp.wallet().requestedMethods()).toContain('personal_sign')
  await dapp.waitForPointer()
  await dapp.wallet().approve()
  expect(await signed).toMatch(/^0x[0-9a-f]{130}$/)
})

test('modal › axe, and Tab twenty times either way › stays inside (test 34)', async ({ dapp, page }) => {
  await dapp.open()
  const widget = await dapp.openModal()
  await expect(widget.row('Harbour Wallet')).toBeVisible()
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let press = 0; press < 20; press += 1) {
      await page.keyboard.press(key)
      const focused = await page.evaluate(() => document.activeElement?.tagName)
      // Between the last control and the first, the browser's UI has the focus.
      expect(['IFRAME', 'BODY', 'DIALOG'], `${key} ${press}`).toContain(focused)
    }
  }
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')).toEqual([])
})
