import { keccak256, parseTransaction, type TransactionSerialized } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { embeddedAccountAddress } from '#shared/config/embedded-account.ts'
import * as z from '#shared/zod.ts'
import { addressSchema, bytesSchema, type Hex, hashSchema, toQuantity } from '../hex.ts'
import { freshAddress } from '../testing/anvil-world.ts'
import { testLocalKey } from '../testing/local-key.ts'
import { ownBatchWorld } from '../testing/own-batch-world.ts'

type World = Awaited<ReturnType<typeof ownBatchWorld>>
type Own = Awaited<ReturnType<World['open']>>

let world: World
beforeAll(async () => {
  world = await ownBatchWorld()
})
afterAll(() => world.stop())

const newAddress = () => addressSchema.parse(freshAddress())
const delegation = `0xef0100${embeddedAccountAddress.slice(2).toLowerCase()}`
const codeOf = (address: string) => world.node.call('eth_getCode', address, 'latest')
const balanceOf = async (address: string) =>
  BigInt(z.parse(z.string(), await world.node.call('eth_getBalance', address, 'latest')))
const sentSchema = z.object({
  id: z.string(),
  capabilities: z.object({ caip345: z.object({ transactionHashes: z.tuple([hashSchema]) }) }),
})
const statusSchema = z.object({ status: z.int(), atomic: z.boolean() })

async function statusOf(own: Own, id: string) {
  const read = async () => z.parse(statusSchema, await own.request('wallet_getCallsStatus', id))
  await expect.poll(async () => (await read()).status, { interval: 20, timeout: 10_000 }).not.toBe(100)
  return read()
}
async function sendCalls(own: Own, calls: readonly object[], over: object = {}) {
  const sent = z.parse(sentSchema, await own.request('wallet_sendCalls', own.bundle(calls, over)))
  return { ...sent, hash: sent.capabilities.caip345.transactionHashes[0] }
}
const typeOf = async (hash: Hex) =>
  z.parse(z.object({ type: z.string() }), await world.node.call('eth_getTransactionByHash', hash)).type
const transfers = (...to: readonly Hex[]) => to.map((recipient) => ({ to: recipient, value: '0x5' }))
const capabilities = (own: Own) => own.request('wallet_getCapabilities', own.account.address, ['0x1'])

describe('bundles of our own wallet', () => {
  test('account without code › upgraded and executed by one transaction, then by type 2', async () => {
    const own = await world.open()
    const [first, second, third, fourth] = [newAddress(), newAddress(), newAddress(), newAddress()]
    expect(await capabilities(own)).toEqual({ '0x1': { atomic: { status: 'ready' } } })
    const upgraded = await sendCalls(own, transfers(first, second))
    expect(await statusOf(own, upgraded.id)).toEqual({ status: 200, atomic: true })
    expect([await balanceOf(first), await balanceOf(second)]).toEqual([5n, 5n])
    expect([await typeOf(upgraded.hash), await codeOf(own.account.address)]).toEqual(['0x4', delegation])
    expect(await capabilities(own)).toEqual({ '0x1': { atomic: { status: 'supported' } } })

    const later = await sendCalls(own, transfers(third, fourth))
    expect(await statusOf(own, later.id)).toEqual({ status: 200, atomic: true })
    expect([await balanceOf(third), await balanceOf(fourth)]).toEqual([5n, 5n])
    expect(await typeOf(later.hash)).toBe('0x2')
  })

  test('approval and transfer of a token › both executed, verified against the chain', async () => {
    const own = await world.openHolder()
    const to = newAddress()
    const calls = [world.tokenCall('approve', to, 7n), world.tokenCall('transfer', to, 9n)]
    const sent = await sendCalls(own, calls, { id: '0xabc' })
    expect(sent.id).toBe('0xabc')
    expect(await statusOf(own, '0xabc')).toEqual({ status: 200, atomic: true })
    const executed = calls.map((call) => ({ ...call, value: 0n }))
    const { bundles } = own.adapter.contractCalls ?? {}
    const { account } = own
    const sentBundle = { account: account.address, chain: world.network.id, hashes: [sent.hash] }
    // The upgrade of the wallet itself is not an addition to the request.
    expect(
      await bundles?.verify({ ...sentBundle, calls: executed }, new AbortController().signal),
    ).toMatchObject({ verdict: 'verified' })
  })

  test('complete bundle with upgrade › simulated call by call, fee of the network', async () => {
    const own = await world.open()
    const params = [own.bundle(transfers(newAddress(), newAddress()))]
    const request = { method: 'wallet_sendCalls', params }
    const prepared = await own.prepare(await own.keys.complete(own.connection, request, world.network))
    expect(await prepared.simulate?.(world.network, new AbortController().signal)).toMatchObject({
      is: 'runs',
      changes: [{ figure: { value: -10n } }],
    })
  })

  test('a single call › type 2, no upgrade', async () => {
    const own = await world.open()
    const to = newAddress()
    const { hash, id } = await sendCalls(own, transfers(to))
    expect(await statusOf(own, id)).toEqual({ status: 200, atomic: true })
    expect([await balanceOf(to), await typeOf(hash), await codeOf(own.account.address)]).toEqual([
      5n,
      '0x2',
      '0x',
    ])
  })

  test('one call fails › rejected before the vault opens', async () => {
    const own = await world.open()
    const to = newAddress()
    // The account has no tokens.
    const calls = [...transfers(to), world.tokenCall('transfer', to, 1n)]
    await expect(sendCalls(own, calls)).rejects.toMatchObject({ code: -32000 })
    expect([own.prompts(), await balanceOf(to), await codeOf(own.account.address)]).toEqual([0, 0n, '0x'])
  })

  test('one call fails on the chain › status 500, nothing moved', async () => {
    const own = await world.openHolder()
    const to = newAddress()
    const calls = [...transfers(to), world.tokenCall('transfer', to, 10n)]
    await world.node.call('evm_setAutomine', false)
    const sent = await sendCalls(own, calls)
    expect(await own.request('wallet_getCallsStatus', sent.id)).toMatchObject({ status: 100 })
    // The token no longer exists when the transaction is executed.
    const token = String(world.token.address)
    const code = await codeOf(token)
    await world.node.call('anvil_setCode', token, '0xfe')
    await world.node.call('evm_mine')
    await world.node.call('anvil_setCode', token, code)
    await world.node.call('evm_setAutomine', true)
    expect(await statusOf(own, sent.id)).toEqual({ status: 500, atomic: true })
    expect(await balanceOf(to)).toBe(0n)
  })

  test('another transaction uses its nonce › status 400', async () => {
    const own = await world.open()
    await world.node.call('evm_setAutomine', false)
    const sent = await sendCalls(own, transfers(newAddress()))
    const { nonce } = z.parse(
      z.object({ nonce: z.string() }),
      await world.node.call('eth_getTransactionByHash', sent.hash),
    )
    await world.node.call('anvil_dropTransaction', sent.hash)
    await own.request('eth_sendTransaction', {
      from: own.account.address,
      to: newAddress(),
      value: '0x1',
      nonce,
    })
    await world.node.call('evm_mine')
    // The latest blocks may be unknown to another node.
    expect(await own.request('wallet_getCallsStatus', sent.id)).toMatchObject({ status: 100 })
    await world.node.call('anvil_mine', '0x2')
    await world.node.call('evm_setAutomine', true)
    expect(await statusOf(own, sent.id)).toEqual({ status: 400, atomic: true })
  })

  test.each<[string, object[], object, number]>([
    ['a creation', [{ data: '0x00' }], {}, -32602],
    ['a call of the zero address', [{ to: `0x${'0'.repeat(40)}` }], {}, -32602],
    [
      'a paymaster',
      transfers(newAddress()),
      { capabilities: { paymasterService: { url: 'https://paymaster.example' } } },
      5700,
    ],
  ])('%s in a batch › rejected before the vault opens', async (_, calls, over, code) => {
    const own = await world.open()
    await expect(sendCalls(own, [...transfers(newAddress()), ...calls], over)).rejects.toMatchObject({
      code,
    })
    expect(own.prompts()).toBe(0)
  })

  test('fields of a dApp › replaced by those of the wallet', async () => {
    const own = await world.open()
    const transaction = { type: '0x2', nonce: '0x63', gas: '0x1', maxFeePerGas: '0x1' }
    const { id } = await sendCalls(own, transfers(newAddress(), newAddress()), { transaction })
    expect(await statusOf(own, id)).toEqual({ status: 200, atomic: true })
  })

  test('unknown bundle › 5730', async () => {
    const own = await world.open()
    await expect(own.request('wallet_getCallsStatus', '0x1')).rejects.toMatchObject({ code: 5730 })
  })
})

describe('chain or account that cannot be upgraded', () => {
  test.each([
    ['no account contract', { isDeployed: false }],
    ['rules before EIP-7702', { flags: ['--hardfork', 'cancun'] }],
  ])('%s › no capability, 4200, a single call works', async (_, options) => {
    const other = await ownBatchWorld(options)
    try {
      const own = await other.open()
      expect(await capabilities(own)).toEqual({})
      await expect(sendCalls(own, transfers(newAddress(), newAddress()))).rejects.toMatchObject({
        code: 4200,
      })
      const { id } = await sendCalls(own, transfers(newAddress()))
      expect((await statusOf(own, id)).status).toBe(200)
    } finally {
      await other.stop()
    }
  })

  test.each([
    ['another delegation', `0xef0100${'12'.repeat(20)}`],
    ['code of its own', '0x6001'],
  ])('account with %s › no capability, 4200', async (_, code) => {
    const own = await world.open()
    await world.node.call('anvil_setCode', own.account.address, code)
    expect(await capabilities(own)).toEqual({})
    await expect(sendCalls(own, transfers(newAddress(), newAddress()))).rejects.toMatchObject({
      code: 4200,
    })
  })

  test('another contract at the address of the delegate › no capability', async () => {
    const own = await world.open()
    const code = await codeOf(embeddedAccountAddress)
    await world.node.call('anvil_setCode', embeddedAccountAddress, '0x6001')
    expect(await capabilities(own)).toEqual({})
    await world.node.call('anvil_setCode', embeddedAccountAddress, code)
  })
})

describe('authorizations', () => {
  const serialized = z.custom<TransactionSerialized>((value) => bytesSchema.safeParse(value).success)
  const signedSchema = z.object({ raw: serialized })

  /** A complete bundle that upgrades its account. */
  async function completed() {
    const own = await world.open()
    const request = {
      method: 'wallet_sendCalls',
      params: [own.bundle(transfers(newAddress(), newAddress()))],
    }
    const complete = await own.keys.complete(own.connection, request, world.network)
    const [bundle] = z.parse(z.tuple([z.looseObject({ transaction: z.looseObject({}) })]), complete.params)
    return { own, complete, bundle }
  }

  test('in the vault › signs exactly one, for our contract on this chain, by the account', async () => {
    const { own, complete } = await completed()
    const { raw } = z.parse(signedSchema, await own.keys.sign(own.key, complete, world.network.id))
    expect(parseTransaction(raw)).toMatchObject({
      type: 'eip7702',
      to: own.account.address.toLowerCase(),
      authorizationList: [{ address: embeddedAccountAddress.toLowerCase(), chainId: 1, nonce: 1 }],
    })
  })

  test.each<[string, object]>([
    [
      'an authorization list',
      { authorizationList: [{ address: newAddress(), chainId: '0x1', nonce: '0x1' }] },
    ],
    ['a delegate', { delegate: newAddress() }],
    ['type 3', { type: '0x3' }],
    ['no nonce', { nonce: undefined }],
  ])('request with %s › not signed', async (_, over) => {
    const { own, complete, bundle } = await completed()
    const params = [{ ...bundle, transaction: { ...bundle.transaction, ...over } }]
    const key = { ...own.key, signDigest: () => expect.unreachable('The key was used') }
    await expect(own.keys.sign(key, { ...complete, params }, world.network.id)).rejects.toMatchObject({
      code: -32602,
    })
  })

  type Authorization = { readonly address?: Hex; readonly chainId?: number; readonly nonce?: number }
  test.each<[string, Authorization, boolean]>([
    ['another delegate', { address: newAddress() }, true],
    ['chain 0', { chainId: 0 }, true],
    ['another nonce', { nonce: 2 }, true],
    ['another authority', {}, false],
  ])('signed with %s › mismatch, nothing sent', async (_, over, isOwn) => {
    const { own, complete } = await completed()
    const { raw } = z.parse(signedSchema, await own.keys.sign(own.key, complete, world.network.id))
    const authority = isOwn ? own.account : testLocalKey().account
    const authorization = await authority.signAuthorization({
      ...{ address: embeddedAccountAddress, chainId: 1, nonce: 1, ...over },
    })
    const { to, nonce, gas, data, maxFeePerGas, maxPriorityFeePerGas } = parseTransaction(raw)
    const forged = await own.account.signTransaction({
      ...{ to, nonce, gas, data, maxFeePerGas, maxPriorityFeePerGas },
      ...{ type: 'eip7702' as const, chainId: 1, authorizationList: [authorization] },
    })
    const response = own.keys.respond(
      own.connection,
      complete,
      { raw: forged, hash: keccak256(forged) },
      world.network,
    )
    await expect(response).rejects.toMatchObject({ code: -32603, data: { reason: 'mismatch' } })
    expect(await codeOf(own.account.address)).toBe('0x')
    expect(await balanceOf(own.account.address)).toBe(10n ** 18n)
  })

  test('transaction of a dApp with an authorization for our contract › refused', async () => {
    const own = await world.open()
    const authorizationList = [{ address: embeddedAccountAddress, chainId: '0x1', nonce: '0x1' }]
    const transaction = { from: own.account.address, to: own.account.address, authorizationList }
    await expect(own.request('eth_sendTransaction', transaction)).rejects.toMatchObject({ code: 4200 })
    expect(toQuantity(await balanceOf(own.account.address))).toBe(toQuantity(10n ** 18n))
  })
})
