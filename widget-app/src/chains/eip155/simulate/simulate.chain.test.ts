import { encodeFunctionData, parseAbi } from 'viem/utils'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import type { Connection } from '../../chain-adapter.ts'
import type { Simulation } from '../../simulation.ts'
import { simulateRequest } from '../../testing/prepare-request.ts'
import { addressSchema, toQuantity } from '../hex.ts'
import { type AnvilWorld, anvilWorld, freshAddress } from '../testing/anvil-world.ts'
import { deployBundleAccount, deploySimulationDetector } from '../testing/deploy.ts'
import { found } from '../testing/unit-world.ts'

const abi = parseAbi(['function report()', 'function claim()', 'function mint(address to, uint256 amount)'])
const coinbase = `0x${'c0'.repeat(20)}`
const attacker = `0x${'bad'.padStart(40, '0')}`

let world: AnvilWorld
let connection: Connection
let detector: string
beforeAll(async () => {
  world = await anvilWorld()
  connection = await world.adapter.connect(found, { silent: false })
  await world.node.call('anvil_setCoinbase', coinbase)
  detector = await deploySimulationDetector(world.node)
})
afterAll(() => world.stop())

const transaction = (functionName: 'report' | 'claim', overrides: object = {}) => ({
  method: 'eth_sendTransaction',
  params: [
    {
      from: connection.accounts[0],
      to: detector,
      data: encodeFunctionData({ abi, functionName }),
      ...overrides,
    },
  ],
})
const simulate = (request: { method: string; params: readonly unknown[] }) =>
  simulateRequest(world.adapter, connection, request, world.network)

function requireRun(simulation: Simulation | undefined): Extract<Simulation, { is: 'runs' }> {
  if (simulation?.is !== 'runs') throw new Error(`It did not run: ${simulation?.is}`)
  return simulation
}

/** Values that the detector reports in a simulation, by id. */
const reported = (simulation: Simulation | undefined) =>
  Object.fromEntries(
    requireRun(simulation).changes.map(({ collectible, figure }) => [`${collectible}`, figure.value]),
  )

const receiptSchema = z.object({
  status: z.literal('0x1'),
  logs: z.array(z.object({ data: z.string() })),
})

/** Sends with Anvil's impersonation, without the adapter; returns what the detector reported in the block. */
async function send(price: object) {
  const { node } = world
  const [from] = connection.accounts
  await node.call('anvil_impersonateAccount', from)
  const call = { from, to: detector, data: encodeFunctionData({ abi, functionName: 'report' }) }
  const hash = await node.call('eth_sendTransaction', { ...call, ...price, gas: '0x7a120' })
  const receipt = () => node.call('eth_getTransactionReceipt', hash)
  await expect.poll(receipt, { timeout: 10_000 }).toMatchObject({ status: '0x1' })
  const { logs } = receiptSchema.parse(await receipt())
  return Object.fromEntries(
    logs.map(({ data }) => [`${BigInt(data.slice(0, 66))}`, BigInt(`0x${data.slice(66)}`)]),
  )
}

describe('R8 › simulation of an EVM call', () => {
  it.each<[string, object]>([
    ['fees of the request', { maxFeePerGas: '0x174876e800', maxPriorityFeePerGas: '0x77359400' }],
    ['gas price of the request', { gasPrice: '0x174876e800' }],
  ])('R8 › %s › price, base fee, coinbase and origin equal real execution', async (_name, price) => {
    const { node } = world
    await node.call('anvil_setNextBlockBaseFeePerGas', toQuantity(7n * 10n ** 9n))
    await node.call('anvil_mine', '0x1')
    const simulated = reported(await simulate(transaction('report', price)))
    await node.call('anvil_setNextBlockBaseFeePerGas', toQuantity(7n * 10n ** 9n))
    expect(simulated).toEqual(await send(price))
  })

  it('R8 › fees left to the wallet › the node’s price, the account as origin', async () => {
    const simulated = reported(await simulate(transaction('report')))
    expect(simulated['1']).toBe(BigInt(String(await world.node.call('eth_gasPrice'))))
    expect(simulated['3']).toBe(BigInt(coinbase))
    expect(simulated['4']).toBe(BigInt(connection.accounts[0]))
  })

  it('R8 › contract steals only outside simulations › loss and approval are shown', async () => {
    const { node } = world
    const [from] = connection.accounts
    await node.call('anvil_impersonateAccount', from)
    const to = addressSchema.parse(from)
    const data = encodeFunctionData({ abi, functionName: 'mint', args: [to, 50n] })
    const hash = await node.call('eth_sendTransaction', { from, to: detector, data })
    const receipt = () => node.call('eth_getTransactionReceipt', hash)
    await expect.poll(receipt, { timeout: 10_000 }).toMatchObject({ status: '0x1' })
    expect(await simulate(transaction('claim'))).toMatchObject({
      is: 'runs',
      changes: [{ figure: { value: -50n, contract: detector.toLowerCase() } }],
      grants: [{ is: 'approval', spender: attacker, isUnlimited: true }],
      isPartial: false,
    })
  })

  it('R8 › gas price oracle of the OP Stack › fee with the data fee, here 10 wei for each of 120 bytes', async () => {
    const { node } = world
    const coins = { from: connection.accounts[0], to: freshAddress(), value: '0x1' }
    const run = async () => requireRun(await simulate({ method: 'eth_sendTransaction', params: [coins] }))
    expect(await run()).toMatchObject({ dataFee: 0n })
    const oracle = '0x420000000000000000000000000000000000000F'
    // Returns its argument times 10: CALLDATALOAD(4) * 10.
    await node.call('anvil_setCode', oracle, '0x600435600a0260005260206000f3')
    const { fee = 0n, dataFee } = await run()
    await node.call('anvil_setCode', oracle, '0x')
    expect(dataFee).toBe(1_200n)
    // The price changes with each block, the gas does not.
    expect((fee - 1_200n) % 21_000n).toBe(0n)
  })

  it('R8 › account cannot pay the fee › partial; value above the balance › fails', async () => {
    const { node, wallet } = world
    const [from] = connection.accounts
    const before = await node.call('eth_getBalance', from, 'latest')
    await node.call('anvil_setBalance', from, '0x5')
    const transferCall = { from, to: freshAddress() }
    const coins = (value: string) =>
      simulate({ method: 'eth_sendTransaction', params: [{ ...transferCall, value }] })
    expect(await coins('0x5')).toMatchObject({ is: 'runs', isPartial: true })
    expect(await coins('0x6')).toEqual({ is: 'fails', reason: 'insufficient-funds' })
    await node.call('anvil_setBalance', wallet.account.address, before)
  })

  it('R8 › transaction delegates the account › simulated with the delegate’s code', async () => {
    const [from] = connection.accounts
    const delegate = await deployBundleAccount(world.node)
    const selfCall = { from, to: from }
    const authorizationList = [{ address: delegate, chainId: '0x1' }]
    const withCode = await simulate({
      method: 'eth_sendTransaction',
      params: [{ ...selfCall, data: '0xdeadbeef', authorizationList }],
    })
    expect(withCode).toMatchObject({ is: 'fails' })
    const without = await simulate({
      method: 'eth_sendTransaction',
      params: [{ ...selfCall, data: '0xdeadbeef' }],
    })
    expect(without).toMatchObject({ is: 'runs' })
  })
})
