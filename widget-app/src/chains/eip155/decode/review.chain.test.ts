import { encodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } from 'viem/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection, RpcRequest } from '../../chain-adapter.ts'
import { required } from '../../registry.ts'
import { describeRequest, simulateRequest } from '../../testing/prepare-request.ts'
import { freshAddress, multicall3, type TokenWorld, tokenWorld } from '../testing/anvil-world.ts'
import { deployBundleAccount } from '../testing/deploy.ts'
import { found } from '../testing/unit-world.ts'

const { signal } = new AbortController()
const abi = parseAbi([
  'function transfer(address to, uint256 value)',
  'function approve(address spender, uint256 value)',
])

let world: TokenWorld
let connection: Connection
beforeAll(async () => {
  world = await tokenWorld()
  connection = await world.adapter.connect(found, { silent: false })
})
afterAll(() => world.stop())

const hex = (text: string): `0x${string}` => `0x${text.slice(2)}`
const sendRequest = (transaction: object) => ({
  method: 'eth_sendTransaction',
  params: [{ from: connection.accounts[0], ...transaction }],
})
const simulate = (request: { method: string; params: readonly unknown[] }) =>
  simulateRequest(world.adapter, connection, request, world.network, signal)
const transfer = (value: bigint) =>
  encodeFunctionData({ abi, functionName: 'transfer', args: [hex(freshAddress()), value] })

test('simulation on Anvil › native and token changes with metadata, and the fee', async () => {
  const { token, native } = world
  const usdc = { value: -7n, contract: token.address?.toLowerCase(), asset: { symbol: 'USDC', decimals: 6 } }
  const paid = { figure: expect.objectContaining({ value: -5n, contract: undefined }) }
  const coins = { to: freshAddress(), value: '0x5' }
  expect(await simulate(sendRequest(coins))).toMatchObject({
    is: 'runs',
    changes: [paid],
    fee: expect.any(BigInt),
  })
  const tokens = { to: token.address, data: transfer(7n) }
  expect(await simulate(sendRequest(tokens))).toMatchObject({ is: 'runs', changes: [{ figure: usdc }] })
  const calls = [coins, { to: token.address, data: transfer(7n) }]
  const bundle = { method: 'wallet_sendCalls', params: [{ version: '2.0.0', chainId: '0x1', calls }] }
  expect(await simulate(bundle)).toMatchObject({
    is: 'runs',
    changes: [{ figure: { value: -5n, asset: { symbol: native.symbol } } }, { figure: usdc }],
  })
})

test('failing simulation › fails, also above the balance; messages › none', async () => {
  const excessive = sendRequest({ to: world.token.address, data: transfer(10n ** 40n) })
  expect(await simulate(excessive)).toMatchObject({ is: 'fails' })
  const coins = sendRequest({ to: freshAddress(), value: `0x${(10n ** 30n).toString(16)}` })
  expect(await simulate(coins)).toEqual({ is: 'fails', reason: 'insufficient-funds' })
  expect(
    await simulate({ method: 'personal_sign', params: ['0x68', connection.accounts[0]] }),
  ).toBeUndefined()
})

test('token metadata › from the contract; without a token › raw amount', async () => {
  const approve = encodeFunctionData({ abi, functionName: 'approve', args: [hex(freshAddress()), 9n] })
  const factOf = async (to: string | undefined, data: string) => {
    const read = (...args: readonly [Connection, RpcRequest, AbortSignal]) =>
      describeRequest(world.adapter, ...args)
    const description = await read(connection, sendRequest({ to, data }), signal)
    if (description === undefined) throw new Error('It was not read')
    const readMetadata = required(world.adapter.readTokenMetadata, 'readTokenMetadata')
    return (await readMetadata(description, world.network, signal)).facts[0]
  }
  expect(await factOf(world.token.address, transfer(9n))).toMatchObject({
    is: 'transfer',
    figure: { value: 9n, asset: { symbol: 'USDC', decimals: 6 } },
  })
  const raw = await factOf(freshAddress(), transfer(9n))
  expect(raw).toMatchObject({ mayBeCollectible: true, figure: { value: 9n } })
  expect(raw).not.toHaveProperty('figure.asset')
  // Only one endpoint reports that it is a token: enough for display, but not a proof.
  expect(await factOf(world.token.address, approve)).toMatchObject({
    is: 'approval',
    mayBeCollectible: true,
    reportedAs: 'amount',
    figure: { value: 9n, asset: { symbol: 'USDC', decimals: 6, isUnconfirmed: true } },
  })
})

test('filterContracts › only contracts, no user accounts', async () => {
  const among = required(world.adapter.filterContracts, 'filterContracts')
  const [userAccount] = connection.accounts
  expect(await among([userAccount, multicall3, freshAddress()], world.network, signal)).toEqual([multicall3])
})

test('bundle executed by Anvil › verified by its calldata', async () => {
  const { node, token, network, adapter } = world
  const { account } = world.wallet
  const calls = [
    { to: hex(token.address ?? ''), value: 0n, data: transfer(7n) },
    { to: hex(freshAddress()), value: 5n, data: '0x' as const },
  ]
  const execution = encodeAbiParameters(parseAbiParameters('(address target, uint256 value, bytes data)[]'), [
    calls.map(({ to, ...call }) => ({ target: to, ...call })),
  ])
  const nonce = Number(await node.call('eth_getTransactionCount', account.address, 'pending'))
  const delegate = await deployBundleAccount(node)
  const authorization = await account.signAuthorization({ address: delegate, chainId: 1, nonce: nonce + 1 })
  const execute = {
    ...({ chainId: 1, to: account.address, gas: 500_000n, maxPriorityFeePerGas: 0n } as const),
    maxFeePerGas: 10n ** 10n,
    data: encodeFunctionData({
      abi: parseAbi(['function execute(bytes32 mode, bytes executionData)']),
      args: [`0x01${'0'.repeat(62)}`, execution],
    }),
  }
  const waitForMined = async (raw: string) => {
    const hash = String(await node.call('eth_sendRawTransaction', raw))
    await expect
      .poll(() => node.call('eth_getTransactionReceipt', hash), { timeout: 10_000 })
      .toMatchObject({ status: '0x1' })
    return hash
  }
  const { bundles } = required(adapter.contractCalls, 'contractCalls')
  const verify = (hash: string, args = calls) =>
    bundles?.verify({ account: account.address, chain: network.id, hashes: [hash], calls: args }, signal)
  const first = await waitForMined(
    await account.signTransaction({ ...execute, type: 'eip7702', nonce, authorizationList: [authorization] }),
  )
  const added = [{ is: 'authorisation', delegate: delegate.toLowerCase(), chain: network.id }]
  expect(await verify(first)).toEqual({ verdict: 'added', added })
  const second = await waitForMined(
    await account.signTransaction({ ...execute, type: 'eip1559', nonce: nonce + 2 }),
  )
  expect(await verify(second)).toMatchObject({ verdict: 'verified' })
  expect(await verify(second, calls.slice(1))).toMatchObject({ verdict: 'added' })
  await expect(
    verify(
      second,
      calls.map((call) => ({ ...call, value: 6n })),
    ),
  ).rejects.toMatchObject({
    code: 'send/mismatch',
  })
})
