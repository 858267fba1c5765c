import { expect, type Page } from '@playwright/test'
import { parseEther, verifyMessage, verifyTypedData } from 'viem'
import { randomAddress } from '../random-address.ts'
import type { TestWorld } from '../world.ts'

/** On the page of `host-sdk/viem`: signs a message and typed data, and verifies both signatures. */
export async function checkViemSigning(page: Page, address: `0x${string}`): Promise<void> {
  const signature = await page.evaluate(() => window.viemDapp.signMessage('Two coffees'))
  expect(await verifyMessage({ address, message: 'Two coffees', signature })).toBe(true)
  const order = await page.evaluate(() => window.viemDapp.signOrder('Two coffees'))
  const typed = {
    domain: { name: 'Tidewater Coffee' },
    types: { Order: [{ name: 'item', type: 'string' }] },
    primaryType: 'Order',
    message: { item: 'Two coffees' },
  } as const
  expect(await verifyTypedData({ address, signature: order, ...typed })).toBe(true)
}

/** On the page of `host-sdk/viem`: sends ether to a new account, and waits for its balance. */
export async function checkViemSending(page: Page, world: TestWorld): Promise<void> {
  const chain = world.chain(await page.evaluate(() => window.viemDapp.chainId()))
  const to = randomAddress()
  const value = parseEther('0.25')
  const hash = await page.evaluate(([recipient, wei]) => window.viemDapp.send(recipient, wei), [
    to,
    value.toString(),
  ] as const)
  expect(hash).toMatch(/^0x[0-9a-f]{64}$/)
  await expect.poll(() => chain.balance(to)).toBe(value)
}

/** On the page of `host-sdk/polkadot`: signs a transfer with each library, and expects it in a block. */
export async function checkPolkadotTransfers(page: Page, { stack }: TestWorld): Promise<void> {
  const to = stack.polkadot.accounts.find(({ label }) => label === 'spare-2')?.address ?? ''
  const inBlock = expect.arrayContaining(['balances.Transfer', 'system.ExtrinsicSuccess'])
  expect(
    await page.evaluate((recipient) => window.polkadotDapp.transfer(recipient, '1500000000'), to),
    '@polkadot/api',
  ).toEqual(inBlock)
  expect(
    await page.evaluate((recipient) => window.polkadotDapp.transferByPapi(recipient, '2500000000'), to),
    'polkadot-api',
  ).toEqual(inBlock)
}
