import { expect, test } from '../fixtures.ts'

test('error: every link that leads outside opens without an opener, over https, whatever links the host hands over (test 40)', async ({
  context,
  dapp,
  page,
  world,
}) => {
  const custom = {
    id: 'corner-wallet',
    name: 'Corner Wallet',
    homepage: 'https://corner.example/',
    mobile_link: 'javascript:globalThis.hacked=1',
    desktop_link: 'intent://corner#Intent;scheme=javascript;end',
    chrome_store: 'https://chromewebstore.google.com/detail/corner',
  }
  await dapp.open({ config: { customWallets: [custom] } })
  const widget = await dapp.openModal()
  await widget.row('Corner Wallet').click()
  await widget.shows(/Corner Wallet/)
  const links = widget.root.locator('a[href]')
  await expect(links).toHaveCount(2)
  for (const link of await links.all()) {
    expect(await link.getAttribute('href')).toMatch(/^https:\/\//)
    expect(await link.getAttribute('rel')).toMatch(/noopener/)
    // The link as it is, leading to a site that exists here.
    await link.evaluate(
      (anchor, href) => anchor.setAttribute('href', href),
      `${world.stack.evil.origin}/raw.html`,
    )
    const [opened] = await Promise.all([context.waitForEvent('page'), link.click()])
    await opened.waitForURL('**/raw.html')
    expect(await opened.evaluate(() => [window.opener, document.referrer])).toEqual([null, ''])
    await opened.close()
  }
  for (const frame of page.frames())
    expect(await frame.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined()
})

test('error: links of a host that are no https addresses are refused with the name of the option (test 40)', async ({
  dapp,
  page,
}) => {
  await dapp.open({ wallets: 'none' })
  const bad = [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://corner.example/',
    'intent://corner',
    'file:///etc/hosts',
  ]
  for (const homepage of bad) {
    await dapp.open({ config: { customWallets: [{ id: 'corner', name: 'Corner Wallet', homepage }] } })
    const error = await page.evaluate(() =>
      window.bridge.openModal().catch(({ code, message }) => ({ code, message })),
    )
    expect(error, homepage).toMatchObject({
      code: -32602,
      message: expect.stringContaining('customWallets.0.homepage'),
    })
  }
})

test('error: rpcUrls of the host on loopback, link-local, private and file addresses are never fetched by the widget (test 39)', async ({
  dapp,
  hands,
  page,
  world,
}) => {
  const traps = [
    'http://127.0.0.1:9/trap',
    'http://169.254.169.254/trap',
    'http://192.168.0.1/trap',
    `${world.stack.evil.origin}/trap`,
  ]
  const tried: string[] = []
  page.context().on('request', (request) => tried.push(request.url()))
  const network = (id: string, rpcUrls: readonly string[]) => ({
    id,
    name: 'Trap',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls,
  })
  await dapp.open({ config: { networks: [network('eip155:1', traps), network('eip155:8453', traps)] } })
  await dapp.connect()
  await dapp.isClear()
  const widget = await dapp.openModal()
  await widget.shows('Account')
  await expect(widget.text('12.5').first()).toBeVisible()
  expect(await dapp.request('eth_getBalance', [hands.harbour[0].address, 'latest'])).toMatchObject({
    is: 'ok',
  })
  expect(await dapp.request('eth_blockNumber')).toMatchObject({ is: 'ok' })
  expect(tried.filter((url) => url.includes('/trap'))).toEqual([])

  // A scheme that no network has is refused whole.
  await dapp.open({ config: { networks: [network('eip155:1', ['file:///etc/passwd'])] } })
  const error = await page.evaluate(() => window.bridge.openModal().catch(({ code }) => code))
  expect(error).toBe(-32602)
  expect(tried.filter((url) => url.startsWith('file:'))).toEqual([])
})
