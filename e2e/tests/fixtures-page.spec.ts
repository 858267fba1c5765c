import { expect, test } from './fixtures.ts'

test('standalone › every view and state has a link › fixtures marked, send no requests', async ({
  page,
  standalone,
}) => {
  await standalone.open()
  await standalone.widget.shows('Connect wallet')
  await page.getByRole('link', { name: 'All views and states' }).click()
  await expect(page.getByRole('heading', { name: 'Views and states' })).toBeVisible()

  const views = page.getByRole('heading', { level: 2 })
  await expect(views.getByRole('link')).toHaveText([
    'Connect',
    'ConnectingExternal',
    'ConnectingMultiChain',
    'ConnectWallets',
    'ConnectingWalletConnect',
    'ConnectingWalletConnectBasic',
    'AllWallets',
    'WhatIsAWallet',
    'GetWallet',
    'Account',
    'ProfileWallets',
    'RegisterAccountName',
    'RegisterAccountNameSuccess',
    'SmartSessionList',
    'SmartSessionSettings',
    'SmartSessionCreated',
    'Networks',
    'SwitchNetwork',
    'SwitchActiveChain',
    'UnsupportedChain',
    'WalletSend',
    'WalletSendSelectToken',
    'WalletSendScan',
    'WalletSendReview',
    'WalletReceive',
    'Swap',
    'SwapSelectToken',
    'SwapPreview',
    'PayWithExchange',
    'PayWithExchangeSelectAsset',
    'PayWithExchangeStatus',
    'OnRampProviders',
    'OnRampAmount',
    'OnRampFiatSelect',
    'OnRampTokenSelect',
    'BuyInProgress',
    'Transaction',
    'PastTransaction',
    'ApproveTransaction',
    'CallsStatus',
    'Blocked',
    'DataCapture',
    'DataCaptureOtpConfirm',
    'SIWXSignMessage',
  ])

  const requested: string[] = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await page.getByRole('link', { name: 'several accounts' }).click()
  await standalone.widget.shows('Account')
  await expect(page.getByRole('navigation', { name: 'Samples' })).toContainText('Nothing here is real')
  await expect(standalone.widget.text('1.239 ETH').first()).toBeVisible()
  // The next one comes into the same document; one that was there before begins with a document of its own.
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''))
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('navigation', { name: 'Samples' })).toContainText('Account: price unknown')
  await expect(page.locator('html[data-same][data-sample="settled"]')).toBeVisible()
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(page.getByRole('navigation', { name: 'Samples' })).toContainText('Account: several accounts')
  await expect(page.locator('html:not([data-same])[data-sample="settled"]')).toBeVisible()
  expect(
    requested.filter(
      (path) => !/^\/(dev\.html$|widget\.config\.json$|(dev-assets|wallets|networks|tokens)\/)/.test(path),
    ),
  ).toEqual([])

  // A view's own link leads back to the running widget, with the wallets of this page.
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByRole('link', { name: 'AllWallets' }).click()
  await standalone.widget.shows('All wallets')
  await expect(standalone.widget.row('Harbour Wallet')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Samples' })).toBeHidden()
})
