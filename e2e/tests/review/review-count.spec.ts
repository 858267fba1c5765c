import { encodeFunctionData, erc20Abi, getAddress, parseUnits } from 'viem'
import * as z from '#shared/zod.ts'
import { expect, reducedMotion, test } from '../fixtures.ts'
import { approveReviewsDuring } from '../pages/approving-reviews.ts'
import { recordReviews } from '../pages/record-reviews.ts'
import { randomAddress } from '../random-address.ts'
import type { TestWorld } from '../world.ts'

test.use(reducedMotion)

const builtSchema = z.object({ tx: z.object({ to: z.string(), data: z.string(), amount: z.string() }) })
const sentSchema = z.object({ id: z.string() })

/** Requests a transaction of the router from the local swap service. */
async function convert(
  { stack }: TestWorld,
  path: string,
  { body, ...init }: { readonly method: string; readonly body: object },
): Promise<unknown> {
  const url = `${stack.widget.loopback}/v1/convert/${path}?projectId=demo&st=test&sv=html-test-0.1.0`
  const response = await fetch(url, {
    ...init,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.json()
}

const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`

test('reviews › messages, sign-ins, allow-listed transfers › none; one for all others', async ({
  dapp,
  testAccounts,
  page,
  world,
}) => {
  const reviews = await recordReviews(page)
  const [{ address: from, label }] = testAccounts.harbour
  const usdc = world.chain(1).token('USDC').address
  await dapp.open({ wallets: [{ id: 'harbour', accounts: [label] }] })
  await dapp.connect()
  await dapp.waitForPointer()
  await dapp.wallet().script({ mode: 'approve' })

  const countReviews = async (
    method: string,
    params: readonly unknown[],
    after = async (_result: unknown) => {},
  ): Promise<number> => {
    const before = reviews.length
    const answer = await approveReviewsDuring(dapp, dapp.request(method, params))
    expect(answer, method).toMatchObject({ is: 'ok' })
    await after(answer.is === 'ok' ? answer.result : undefined)
    await dapp.waitForPointer()
    return reviews.length - before
  }
  const send = (call: object) => countReviews('eth_sendTransaction', [{ from, ...call }])
  const transfer = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [randomAddress(), parseUnits('1', 6)],
  })
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [randomAddress(), parseUnits('1', 6)],
  })

  expect(await countReviews('personal_sign', [hexOf('Two coffees'), from])).toBe(0)
  const host = new URL(world.stack.dapp.origin).host
  const signIn = [
    `${host} wants you to sign in with your Ethereum account:`,
    from,
    '',
    `URI: ${world.stack.dapp.origin}`,
    'Version: 1',
    'Chain ID: 1',
    'Nonce: 12345678',
    `Issued At: ${new Date().toISOString()}`,
  ].join('\n')
  expect(await countReviews('personal_sign', [hexOf(signIn), from])).toBe(0)
  expect(await send({ to: randomAddress(), value: '0x1' })).toBe(0)
  expect(await send({ to: usdc, data: transfer })).toBe(0)

  expect(await send({ to: usdc, data: approve })).toBe(1)
  expect(await send({ to: randomAddress(), data: '0xdeadbeef' })).toBe(1)
  const token = (symbol: string) => `eip155:1:${symbol}`
  const [nativeToken, usdcToken] = [token('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'), token(usdc)]
  const terms = { userAddress: token(from), eip155: { slippage: 1 }, disableEstimate: true }
  const swapOf = async (tokenIn: string, tokenOut: string, amount: bigint) => {
    const body = { ...terms, projectId: 'demo', from: tokenIn, to: tokenOut, amount: String(amount) }
    const { tx } = z.parse(builtSchema, await convert(world, 'build-transaction', { method: 'POST', body }))
    return { to: tx.to.split(':')[2], data: tx.data, value: `0x${BigInt(tx.amount).toString(16)}` }
  }
  const bought = await swapOf(nativeToken, usdcToken, parseUnits('0.01', 18))
  expect(await send(bought)).toBe(1)

  const calls = [
    { to: usdc, data: approve },
    { to: randomAddress(), value: '0x1', data: '0xdeadbeef' },
  ]
  await dapp.wallet().script({ mode: 'approve', bundles: true })
  let isUpgraded = false
  const countBundleReviews = async (calls: readonly object[]): Promise<number> => {
    const bundle = { version: '2.0.0', chainId: '0x1', from, atomicRequired: true, calls }
    return countReviews('wallet_sendCalls', [bundle], async (result) => {
      const { id } = z.parse(sentSchema, result)
      await expect
        .poll(() => dapp.request('wallet_getCallsStatus', [id]))
        .toMatchObject({ is: 'ok', result: { status: 200 } })
      if (isUpgraded) return
      // The wallet upgraded the account to a smart account without a request of the site.
      await dapp.widget.announces('Harbour Wallet let a contract act as your account')
      await dapp.widget.button('Done').click()
      isUpgraded = true
    })
  }
  expect(await countBundleReviews(calls)).toBe(1)
  const sold = await swapOf(usdcToken, nativeToken, parseUnits('5', 6))
  const approval = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [getAddress(sold.to ?? ''), parseUnits('5', 6)],
  })
  const both = [{ to: usdc, data: approval }, sold]
  expect(await countBundleReviews(both)).toBe(1)
})
