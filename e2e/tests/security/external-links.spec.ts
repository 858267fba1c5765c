import type { Page } from '@playwright/test'
import { changeDeployConfig } from '../change-deploy-config.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { localChain } from '../local-chain.ts'

test.use(reducedMotion)

test('external links › any href from the host › no opener, https only (test 40)', async ({
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
  await widget.clickRow('Corner Wallet')
  await widget.shows(/Corner Wallet/)
  const links = widget.root.locator('a[href]')
  await expect(links).toHaveCount(2)
  for (const link of await links.all()) {
    expect(await link.getAttribute('href')).toMatch(/^https:\/\//)
    expect(await link.getAttribute('rel')).toMatch(/noopener/)
    // Keep the link, but point it to a site of the local world.
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

test('host links › not https › rejected with the option’s name (test 40)', async ({ dapp, page }) => {
  await dapp.open({ wallets: 'none' })
  const invalidUrls = [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://corner.example/',
    'intent://corner',
    'file:///etc/hosts',
  ]
  for (const homepage of invalidUrls) {
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

/** Records requests; returns, for those whose URL contains a text, whether the host page sent each. */
function watchRequests(page: Page) {
  const requests: { readonly url: string; readonly isPage: boolean }[] = []
  page.on('request', (request) => {
    requests.push({ url: request.url(), isPage: request.frame() === page.mainFrame() })
  })
  return (part: string) => requests.filter(({ url }) => url.includes(part)).map(({ isPage }) => isPage)
}

test('host’s rpcUrls › read by its page, never by the widget, loopback too (test 39)', async ({
  dapp,
  testAccounts,
  page,
  browserErrors,
  world,
}) => {
  browserErrors.expect(/trap/)
  const traps = [`${world.stack.evil.origin}/trap`, 'http://127.0.0.1:9/trap']
  const requested = watchRequests(page)
  const network = (id: string) => ({
    id,
    name: 'Trap',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: traps,
  })
  await dapp.open({ config: { networks: [network('eip155:1'), network('eip155:8453')] } })
  await dapp.connect()
  await dapp.waitForPointer()
  const widget = await dapp.openModal()
  await widget.shows('Account')
  await expect(widget.text('12.5').first()).toBeVisible()
  await expect(widget.text('Reported by this site')).toHaveCount(0)
  expect(requested('/trap')).toEqual([])
  // The page's RPC URLs fail, and the widget has no fallback.
  expect(await dapp.request('eth_getBalance', [testAccounts.harbour[0].address, 'latest'])).toMatchObject({
    is: 'failed',
    code: 4901,
  })
  expect(requested('/trap')).toContain(true)
  expect(requested('/trap')).not.toContain(false)
})

test('chain of the site only › read in the page › marked, widget fetches nothing', async ({
  dapp,
  testAccounts,
  page,
  world,
}) => {
  const [account] = testAccounts.harbour
  const chain = localChain(world.stack, 31_337)
  // Remove the chain from the deployment and its services.
  await changeDeployConfig(page, world.stack.widget, (config) => ({
    ...config,
    networks: Object(config.networks).filter(({ id }: { id: string }) => id !== chain.id),
  }))
  await page.route('**/v1/supported-chains*', (route) =>
    route.fulfill({ json: { http: ['eip155:1', 'eip155:8453'], ws: [] } }),
  )
  const requested = watchRequests(page)
  const shop = {
    id: chain.id,
    name: 'Shop Chain',
    nativeCurrency: { name: 'Shop Coin', symbol: 'SHOP', decimals: 18 },
    rpcUrls: [chain.rpcUrl],
  }
  await dapp.open({
    wallets: [{ id: 'harbour', accounts: [account.label], script: { wrongChain: 31_337 } }],
    config: { networks: ['eip155:1', shop] },
  })
  await dapp.connect()
  const before = requested(chain.rpcUrl).length
  expect(await dapp.request('eth_getBalance', [account.address, 'latest'])).toEqual({
    is: 'ok',
    result: `0x${(await chain.balance(account.address)).toString(16)}`,
  })
  expect(requested(chain.rpcUrl).length).toBe(before + 1)

  const widget = await dapp.openModal()
  await widget.shows('Account')
  await expect(widget.text('12.5').first()).toBeVisible()
  await expect(widget.text('Reported by this site').first()).toBeVisible()
  await widget.button('Send').click()
  await widget.selectToken('SHOP')
  await expect(widget.text('Reported by this site')).toBeVisible()
  const to = `0x${crypto.randomUUID().replaceAll('-', '').padStart(40, '7')}` as const
  await widget.fillSend({ token: 'SHOP', amount: '0.25', to })
  await expect(widget.fact('Network fee')).toContainText('Reported by this site')
  await dapp.wallet().script({ mode: 'approve' })
  await widget.button('Send in Harbour Wallet').click()
  await widget.announces('Confirmed')
  await expect(widget.text('Reported by this site')).toBeVisible()
  expect(await chain.balance(to)).toBe(250_000_000_000_000_000n)

  expect(requested(chain.rpcUrl)).not.toContain(false)
  expect(requested('chainId=eip155%3A31337')).toEqual([])
})
