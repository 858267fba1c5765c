import { encodeFunctionData, erc20Abi } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transfer } from '../chain-adapter.ts'
import { required } from '../registry.ts'
import type { Fact } from '../request-facts.ts'
import { type Eip155TokenCase, eip155TokenCases } from '../testing/eip155-token-cases.ts'
import { describeRequest, simulateRequest } from '../testing/prepare-request.ts'
import { tokenDecimals } from '../testing/token-cases.ts'
import { addressSchema, bytesSchema, toQuantity } from './hex.ts'
import { type AnvilWorld, anvilWorld, freshAddress } from './testing/anvil-world.ts'
import { blockAccount, deployToken } from './testing/deploy.ts'
import { found } from './testing/unit-world.ts'
import { decodeUint, encodeBalanceOf, encodeTransfer } from './tokens/erc20.ts'

const neverAborted = new AbortController().signal

describe('tokens with special rules', () => {
  let world: AnvilWorld
  beforeAll(async () => {
    world = await anvilWorld()
  })
  afterAll(() => world.stop())

  const tokenBalanceOf = async (owner: string, token = ''): Promise<bigint> => {
    const call = { to: token, data: encodeBalanceOf(addressSchema.parse(owner)) }
    return decodeUint(bytesSchema.parse(await world.node.call('eth_call', call, 'latest'))) ?? 0n
  }

  async function transferOf({ kind, made, sends }: Eip155TokenCase): Promise<Transfer> {
    const { node, native, wallet } = world
    const token = { ...native, symbol: 'ZOO', name: kind, decimals: tokenDecimals }
    const { address } = wallet.account
    const asset = await deployToken(node, token, address, made.file, made.artefact)
    const to = freshAddress()
    if (made.blocks) await blockAccount(node, asset, made.blocks === 'sender' ? address : to)
    const value = sends === 'max' ? await tokenBalanceOf(address, asset.address) : sends
    return { from: address, to, asset, value }
  }

  /** A transfer that a dApp requests, with a connection. */
  async function requestOfDapp(row: Eip155TokenCase) {
    const transfer = await transferOf(row)
    const { from, to, asset, value } = transfer
    const connection = await world.adapter.connect(found, { silent: false })
    const data = encodeTransfer(addressSchema.parse(to), value)
    const request = { method: 'eth_sendTransaction', params: [{ from, to: asset.address, data }] }
    return { transfer, connection, request }
  }

  test.each(eip155TokenCases.map((row) => [row.kind, row] as const))(
    '%s › reviewed › the review is correct',
    async (_, row) => {
      const { adapter, network, wallet } = world
      const transfer = await transferOf(row)
      const connection = await adapter.connect(found, { silent: false })
      const estimate = () => required(adapter.estimateFee, 'estimateFee')(transfer, network)
      const expectLeft = async () => {
        if (row.left !== undefined)
          expect(await tokenBalanceOf(transfer.from, transfer.asset.address)).toBe(row.left)
      }
      const prompts = wallet.prompts()
      if ('refused' in row.review) {
        const { refused: reason, says: revertText = '' } = row.review
        const message = expect.stringContaining(revertText)
        const rejection = { code: 'send/failed', message, data: { reason: reason } }
        await expect(estimate()).rejects.toMatchObject(rejection)
        expect(wallet.prompts()).toBe(prompts)
        await expectLeft()
        return
      }
      const fee = await estimate()
      expect(fee.token?.leaves).toBe(row.review.leaves)
      const shownAmount = fee.token === undefined ? transfer.value : fee.token.arrives
      expect(shownAmount).toBe(row.review.arrives)
      const sent = await required(adapter.send, 'send')(connection, transfer, fee)
      const end = await required(adapter.waitForTransaction, 'waitForTransaction')(
        sent,
        network,
        () => {},
        neverAborted,
      )
      expect(end.is).toBe('confirmed')
      const readReceivedAmount = required(adapter.receivedAmount, 'receivedAmount')
      expect(await readReceivedAmount(sent.hash, transfer, network, neverAborted)).toBe(row.came)
      await expectLeft()
    },
  )

  test.each(
    eip155TokenCases.flatMap((row) =>
      'refused' in row.review ? [] : [[row.kind, row, row.review.arrives, row.review.leaves] as const],
    ),
  )(
    '%s › transfer of a dApp › received and lost amounts, if they differ',
    async (_, row, arrives, leaves) => {
      const { adapter, network } = world
      const { transfer, connection, request } = await requestOfDapp(row)
      const { value } = transfer
      const description = await describeRequest(adapter, connection, request)
      if (description === undefined) throw new Error('The request was not read')
      const read = required(adapter.readTokenMetadata, 'readTokenMetadata')
      const { facts } = await read(description, network, neverAborted)
      const [fact] = facts
      expect(fact).toMatchObject({ is: 'transfer', figure: { value } })
      expect(fact?.is === 'transfer' && fact.arrives).toBe(arrives < value ? arrives : undefined)
      expect(fact?.is === 'transfer' && fact.leaves).toBe(leaves)
      const batch: Fact = { is: 'batch', facts: description.facts }
      const inBatch = await read({ ...description, facts: [batch] }, network, neverAborted)
      expect(inBatch.facts).toEqual([{ is: 'batch', facts }])
    },
  )

  test('token with other decimals than displayed › rejected before the wallet is called', async () => {
    const { adapter, network, wallet } = world
    const [row] = eip155TokenCases
    if (row === undefined) throw new Error('The table is empty')
    const { asset, ...transfer } = await transferOf(row)
    const wrongAsset = { ...asset, decimals: tokenDecimals + 1 }
    const prompts = wallet.prompts()
    const rejection = {
      code: 'send/failed',
      data: { reason: 'token-decimals', decimals: `${tokenDecimals}` },
    }
    const estimate = required(adapter.estimateFee, 'estimateFee')
    await expect(estimate({ ...transfer, asset: wrongAsset }, network)).rejects.toMatchObject(rejection)
    expect(wallet.prompts()).toBe(prompts)
    world.rejectMethod('eth_call')
    await expect(estimate({ ...transfer, asset }, network)).rejects.not.toMatchObject(rejection)
    world.rejectMethod(undefined)
  })

  test('token whose balances are the native ones › it pays the fee too', async () => {
    const { adapter, network, native, node, wallet } = world
    const { address } = wallet.account
    const facts = { ...native, symbol: 'CELO', name: 'Celo' }
    const asset = await deployToken(node, facts, address, 'native-twin-token', 'nativeTwinTokenArtefact')
    await node.call('anvil_setBalance', asset.address, toQuantity(10n ** 18n))
    const estimate = required(adapter.estimateFee, 'estimateFee')
    const transfer: Transfer = { from: address, to: freshAddress(), asset, value: 10n ** 17n }
    expect(await estimate(transfer, network)).toMatchObject({ spendsNative: true })
    expect(await estimate({ ...transfer, to: address }, network)).toMatchObject({ spendsNative: true })
  })

  test('token with the same balance as the native currency › it pays no fee', async () => {
    const { adapter, network, native, node, wallet } = world
    const { address } = wallet.account
    const asset = await deployToken(node, native, address, 'token', 'tokenArtefact')
    const to = freshAddress()
    await node.call('anvil_setBalance', to, toQuantity(5n))
    const balanceBefore = await node.call('eth_getBalance', address, 'latest')
    // The amount that `deployToken` mints.
    await node.call('anvil_setBalance', address, toQuantity(10n ** 12n))
    const estimate = required(adapter.estimateFee, 'estimateFee')
    const fee = await estimate({ from: address, to, asset, value: 5n }, network)
    await node.call('anvil_setBalance', address, balanceBefore)
    expect(fee.spendsNative).toBeUndefined()
  })

  test.each(
    eip155TokenCases.flatMap((row) =>
      'refused' in row.review && row.review.says !== undefined
        ? [[row.kind, row, row.review.says] as const]
        : [],
    ),
  )('%s › transfer of a dApp › the simulation fails with this reason', async (_, row, revertText) => {
    const { connection, request } = await requestOfDapp(row)
    const outcome = await simulateRequest(world.adapter, connection, request, world.network)
    expect(outcome).toEqual({ is: 'fails', reason: revertText })
  })

  test.each(
    eip155TokenCases.flatMap((row) =>
      row.made.reset === undefined ? [] : [[row.kind, row, row.made.reset] as const],
    ),
  )('%s › allowance set to zero, alone and in a bundle › succeeds or fails', async (_, row, reset) => {
    const { adapter, network } = world
    const { from, asset } = await transferOf(row)
    const connection = await adapter.connect(found, { silent: false })
    const approve = (value: bigint) => {
      const args = [addressSchema.parse(freshAddress()), value] as const
      return { to: asset.address, data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args }) }
    }
    const bundle = { version: '2.0.0', chainId: '0x1', from, atomicRequired: true }
    for (const request of [
      { method: 'eth_sendTransaction', params: [{ from, ...approve(0n) }] },
      { method: 'wallet_sendCalls', params: [{ ...bundle, calls: [approve(0n), approve(5n)] }] },
    ]) {
      expect(await simulateRequest(adapter, connection, request, network)).toMatchObject(reset)
    }
  })

  test('fee on transfer to the sender › the fee counts as not received', async () => {
    const { adapter, network } = world
    const row = eip155TokenCases.find(({ kind }) => kind === 'ERC-20 with a fee on transfer')
    if (row === undefined) throw new Error('The table has no such row')
    const transfer = await transferOf(row)
    const selfTransfer = { ...transfer, to: transfer.from }
    const fee = await required(adapter.estimateFee, 'estimateFee')(selfTransfer, network)
    expect(fee.token).toEqual({ arrives: 9_500n })
  })

  test('node that cannot simulate › received amount is undefined', async () => {
    const { adapter, network } = world
    const [row] = eip155TokenCases
    if (row === undefined) throw new Error('The table is empty')
    const transfer = await transferOf(row)
    world.rejectMethod('eth_simulateV1')
    const fee = await required(adapter.estimateFee, 'estimateFee')(transfer, network)
    world.rejectMethod(undefined)
    expect(fee.token).toEqual({ arrives: undefined })
  })

  test('node without older states › the amount in the events', async () => {
    const { adapter, network } = world
    const row = eip155TokenCases.find(({ kind }) => kind === 'ERC-20 with a fee on transfer')
    if (row === undefined) throw new Error('The table has no such row')
    const transfer = await transferOf(row)
    const connection = await adapter.connect(found, { silent: false })
    const fee = await required(adapter.estimateFee, 'estimateFee')(transfer, network)
    const sent = await required(adapter.send, 'send')(connection, transfer, fee)
    await required(adapter.waitForTransaction, 'waitForTransaction')(sent, network, () => {}, neverAborted)
    world.rejectMethod('eth_call')
    const received = await required(adapter.receivedAmount, 'receivedAmount')(
      sent.hash,
      transfer,
      network,
      neverAborted,
    )
    world.rejectMethod(undefined)
    expect(received).toBe(row.came)
  })
})
