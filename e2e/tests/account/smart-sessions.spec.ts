import { expect, reducedMotion, test } from '../fixtures.ts'

test.use(reducedMotion)

test('smart session › granted after a review, revoked by a signature', async ({ dapp }) => {
  const { widget } = dapp
  const wallets = [{ id: 'harbour', script: { sessions: true } }]
  await dapp.open({ wallets, config: { features: { smartSessions: true } } })
  await dapp.connect()
  await dapp.card('eip155').button('Subscribe').click()
  await widget.shows('Review request')
  await expect(widget.root.getByRole('heading', { name: 'Let this site act for your account' })).toBeVisible()
  await expect(widget.root.getByRole('heading', { name: 'Spend up to 0.01 ETH each week' })).toBeVisible()
  await widget.announces('It can act without asking again')
  expect(await dapp.wallet().requestedMethods()).not.toContain('wallet_grantPermissions')
  await widget.clickGated(widget.button('Continue in Harbour Wallet'))
  await dapp.wallet().approve()
  await expect(dapp.page.getByRole('log')).toContainText(/wallet_grantPermissions.*"context":"[0-9a-f-]{36}"/)

  await widget.announces('Session created')
  await widget.button('Done').click()
  await dapp.openModal()
  await widget.shows('Account')
  await widget.button('Smart sessions').click()
  await widget.shows('Smart sessions')
  await widget.clickRow('Tidewater Coffee')
  await widget.shows('Session')
  await expect(widget.text('Spend up to 0.01 ETH each week')).toBeVisible()
  await widget.button('Revoke in Harbour Wallet').click()
  await dapp.wallet().approve()
  await widget.announces('Session revoked')
  await widget.button('See sessions').click()
  await expect(widget.tab('Revoked')).toHaveAttribute('aria-selected', 'true')
  await expect(widget.row('Tidewater Coffee')).toBeVisible()
  await widget.tab('Active').click()
  await expect(widget.text('No active sessions')).toBeVisible()
})
