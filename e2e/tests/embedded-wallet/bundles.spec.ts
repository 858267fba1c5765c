import { parseEther } from 'viem'
import * as z from '#shared/zod.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { newEmail, openVault, signUpByEmail } from '../pages/embedded-wallet.ts'
import { randomAddress } from '../random-address.ts'

test.use(reducedMotion)

const hex = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]+$/))])
const idSchema = z.object({ id: z.string() })
const upgrade = 'Upgrade this account to run several calls as one'

test('two transfers as a bundle › upgrade and calls reviewed in the vault, both arrive, status 200', async ({
  dapp,
}) => {
  await dapp.open({ project: 'shop' })
  await signUpByEmail(dapp, newEmail())
  const from = z.parse(hex, await dapp.account())
  const chain = dapp.world.chain(1)
  await chain.setBalance(from, parseEther('2'))
  expect(await dapp.request('wallet_getCapabilities', [from, ['0x1']])).toEqual({
    is: 'ok',
    result: { '0x1': { atomic: { status: 'ready' } } },
  })
  const [first, second] = [randomAddress(), randomAddress()]
  const value = `0x${parseEther('0.5').toString(16)}`
  const calls = [
    { to: first, value },
    { to: second, value },
  ]
  const bundle = { version: '2.0.0', from, chainId: '0x1', atomicRequired: true, calls }
  const response = dapp.request('wallet_sendCalls', [bundle])
  await dapp.waitUntilOpen()
  const vault = await openVault(dapp, 'Review in your wallet')
  await expect(vault.text(upgrade)).toBeVisible()
  await vault.approve()
  const result = await response
  if (result.is !== 'ok') throw new Error(JSON.stringify(result))
  const { id } = z.parse(idSchema, result.result)
  const status = () => dapp.request('wallet_getCallsStatus', [id])
  await expect.poll(status).toMatchObject({ is: 'ok', result: { status: 200, atomic: true } })
  expect([await chain.balance(first), await chain.balance(second)]).toEqual([
    parseEther('0.5'),
    parseEther('0.5'),
  ])
  await vault.closesItself()
  await dapp.page.reload()
  await expect.poll(() => dapp.account()).toBe(from)
  expect(await status()).toMatchObject({ is: 'ok', result: { status: 200 } })
})
