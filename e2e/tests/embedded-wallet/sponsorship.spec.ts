import { encodeFunctionData, erc20Abi } from 'viem'
import * as z from '#shared/zod.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { newEmail, openVault, signUpByEmail } from '../pages/embedded-wallet.ts'
import { randomAddress } from '../random-address.ts'

test.use(reducedMotion)

const hex = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]+$/))])
const baseHex = '0x2105'
const openWindow = 'Review in your wallet'
const paid = '0 ETH · paid by Local operator'

test('account without native currency › sends tokens, fee paid by the operator, in the vault and on the chain', async ({
  dapp,
}) => {
  await dapp.open({ project: 'shop' })
  await signUpByEmail(dapp, newEmail())
  const from = z.parse(hex, await dapp.account())
  const chain = dapp.world.chain(8453)
  await chain.setTokenBalance('USDC', from, 10_000_000n)
  await dapp.request('wallet_switchEthereumChain', [{ chainId: baseHex }])
  const recipient = randomAddress()
  const args = [recipient, 4_000_000n] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  const response = dapp.request('eth_sendTransaction', [{ from, to: chain.token('USDC').address, data }])
  await dapp.waitUntilOpen()
  await expect(dapp.widget.text(paid)).toBeVisible()
  const vault = await openVault(dapp, openWindow)
  await expect(vault.text(paid)).toBeVisible()
  await expect(vault.text('Upgrade this account to run several calls as one')).toBeVisible()
  await vault.approve()
  const result = await response
  if (result.is !== 'ok') throw new Error(JSON.stringify(result))
  expect(await chain.receipt(z.parse(hex, result.result))).toMatchObject({ status: 'success' })
  expect(await chain.tokenBalance('USDC', recipient)).toBe(4_000_000n)
  expect(await chain.balance(from)).toBe(0n)
  await vault.closesItself()
  await expect(dapp.widget.sheet).toBeHidden()
})
