import type { Page } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { logInByEmail, newEmail, openVault, signUpByEmail } from '../pages/embedded-wallet.ts'

test.use(reducedMotion)

const openWindow = 'Review in your wallet'

/** Records the messages that a window's opener would receive from it. */
const recordMessages = (page: Page) =>
  page.evaluate(() => {
    const received: unknown[] = []
    addEventListener('message', ({ data, origin }) => received.push([origin, data]))
    Object.assign(window, { received })
  })

test('page frames the vault › the browser refuses', async ({ dapp, browserErrors }) => {
  browserErrors.expect(/frame-ancestors|X-Frame-Options/)
  await dapp.open({ site: 'evil' })
  const { origin } = dapp.world.stack.vault
  const blocked = dapp.page.waitForEvent('requestfailed', (request) => request.url().startsWith(origin))
  await dapp.page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src }))
  }, `${origin}/`)
  expect((await blocked).failure()?.errorText).toMatch(/BLOCKED/)
})

test('page opens the vault with a secret of its own › it gets no message, and nothing is offered', async ({
  dapp,
  browserErrors,
}) => {
  browserErrors.expect(/frame-ancestors/)
  await dapp.open({ site: 'evil' })
  await recordMessages(dapp.page)
  const { origin } = dapp.world.stack.vault
  const opened = dapp.page.context().waitForEvent('page')
  await dapp.page.evaluate((url) => void window.open(url), `${origin}/#${'A'.repeat(22)}.${'B'.repeat(43)}`)
  const vault = await opened
  await expect(vault.getByText('Opening your wallet…')).toBeVisible()
  expect(await dapp.page.evaluate(() => Reflect.get(window, 'received'))).toEqual([])
  expect(vault.url()).toBe(`${origin}/`)
})

test('vault without a secret › does nothing', async ({ dapp }) => {
  const page = await dapp.page.context().newPage()
  await page.goto(`${dapp.world.stack.vault.origin}/`)
  await expect(page.getByText('Nothing to do here')).toBeVisible()
})

test('vault’s host › serves nothing of the widget, and the widget’s nothing of the vault', async ({
  dapp,
  browserErrors,
}) => {
  browserErrors.expect(/404/)
  const { vault, widget } = dapp.world.stack
  const page = await dapp.page.context().newPage()
  const statusOf = async (url: string) => (await page.goto(url))?.status()
  for (const path of ['/embed/1/demo', '/confirm.html', '/sdk/v1/drawbridge.js', '/openapi.html'])
    expect([path, await statusOf(`${vault.origin}${path}`)]).toEqual([path, 404])
  await page.goto(`${vault.origin}/`)
  const script = await page.locator('script[src^="/assets/"]').getAttribute('src')
  expect(await statusOf(`${vault.origin}${script}`)).toBe(200)
  expect(await statusOf(`${widget.origin}${script}`)).toBe(404)
})

test('eth_sign, a delegation, a sign-in for another domain › refused before any window opens', async ({
  dapp,
}) => {
  await dapp.open({ project: 'shop' })
  await signUpByEmail(dapp, newEmail())
  const account = await dapp.account()
  const digest = `0x${'ab'.repeat(32)}`
  expect(await dapp.request('eth_sign', [account, digest])).toMatchObject({ is: 'failed', code: 4200 })

  const delegate = `0x${'12'.repeat(20)}`
  const authorizationList = [{ address: delegate, chainId: '0x1', nonce: '0x0' }]
  const transaction = { from: account, to: account, authorizationList }
  expect(await dapp.request('eth_sendTransaction', [transaction])).toMatchObject({ is: 'failed' })

  const message = [
    'bank.example wants you to sign in with your Ethereum account:',
    account,
    '',
    'Sign in',
    '',
    'URI: https://bank.example',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: abcdefgh12345678',
    `Issued At: ${new Date().toISOString()}`,
  ].join('\n')
  const bytes = `0x${Buffer.from(message).toString('hex')}`
  expect(await dapp.request('personal_sign', [bytes, account])).toMatchObject({ is: 'failed', code: 4100 })
  expect(dapp.page.context().pages()).toHaveLength(1)
})

test('Confirm clicked at once, and twice › nothing is signed before it is armed, and once after', async ({
  dapp,
}) => {
  await dapp.open({ project: 'shop' })
  await signUpByEmail(dapp, newEmail())
  const response = dapp.request('personal_sign', ['0x68656c6c6f', await dapp.account()])
  await dapp.waitUntilOpen()
  const vault = await openVault(dapp, openWindow)
  const confirm = vault.button('Confirm')
  await confirm.dispatchEvent('click')
  await expect(vault.page.locator('[data-gate="armed"]')).toBeVisible()
  await confirm.dblclick()
  expect(await response).toMatchObject({ is: 'ok' })
  await vault.closesItself()
})

test('request signed in the vault › a second request of the same kind opens its own window', async ({
  dapp,
}) => {
  await dapp.open({ project: 'shop' })
  await signUpByEmail(dapp, newEmail())
  const account = await dapp.account()
  for (let times = 0; times < 2; times += 1) {
    const response = dapp.request('personal_sign', ['0x68656c6c6f', account])
    await dapp.waitUntilOpen()
    const vault = await openVault(dapp, openWindow)
    await vault.approve()
    expect(await response).toMatchObject({ is: 'ok' })
    await vault.closesItself()
    await expect(dapp.widget.sheet).toBeHidden()
  }
})

test('storage of the vault cleared › it signs nothing, says how to restore', async ({ dapp }) => {
  await dapp.open({ project: 'shop' })
  // The vault's window has closed: it would block the deletion.
  await signUpByEmail(dapp, newEmail())
  const page = await dapp.page.context().newPage()
  await page.goto(`${dapp.world.stack.vault.origin}/`)
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        indexedDB.deleteDatabase('drawbridge-wallets').onsuccess = resolve
      }),
  )
  await page.close()
  const response = dapp.request('personal_sign', ['0x68656c6c6f', await dapp.account()])
  response.catch(() => undefined)
  await dapp.waitUntilOpen()
  const vault = await openVault(dapp, openWindow)
  await expect(vault.text('Bring your wallet to this device')).toBeVisible()
  await expect(vault.text(/No passkey and no recovery code was saved/)).toBeVisible()
})

test('storage and address bars › contain no key, words, code or secret of the window', async ({ dapp }) => {
  await dapp.open({ project: 'shop' })
  await logInByEmail(dapp, newEmail())
  const vault = await openVault(dapp, 'Create wallet')
  await vault.button('Create wallet').click()
  await expect(vault.text('Your wallet is ready')).toBeVisible()
  const stored = await vault.page.evaluate(async () => {
    const open = indexedDB.open('drawbridge-wallets')
    const database = await new Promise<IDBDatabase>((resolve) => {
      open.onsuccess = () => resolve(open.result)
    })
    const read = database.transaction('wallets').objectStore('wallets').getAll()
    const [wallet] = await new Promise<unknown[]>((resolve) => {
      read.onsuccess = () => resolve(read.result)
    })
    const { factor } = Object(wallet)
    const exported = await crypto.subtle.exportKey('raw', factor).then(
      () => 'exported',
      () => 'refused',
    )
    return { exported, names: Object.keys(Object(wallet)).sort(), local: { ...localStorage } }
  })
  expect(stored).toEqual({
    exported: 'refused',
    names: ['accounts', 'envelopeId', 'factor', 'sealed', 'userId', 'walletId'],
    local: {},
  })
  expect(vault.page.url()).toBe(`${dapp.world.stack.vault.origin}/`)
})
