import { type Address, encodeFunctionData, erc20Abi, parseEther, parseUnits } from 'viem'
import * as z from '#shared/zod.ts'
import { expect } from '../fixtures.ts'
import type { Dapp } from './dapp.ts'
import { newEmail, openVault, signUpByEmail } from './embedded-wallet.ts'

const hex = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-fA-F]+$/))])

/** Requests a payment of the user's ether. */
export async function requestPayment(dapp: Dapp, to: Address, ether: string) {
  const value = `0x${parseEther(ether).toString(16)}`
  const response = dapp.request('eth_sendTransaction', [{ from: await dapp.account(), to, value }])
  await dapp.waitUntilOpen()
  return response
}

/** Requests a payment of the user's USDC. */
export async function requestTokenPayment(dapp: Dapp, to: Address, dollars: string) {
  const args = [to, parseUnits(dollars, 6)] as const
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
  const contract = dapp.world.chain(1).token('USDC').address
  const response = dapp.request('eth_sendTransaction', [{ from: await dapp.account(), to: contract, data }])
  await dapp.waitUntilOpen()
  return response
}

/** Signs up a user with 5 ether and 100 USDC. */
export async function signUpWithFunds(dapp: Dapp): Promise<void> {
  await dapp.open({ project: 'shop' })
  await signUpByEmail(dapp, newEmail())
  const chain = dapp.world.chain(1)
  const account = z.parse(hex, await dapp.account())
  await chain.setBalance(account, parseEther('5'))
  await chain.setTokenBalance('USDC', account, parseUnits('100', 6))
}

/** Makes two payments, and sets a limit after the second. */
export async function setLimit(
  dapp: Dapp,
  request: () => Promise<unknown>,
  { symbol, maximum }: { symbol: string; maximum: string },
): Promise<void> {
  for (const isFirst of [true, false]) {
    const response = request()
    const vault = await openVault(dapp, 'Review in your wallet')
    await vault.approve()
    expect(await response).toMatchObject({ is: 'ok' })
    if (!isFirst) {
      await vault.field(`Limit in ${symbol}, in total`).fill(maximum)
      await vault.button('Set limit').click()
    }
    await vault.closesItself()
  }
}

/** Signs up a user who pays 0.1 ether twice and then sets a limit of 0.5. */
export async function setEtherLimit(dapp: Dapp, to: Address): Promise<void> {
  await signUpWithFunds(dapp)
  await setLimit(dapp, () => requestPayment(dapp, to, '0.1'), { symbol: 'ETH', maximum: '0.5' })
}
