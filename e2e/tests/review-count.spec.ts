import { encodeFunctionData, erc20Abi, parseUnits } from 'viem'
import { expect, still, test } from './fixtures.ts'
import { approvingReviews } from './pages/approving-reviews.ts'
import { reviewsOf } from './pages/reviews-of.ts'
import { stranger } from './stranger.ts'

test.use(still)

const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`

test('reviews › messages, sign-ins and allow-listed transfers meet none, all else one', async ({
  dapp,
  hands,
  page,
  world,
}) => {
  const reviews = await reviewsOf(page)
  const [{ address: from, label }] = hands.harbour
  const usdc = world.chain(1).token('USDC').address
  await dapp.open({ wallets: [{ id: 'harbour', accounts: [label] }] })
  await dapp.connect()
  await dapp.isClear()
  await dapp.wallet().script({ mode: 'approve' })

  const asked = async (method: string, ...params: readonly unknown[]): Promise<number> => {
    const before = reviews.length
    const answer = await approvingReviews(dapp, dapp.request(method, params))
    expect(answer, method).toMatchObject({ is: 'ok' })
    await dapp.isClear()
    return reviews.length - before
  }
  const send = (call: object) => asked('eth_sendTransaction', { from, ...call })
  const transfer = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [stranger(), parseUnits('1', 6)],
  })
  const approve = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'approve',
    args: [stranger(), parseUnits('1', 6)],
  })

  expect(await asked('personal_sign', hexOf('Two coffees'), from)).toBe(0)
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
  expect(await asked('personal_sign', hexOf(signIn), from)).toBe(0)
  expect(await send({ to: stranger(), value: '0x1' })).toBe(0)
  expect(await send({ to: usdc, data: transfer })).toBe(0)

  expect(await send({ to: usdc, data: approve })).toBe(1)
  expect(await send({ to: stranger(), data: '0xdeadbeef' })).toBe(1)
  const calls = [
    { to: usdc, data: approve },
    { to: stranger(), value: '0x1', data: '0xdeadbeef' },
  ]
  await dapp.wallet().script({ mode: 'approve', bundles: true })
  const bundle = { version: '2.0.0', chainId: '0x1', from, atomicRequired: true, calls }
  expect(await asked('wallet_sendCalls', bundle)).toBe(1)
})
