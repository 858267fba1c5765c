import { expect, reducedMotion, test } from '../fixtures.ts'

test.use(reducedMotion)

test('bridge.wallets › lists the page’s wallets › connect and disconnect by the widget', async ({
  dapp,
  testAccounts,
  page,
}) => {
  await dapp.open()
  const wallets = () =>
    page.evaluate(() =>
      window.bridge.wallets.map(({ provider, icon, ...rest }) => ({
        ...rest,
        hasProvider: typeof provider === 'object',
        hasIcon: icon?.startsWith('data:image/') === true,
      })),
    )
  const harbour = {
    id: 'ethereum:test.harbour',
    platform: 'ethereum',
    type: 'injected',
    name: 'Harbour Wallet',
    providerId: 'test.harbour',
    isConnected: false,
    hasProvider: true,
    hasIcon: true,
  }
  await expect.poll(wallets).toMatchObject([harbour, { id: 'ethereum:test.lantern' }])

  const rejected = page.evaluate(() =>
    window.bridge.wallets[0]?.connect().then(
      () => 'connected',
      (error) => Object(error).code,
    ),
  )
  await dapp.wallet().reject()
  expect(await rejected).toBe(4001)
  const connected = page.evaluate(() => window.bridge.wallets[0]?.connect())
  await dapp.wallet().approve()
  await connected
  expect(await wallets()).toMatchObject([{ ...harbour, isConnected: true }, { isConnected: false }])
  expect(await page.evaluate(() => window.bridge.accounts)).toMatchObject(
    testAccounts.harbour.map(({ address }) => ({
      id: `ethereum:test.harbour:${address}`,
      platform: 'ethereum',
      address,
      walletName: 'Harbour Wallet',
      walletId: 'ethereum:test.harbour',
    })),
  )
  await page.evaluate(() => window.bridge.wallets[0]?.disconnect())
  expect(await wallets()).toMatchObject([harbour, {}])
  expect(await dapp.state()).toMatchObject({ status: 'disconnected', accounts: [], chains: [] })
})

test('subscribe › emits the current value, then each change › until unsubscribed', async ({
  dapp,
  testAccounts,
  page,
}) => {
  await dapp.open()
  const received = await page.evaluateHandle(() => {
    const log: [string, unknown][] = []
    for (const name of ['open', 'status', 'accounts', 'chains', 'wallets'] as const) {
      const size = (value: unknown) => (Array.isArray(value) ? value.length : value)
      window.bridge.subscribe(name, (value) => log.push([name, name === 'chains' ? value : size(value)]))
    }
    const stop = window.bridge.subscribe('open', () => log.push(['stopped', 0]))
    stop()
    const never = () => log.push(['removed', 0])
    window.bridge.ethereum.on('accountsChanged', never)
    window.bridge.ethereum.removeListener('accountsChanged', never)
    return log
  })
  const of = async (name: string) =>
    (await received.jsonValue()).filter(([one]) => one === name).map(([, value]) => value)
  expect(await received.jsonValue()).toEqual(
    expect.arrayContaining([
      ['open', false],
      ['status', 'disconnected'],
      ['accounts', 0],
      ['chains', []],
    ]),
  )
  await dapp.connect()
  await expect.poll(() => of('open')).toEqual([false, true, false])
  expect(await of('status')).toEqual(['disconnected', 'connecting', 'connected'])
  expect(await of('accounts')).toEqual([0, testAccounts.harbour.length])
  expect(await of('chains')).toEqual([[], ['eip155:1']])
  await page.evaluate(() => window.bridge.disconnect('eip155'))
  expect((await of('status')).at(-1)).toBe('disconnected')
  expect(await of('accounts')).toEqual([0, testAccounts.harbour.length, 0])
  expect([...(await of('stopped')), ...(await of('removed'))]).toEqual([0])
})

test('closeModal › provider request pending › rejects 4001 Modal closed', async ({
  dapp,
  testAccounts,
  page,
}) => {
  await dapp.open()
  const requested = dapp.request('eth_requestAccounts')
  await dapp.waitUntilOpen()
  await page.evaluate(() => window.bridge.closeModal())
  expect(await requested).toMatchObject({
    is: 'failed',
    code: 4001,
    message: expect.stringContaining('Modal closed'),
  })

  await dapp.connect()
  await dapp.wallet().script({ neverAnswers: true, methods: ['personal_sign'] })
  const widget = await dapp.openModal()
  const signed = dapp.request('personal_sign', ['0x68656c6c6f', testAccounts.harbour[0].address])
  await expect.poll(() => dapp.wallet().requestedMethods()).toContain('personal_sign')
  await widget.close.click()
  expect(await signed).toMatchObject({
    is: 'failed',
    code: 4001,
    message: expect.stringContaining('Modal closed'),
  })
})

test('openModal › called in the account event › the view stays open', async ({ dapp, page }) => {
  await dapp.open()
  await page.evaluate(() => {
    const stop = window.bridge.subscribe('accounts', (accounts) => {
      if (!Array.isArray(accounts) || accounts.length === 0) return
      queueMicrotask(() => stop())
      window.bridge.openModal({ view: 'WalletSend' }).catch(() => {})
    })
  })
  const widget = await dapp.openModal()
  await widget.clickRow('Harbour Wallet')
  await dapp.wallet().approve()
  await widget.shows('Send')
  await widget.selectToken('USDC')
  await widget.shows('Send')
})

test('destroy › modal open, calls pending › closes, rejects, removes every element', async ({
  dapp,
  page,
}) => {
  await dapp.open()
  await dapp.connectButton.focus()
  const waiting = page.evaluate(() =>
    window.bridge.openModal().then(
      ({ is }) => is,
      (error) => Object(error).code,
    ),
  )
  await dapp.waitUntilOpen()
  await page.evaluate(() => window.bridge.destroy())
  expect(await waiting).toBe(4900)
  const left = () =>
    page.evaluate(() => ({
      elements: document.querySelectorAll('iframe, dialog, [data-drawbridge]').length,
      sheets: document.adoptedStyleSheets.length,
      overflow: [document.documentElement.style.overflow, document.body.style.overflow],
      padding: document.body.style.paddingInlineEnd,
    }))
  expect(await left()).toEqual({ elements: 0, sheets: 0, overflow: ['', ''], padding: '' })
  await expect.poll(() => page.frames().length).toBe(1)
  await expect(dapp.connectButton).toBeFocused()
  expect(
    await page.evaluate(() =>
      window.bridge.openModal().then(
        () => 'opened',
        (error) => Object(error).code,
      ),
    ),
  ).toBe(4900)
  expect(await left()).toMatchObject({ elements: 0 })
})

test('createDrawbridge › no project id, no name, unsafe widget URL › throws by name', async ({
  dapp,
  page,
  browserErrors,
}) => {
  browserErrors.expect(/Failed to load resource/)
  await dapp.open()
  const rejections = await page.evaluate(async () => {
    const { createDrawbridge } = await import('/sdk/bundle.js')
    const good = { projectId: 'demo', metadata: { name: 'Shop' } }
    const rejectionOf = (options: Readonly<Record<string, unknown>>) => {
      try {
        createDrawbridge(options).destroy()
        return 'none'
      } catch (error) {
        return `${Object(error).code}: ${Object(error).message}`
      }
    }
    return [
      rejectionOf({ ...good, projectId: '' }),
      rejectionOf({ projectId: 'demo', metadata: {} }),
      rejectionOf({ ...good, widgetUrl: 'http://widget.example' }),
      rejectionOf({ ...good, widgetUrl: 'javascript:alert(1)' }),
    ]
  })
  expect(rejections).toEqual([
    'APKT008: Project ID Missing',
    expect.stringMatching(/^config\/invalid: /),
    expect.stringMatching(/^config\/widget-url: /),
    expect.stringMatching(/^config\/widget-url: /),
  ])
})
