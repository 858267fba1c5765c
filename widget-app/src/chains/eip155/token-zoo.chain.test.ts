import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Transfer } from '../contract.ts'
import { required } from '../registry.ts'
import type { Fact } from '../request-facts.ts'
import { type Eip155Row, eip155Zoo } from '../testing/eip155-zoo.ts'
import { zooDecimals } from '../testing/token-zoo.ts'
import { encodeTransfer } from './erc20.ts'
import { addressSchema, toQuantity } from './hex.ts'
import { type AnvilWorld, anvilWorld, freshAddress } from './testing/anvil-world.ts'
import { deployToken } from './testing/deploy.ts'
import { found } from './testing/unit-world.ts'

const never = new AbortController().signal

describe('tokens with rules of their own', () => {
  let world: AnvilWorld
  beforeAll(async () => {
    world = await anvilWorld()
  })
  afterAll(() => world.stop())

  async function transferOf({ kind, made, sends }: Eip155Row): Promise<Transfer> {
    const { node, native, wallet } = world
    const token = { ...native, symbol: 'ZOO', name: kind, decimals: zooDecimals }
    const { address } = wallet.account
    const asset = await deployToken(node, token, address, made.file, made.artefact)
    return { from: address, to: freshAddress(), asset, value: sends }
  }

  test.each(eip155Zoo.map((row) => [row.kind, row] as const))(
    '%s › reviewed › the review is true',
    async (_, row) => {
      const { adapter, network, wallet } = world
      const transfer = await transferOf(row)
      const connection = await adapter.connect(found, { silent: false })
      const estimate = () => required(adapter.estimateFee, 'estimateFee')(transfer, network)
      const prompts = wallet.prompts()
      if ('refused' in row.review) {
        const refusal = { code: 'send/failed', data: { reason: row.review.refused } }
        await expect(estimate()).rejects.toMatchObject(refusal)
        expect(wallet.prompts()).toBe(prompts)
        return
      }
      const fee = await estimate()
      const told = fee.token === undefined ? transfer.value : fee.token.arrives
      expect(told).toBe(row.review.arrives)
      const sent = await required(adapter.send, 'send')(connection, transfer, fee)
      const end = await required(adapter.follow, 'follow')(sent, network, () => {}, never)
      expect(end.is).toBe('confirmed')
      const arrived = required(adapter.amountArrived, 'amountArrived')
      expect(await arrived(sent.hash, transfer, network, never)).toBe(row.came)
    },
  )

  test.each(
    eip155Zoo.flatMap((row) =>
      'refused' in row.review ? [] : [[row.kind, row, row.review.arrives] as const],
    ),
  )(
    '%s › transfer that a site asks for › what arrives of it, where that is less',
    async (_, row, arrives) => {
      const { adapter, network } = world
      const { from, to, asset, value } = await transferOf(row)
      const connection = await adapter.connect(found, { silent: false })
      const data = encodeTransfer(addressSchema.parse(to), value)
      const request = { method: 'eth_sendTransaction', params: [{ from, to: asset.address, data }] }
      const prepared = await adapter.prepare(connection, request)
      const description = await prepared.read?.(never)
      if (description === undefined) throw new Error('The request was not read')
      const read = required(adapter.readFigures, 'readFigures')
      const { facts } = await read(description, network, never)
      const [fact] = facts
      expect(fact).toMatchObject({ is: 'transfer', figure: { value } })
      expect(fact?.is === 'transfer' && fact.arrives).toBe(arrives < value ? arrives : undefined)
      const batch: Fact = { is: 'batch', facts: description.facts }
      const inBatch = await read({ ...description, facts: [batch] }, network, never)
      expect(inBatch.facts).toEqual([{ is: 'batch', facts }])
    },
  )

  test('token with other decimals than are shown › reviewed › refused before the wallet is asked', async () => {
    const { adapter, network, wallet } = world
    const [row] = eip155Zoo
    if (row === undefined) throw new Error('The table is empty')
    const { asset, ...transfer } = await transferOf(row)
    const shown = { ...asset, decimals: zooDecimals + 1 }
    const prompts = wallet.prompts()
    const refusal = { code: 'send/failed', data: { reason: 'token-decimals', decimals: `${zooDecimals}` } }
    const estimate = required(adapter.estimateFee, 'estimateFee')
    await expect(estimate({ ...transfer, asset: shown }, network)).rejects.toMatchObject(refusal)
    expect(wallet.prompts()).toBe(prompts)
    world.refuse('eth_call')
    await expect(estimate({ ...transfer, asset }, network)).rejects.not.toMatchObject(refusal)
    world.refuse(undefined)
  })

  test('token whose balances are those of the native coin › reviewed › it pays the fee too', async () => {
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

  test('token of which as much is held as of the native coin › reviewed › it pays no fee', async () => {
    const { adapter, network, native, node, wallet } = world
    const { address } = wallet.account
    const asset = await deployToken(node, native, address, 'token', 'tokenArtefact')
    const to = freshAddress()
    await node.call('anvil_setBalance', to, toQuantity(5n))
    const had = await node.call('eth_getBalance', address, 'latest')
    // As much as `deployToken` mints.
    await node.call('anvil_setBalance', address, toQuantity(10n ** 12n))
    const estimate = required(adapter.estimateFee, 'estimateFee')
    const fee = await estimate({ from: address, to, asset, value: 5n }, network)
    await node.call('anvil_setBalance', address, had)
    expect(fee.spendsNative).toBeUndefined()
  })

  test('node that cannot run calls › what arrives is not said', async () => {
    const { adapter, network } = world
    const [row] = eip155Zoo
    if (row === undefined) throw new Error('The table is empty')
    const transfer = await transferOf(row)
    world.refuse('eth_simulateV1')
    const fee = await required(adapter.estimateFee, 'estimateFee')(transfer, network)
    world.refuse(undefined)
    expect(fee.token).toEqual({ arrives: undefined })
  })

  test('node that has no older states › what the events say', async () => {
    const { adapter, network } = world
    const row = eip155Zoo.find(({ kind }) => kind === 'ERC-20 with a fee on transfer')
    if (row === undefined) throw new Error('The table has no such row')
    const transfer = await transferOf(row)
    const connection = await adapter.connect(found, { silent: false })
    const fee = await required(adapter.estimateFee, 'estimateFee')(transfer, network)
    const sent = await required(adapter.send, 'send')(connection, transfer, fee)
    await required(adapter.follow, 'follow')(sent, network, () => {}, never)
    world.refuse('eth_call')
    const came = await required(adapter.amountArrived, 'amountArrived')(sent.hash, transfer, network, never)
    world.refuse(undefined)
    expect(came).toBe(row.came)
  })
})
