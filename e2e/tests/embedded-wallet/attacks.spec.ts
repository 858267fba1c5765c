import type { Frame, Page } from '@playwright/test'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { type BrowserState, readBrowserState } from '../pages/browser-state.ts'
import { logInByEmail, newEmail, openVault, signUpByEmail } from '../pages/embedded-wallet.ts'
import { codeSecret, findSecrets, keySecret, phraseSecret, textSecret } from '../pages/find-secrets.ts'
import { openVaultBySettings } from '../pages/own-wallet-journey.ts'
import { VaultChannel } from '../pages/vault-channel.ts'

test.use(reducedMotion)

const openWindow = 'Review in your wallet'

/** A secret of a hostile page in the form of the widget's: an id and a key. */
const forgedId = 'A'.repeat(22)
const forgedFragment = `#${forgedId}.${'B'.repeat(43)}`

/** Records the messages that a document receives. */
const recordMessages = (page: Page | Frame) =>
  page.evaluate(() => {
    const received: unknown[] = []
    addEventListener('message', ({ data, origin }) => received.push([origin, data]))
    Object.assign(window, { received })
  })

/** The recorded messages, each with its origin. */
const messagesOf = (page: Page | Frame): Promise<unknown> =>
  page.evaluate(() => Reflect.get(window, 'received'))

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

test('vault › framed without frame-ancestors › script does not start', async ({ dapp, browserErrors }) => {
  browserErrors.expect(/frame-ancestors/)
  await dapp.open({ site: 'evil' })
  await recordMessages(dapp.page)
  const { origin } = dapp.world.stack.vault
  const visit = await dapp.page.context().newPage()
  const response = await visit.goto(`${origin}/`)
  const body = (await response?.text()) ?? ''
  const {
    'x-frame-options': _,
    'content-security-policy': policy = '',
    ...headers
  } = response?.headers() ?? {}
  await visit.close()
  expect(policy).toContain('frame-ancestors')
  const directives = policy.split(';').filter((directive) => !directive.includes('frame-ancestors'))
  await dapp.page.route(`${origin}/`, (route) =>
    route.fulfill({ body, headers: { ...headers, 'content-security-policy': directives.join(';') } }),
  )
  const apiRequests: string[] = []
  dapp.page.on('request', (request) => {
    if (request.url().startsWith(`${origin}/v1/`)) apiRequests.push(request.url())
  })
  await dapp.page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src, id: 'framed-vault' }))
  }, `${origin}/${forgedFragment}`)
  const root = dapp.page.frameLocator('#framed-vault').locator('#vault')
  await expect(root).toHaveText('Your wallet cannot be shown inside another page.')
  await expect(root.locator('*')).toHaveCount(0)
  expect(await root.evaluate(() => [location.hash, localStorage.length, sessionStorage.length])).toEqual([
    forgedFragment,
    0,
    0,
  ])
  await root.evaluate(() => parent.postMessage('last', '*'))
  await expect.poll(() => messagesOf(dapp.page)).toEqual([[origin, 'last']])
  expect(apiRequests).toEqual([])
})

test('page opens the vault with a secret of its own › it gets no message, and nothing is offered', async ({
  dapp,
  browserErrors,
}) => {
  // The mailbox of a secret that the widget did not create does not exist.
  browserErrors.expect(/frame-ancestors/, /404 .*\/v1\/mailbox\//)
  await dapp.open({ site: 'evil' })
  await recordMessages(dapp.page)
  const { origin } = dapp.world.stack.vault
  const opened = dapp.page.context().waitForEvent('page')
  // The vault asks the server for a mailbox once its opener has not responded for a second.
  const mailbox = dapp.page
    .context()
    .waitForEvent('request', (request) => request.url().includes(`/v1/mailbox/${forgedId}`))
  await dapp.page.evaluate((url) => void window.open(url), `${origin}/${forgedFragment}`)
  const vault = await opened
  await expect(vault.getByText('Opening your wallet…')).toBeVisible()
  await mailbox
  // Messages of a window arrive in order: earlier ones would be before this one.
  await vault.evaluate(() => window.opener.postMessage('last', '*'))
  await expect.poll(() => messagesOf(dapp.page)).toContainEqual([origin, 'last'])
  expect(await messagesOf(dapp.page)).toEqual([[origin, 'last']])
  await expect(vault.getByRole('button')).toHaveCount(0)
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
  const channel = await VaultChannel.record(dapp.page.context(), dapp.world.stack.vault.origin)
  await dapp.open({ project: 'shop' })
  await signUpByEmail(dapp, newEmail())
  const response = dapp.request('personal_sign', ['0x68656c6c6f', await dapp.account()])
  await dapp.waitUntilOpen()
  const vault = await openVault(dapp, openWindow)
  const confirm = vault.button('Confirm')
  await confirm.dispatchEvent('click')
  await expect(vault.page.locator('[data-gate="armed"]')).toBeVisible()
  expect(channel.approvals()).toEqual([])
  await confirm.dblclick()
  expect(await response).toMatchObject({ is: 'ok' })
  await vault.closesItself()
  expect(channel.approvals()).toHaveLength(1)
})

test('approval › sent again for two other requests › signs neither', async ({ dapp }) => {
  const { origin } = dapp.world.stack.vault
  const channel = await VaultChannel.record(dapp.page.context(), origin)
  await dapp.open({ project: 'shop' })
  await signUpByEmail(dapp, newEmail())
  const account = await dapp.account()
  const openRequest = async (text: string) => {
    const response = dapp.request('personal_sign', [`0x${Buffer.from(text).toString('hex')}`, account])
    await dapp.waitUntilOpen()
    return { response, vault: await openVault(dapp, openWindow) }
  }
  const first = await openRequest('hello')
  await first.vault.page.evaluate(() => {
    window.close = () => {}
    window.approvalChange = { is: 'repeat' }
  })
  await first.vault.approve()
  expect(await first.response).toMatchObject({ is: 'ok' })
  await expect(first.vault.text('Signed', { exact: true })).toBeVisible()
  const [approval] = channel.approvals()
  expect(approval).toMatchObject({ is: 'approved', request: { method: 'personal_sign' } })

  // The same request: the first window and the page send the approval while the second window waits.
  const same = await openRequest('hello')
  await expect(same.vault.page.locator('[data-gate="armed"]')).toBeVisible()
  const frame = dapp.frameAt('/embed/1/')
  await recordMessages(frame)
  await channel.replay(first.vault.page, approval)
  await dapp.page.evaluate((message) => window.frames[0]?.postMessage(message, '*'), approval)
  const pageOrigin = new URL(dapp.page.url()).origin
  await expect.poll(() => messagesOf(frame)).toContainEqual([origin, approval])
  await expect.poll(() => messagesOf(frame)).toContainEqual([pageOrigin, approval])
  await same.vault.button('Cancel').click()
  expect(await same.response).toMatchObject({ is: 'failed', code: 4001 })
  await same.vault.closesItself()
  await expect(dapp.widget.sheet).toBeHidden()

  // Another request: its own window sends the approval of the first one.
  const other = await openRequest('goodbye')
  await other.vault.page.evaluate((by) => {
    window.approvalChange = { is: 'replace', by }
  }, approval)
  await other.vault.approve()
  await other.vault.alerts('This request is no longer valid')
  await dapp.widget.button('Cancel').click()
  expect(await other.response).toMatchObject({ is: 'failed', code: 4001 })
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

test('storage, URLs, consoles › contain no key, words, code or window secret', async ({ dapp }) => {
  const messages: string[] = []
  dapp.page.context().on('console', (message) => messages.push(message.text()))
  const states: BrowserState[] = []
  const frames = (page: Page) => [page.mainFrame(), dapp.frameAt('/embed/1/'), dapp.page.mainFrame()]
  const readStates = async (page: Page) => {
    for (const frame of frames(page)) states.push(await readBrowserState(frame))
  }
  /** The fragment of the window's URL, which its session storage has for a reload. */
  const secretOf = async (page: Page) => {
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('drawbridge-confirm'))).toContain('#')
    const record = (await page.evaluate(() => sessionStorage.getItem('drawbridge-confirm'))) ?? ''
    const [, key = ''] = /#[\w-]{22}\.([\w-]{43})/.exec(record) ?? []
    expect(key).toHaveLength(43)
    return textSecret('secret of the window', key)
  }

  await dapp.open({ project: 'shop' })
  await logInByEmail(dapp, newEmail())
  const vault = await openVault(dapp, 'Create wallet')
  const secrets = [await secretOf(vault.page)]
  await vault.button('Create wallet').click()
  await expect(vault.text('Your wallet is ready')).toBeVisible()
  expect(vault.page.url()).toBe(`${dapp.world.stack.vault.origin}/`)
  await vault.row('Save a recovery code').click()
  const shownGroups = vault.page.getByTestId('recovery-code').locator('span')
  await expect(shownGroups).toHaveCount(6)
  const groups = await shownGroups.allTextContents()
  secrets.push(codeSecret(groups))
  await readStates(vault.page)
  await vault.field('Last five characters').fill(groups.at(-1) ?? '')
  await vault.button('I saved it').click()
  await vault.announces('Your wallet is safe')
  await vault.closesItself()
  await expect(dapp.widget.sheet).toBeHidden()

  const settings = await openVaultBySettings(dapp, 'Recovery phrase and keys')
  secrets.push(await secretOf(settings.page))
  await settings.row('Show the 12 words').click()
  await settings.button('Show the words').click()
  const shownWords = settings.page.getByTestId('recovery-phrase').locator('li')
  await expect(shownWords).toHaveCount(12)
  const words = await shownWords.allTextContents()
  secrets.push(phraseSecret(words))
  await readStates(settings.page)
  await settings.button('Done').click()
  for (const chain of ['Ethereum', 'Solana', 'Polkadot']) {
    await settings.row('Show an account key').click()
    await settings.row(chain).click()
    await settings.button('Show the key').click()
    const key = (await settings.page.getByTestId('exported-key').textContent()) ?? ''
    expect(key).toMatch(/^\w{64,}$/)
    secrets.push(keySecret(`${chain} key`, key))
    await readStates(settings.page)
    await settings.button('Done').click()
  }
  expect(settings.page.url()).toBe(`${dapp.world.stack.vault.origin}/`)

  const entries = states.flatMap((state) => state.entries)
  const { origin } = dapp.world.stack.vault
  const walletRecords = `${origin} drawbridge-wallets wallets`
  // The scan reads values: the record of the wallet has the address of the account.
  const address = textSecret('address', (await dapp.account()) ?? '')
  expect(findSecrets(entries, [address])).toContain(`address in ${walletRecords}`)
  const consoles = messages.map((text) => ['console', text] as const)
  const found = new Set(findSecrets([...entries, ...consoles], secrets))
  // The tab's session storage has the window's secret for a reload (docs/security.md, "The confirm window").
  expect([...found]).toEqual([`secret of the window in ${origin} sessionStorage drawbridge-confirm`])
  const keys = states.flatMap((state) => state.keys)
  expect(keys).toContainEqual({ place: walletRecords, exported: 'refused' })
  expect(keys.filter(({ exported }) => exported === 'exported')).toEqual([])
})
