import { type Address, parseEther, verifyMessage } from 'viem'
import * as z from '#shared/zod.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { newEmail, openVault, signUpByEmail } from '../pages/embedded-wallet.ts'
import { randomAddress } from '../random-address.ts'
import { rotatingTests } from '../rotating-tests.ts'

test.use(reducedMotion)

const rotating = rotatingTests({ of: 3 })

const hex = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]+$/))])
const openWindow = 'Review in your wallet'

async function accountOf(dapp: { account(): Promise<string | undefined> }): Promise<Address> {
  return z.parse(hex, await dapp.account())
}

test('message of the page › cancelled in the vault: 4001; then reviewed and signed there', async ({
  dapp,
}) => {
  await dapp.open({ project: 'shop' })
  await signUpByEmail(dapp, newEmail())
  const address = await accountOf(dapp)
  const cancelled = dapp.request('personal_sign', ['0x68656c6c6f', address])
  await dapp.waitUntilOpen()
  const first = await openVault(dapp, openWindow)
  await first.button('Cancel').click()
  expect(await cancelled).toMatchObject({ is: 'failed', code: 4001 })
  await first.closesItself()

  const response = dapp.request('personal_sign', ['0x68656c6c6f', address])
  await dapp.waitUntilOpen()
  const vault = await openVault(dapp, openWindow)
  await expect(vault.text('hello')).toBeVisible()
  await vault.approve()
  const result = await response
  if (result.is !== 'ok') throw new Error(JSON.stringify(result))
  const signature = z.parse(hex, result.result)
  expect(await verifyMessage({ address, message: 'hello', signature })).toBe(true)
  await vault.closesItself()
})

rotating()(
  'two transfers requested at once › each with its own nonce, one after the other',
  async ({ dapp }) => {
    await dapp.open({ project: 'shop' })
    await signUpByEmail(dapp, newEmail())
    const address = await accountOf(dapp)
    const chain = dapp.world.chain(1)
    await chain.setBalance(address, parseEther('2'))
    const to = randomAddress()
    const request = (ether: string) => {
      const value = `0x${parseEther(ether).toString(16)}`
      return dapp.request('eth_sendTransaction', [{ from: address, to, value }])
    }
    const amounts = ['0.5', '0.25']
    const responses = amounts.map(request)
    for (const amount of amounts) {
      await dapp.waitUntilOpen()
      const vault = await openVault(dapp, openWindow)
      await expect(vault.text(`Send ${amount} ETH`)).toBeVisible()
      await vault.approve()
      // After the second payment on a site the vault offers a spending limit.
      if (amount === '0.25') await vault.button('Not now').click()
      await vault.closesItself()
    }
    for (const response of responses) expect(await response).toMatchObject({ is: 'ok' })
    await expect.poll(() => chain.balance(to)).toBe(parseEther('0.75'))
  },
)

test('Send in the widget › paid with the wallet', async ({ dapp }) => {
  await dapp.open({ project: 'shop' })
  await signUpByEmail(dapp, newEmail())
  const address = await accountOf(dapp)
  const chain = dapp.world.chain(1)
  await chain.setBalance(address, parseEther('2'))
  const to = randomAddress()
  await dapp.card('eip155').button('Send').click()
  await dapp.widget.fillSend({ token: 'ETH', amount: '0.25', to })
  await dapp.widget.button('Send in Drawbridge').click()
  const vault = await openVault(dapp, openWindow)
  await vault.approve()
  await dapp.widget.announces(/^(Submitted|Confirmed)/)
  await expect.poll(() => chain.balance(to)).toBe(parseEther('0.25'))
})

rotating()('name › its message reviewed and signed in the vault, registered', async ({ dapp }) => {
  await dapp.open({ project: 'shop' })
  await signUpByEmail(dapp, newEmail())
  const widget = await dapp.openView({ view: 'Account' })
  await widget.button('Get a name').click()
  await widget.field('Name').fill('vaultlight')
  await expect(widget.text('vaultlight.reown.id is available', { exact: true })).toBeVisible()
  await widget.clickGated(widget.button('Register'))
  const cancelled = await openVault(dapp, openWindow)
  await cancelled.button('Cancel').click()
  await expect(widget.field('Name')).toHaveValue('vaultlight')
  await widget.clickGated(widget.button('Register'))
  const vault = await openVault(dapp, openWindow)
  await vault.approve()
  await expect(widget.text('vaultlight.reown.id is yours')).toBeVisible()
  await vault.closesItself()
})

rotating()(
  'server not reachable while the user reads › the review stays, then a retry signs',
  async ({ dapp, browserErrors }) => {
    browserErrors.expect(/ERR_FAILED/)
    await dapp.open({ project: 'shop' })
    await signUpByEmail(dapp, newEmail())
    const address = await accountOf(dapp)
    const calls = `${dapp.world.stack.vault.origin}/embedded/v1/**`
    const context = dapp.page.context()
    await context.route(calls, (route) => route.abort())
    const response = dapp.request('personal_sign', ['0x68656c6c6f', address])
    await dapp.waitUntilOpen()
    const vault = await openVault(dapp, openWindow)
    await expect(vault.text('hello')).toBeVisible()
    await vault.approve()
    await vault.alerts('That did not work')
    await expect(vault.text(/Nothing was signed/)).toBeVisible()
    await context.unroute(calls)
    await vault.button('Try again').click()
    expect(await response).toMatchObject({ is: 'ok' })
  },
)
