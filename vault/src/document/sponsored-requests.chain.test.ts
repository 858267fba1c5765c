import { encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from '#shared/zod.ts'
import { testLocalKey } from '#widget/chains/eip155/testing/local-key.ts'
import { chainHex, openSponsoredWorld, type SponsoredWorld } from './testing/sponsored-world.ts'

const recipient = '0x00000000000000000000000000000000000000c3'
const hashSchema = z.templateLiteral(['0x', z.string().check(z.regex(/^[0-9a-f]{64}$/))])
const completeSchema = z.looseObject({ userOperation: z.record(z.string(), z.string()) })

let world: SponsoredWorld
beforeAll(async () => {
  world = await openSponsoredWorld()
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.setFaults({})
})

type Account = Awaited<ReturnType<SponsoredWorld['openAccount']>>

const paramOf = ({ params }: { readonly params?: readonly unknown[] | object }): unknown =>
  Reflect.get(params ?? [], 0)
/** The complete request of a transfer, and its operation's fields. */
async function completed(account: Account, amount = 7n) {
  const request = { method: 'eth_sendTransaction', params: [account.transfer(recipient, amount)] }
  const complete = await account.complete(request)
  const { userOperation, ...call } = z.parse(completeSchema, paramOf(complete))
  return { complete, fields: userOperation, call }
}
const withFields = (call: object, fields: object) => ({
  method: 'eth_sendTransaction',
  params: [{ ...call, userOperation: fields }],
})
const sign = (
  account: Account,
  request: { method: string; params?: readonly unknown[] | object },
  key = account.key,
) => account.keys.sign(key, request, world.network.id)
const respond = (
  account: Account,
  request: { method: string; params?: readonly unknown[] | object },
  signed: unknown,
) => account.keys.respond(account.connection, request, signed, world.network)

describe('request that the operator pays for', () => {
  test('account without native currency and code › upgraded, tokens sent, hash of the transaction', async () => {
    const account = await world.openAccount()
    const hash = z.parse(
      hashSchema,
      await account.request('eth_sendTransaction', account.transfer(recipient, 7n)),
    )
    expect(await world.succeeded(hash)).toBe(true)
    expect(await account.tokens()).toBe(3n)
    expect(await world.balance(account.account.address)).toBe(0n)
    expect(await world.code(account.account.address)).toMatch(/^0xef0100/)
    expect([...account.records.values()]).toMatchObject([{ state: { is: 'included', transaction: hash } }])
    // The second one needs no upgrade.
    await account.request('eth_sendTransaction', account.transfer(recipient, 1n))
    expect([await account.tokens(), await account.operationNonce()]).toEqual([2n, 2n])
  })

  test('review › calls, upgrade, who pays, no fee', async () => {
    const account = await world.openAccount()
    const { complete } = await completed(account)
    const prepared = await account.prepare(complete)
    const { signal } = new AbortController()
    const description = await prepared.decode?.(signal)
    expect(description?.facts.map(({ is }) => is)).toEqual([
      ...['authorisation', 'transfer', 'unknown-contract', 'term'],
    ])
    expect(description?.facts).toContainEqual({ is: 'term', name: 'sponsored', text: 'Local operator' })
    expect(await prepared.simulate?.(world.network, signal)).toMatchObject({ is: 'runs', fee: 0n })
  })

  test('approval › cannot be lowered, because the paymaster agreed to these calls', async () => {
    const account = await world.openAccount()
    const { to, from } = account.transfer(recipient, 1n)
    const args = [recipient, 5n] as const
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
    const request = { method: 'eth_sendTransaction', params: [{ from, to, data }] }
    expect((await account.prepare(request)).withLimit).toBeTypeOf('function')
    const complete = await account.complete(request)
    expect(paramOf(complete)).toHaveProperty('userOperation')
    expect((await account.prepare(complete)).withLimit).toBeUndefined()
  })

  test('bundle › id at once, status of the operation with its receipt', async () => {
    const account = await world.openAccount()
    const calls = [account.transfer(recipient, 2n), account.transfer(recipient, 3n)]
    const bundle = {
      version: '2.0.0',
      chainId: chainHex,
      from: account.account.address,
      atomicRequired: true,
      calls,
    }
    const response = z.parse(z.object({ id: z.string() }), await account.request('wallet_sendCalls', bundle))
    const [record] = account.records.values()
    expect(response).toEqual({ id: record?.operation.hash })
    const read = async () => record && account.keys.operations?.receipt(record.operation, world.network)
    await expect.poll(read).toMatchObject({ status: '0x1' })
    expect(await account.tokens()).toBe(5n)
    await expect.poll(() => [...account.records.values()][0]?.state.is).toBe('included')
  })

  test('nonce or gas fixed by the site › nonce paid by the user, gas replaced', async () => {
    const account = await world.openAccount()
    await world.setBalance(account.account.address, parseEther('1'))
    const method = 'eth_sendTransaction'
    const call = account.transfer(recipient, 1n)
    const priced = { ...call, gas: '0x30d40', maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' }
    expect(paramOf(await account.complete({ method, params: [priced] }))).toMatchObject({ userOperation: {} })
    const ordinary = [
      await account.complete({ method, params: [{ ...call, nonce: '0x0' }] }),
      await account.complete({ method: 'eth_signTransaction', params: [call] }),
      await account.complete({ method, params: [call] }, { isSmartAccount: false }),
    ]
    for (const request of ordinary) expect(paramOf(request)).not.toHaveProperty('userOperation')
  })
})

describe('paymaster that does not pay', () => {
  test('refuses › ordinary transaction before the review', async () => {
    const account = await world.openAccount()
    await world.setBalance(account.account.address, parseEther('1'))
    await world.setFaults({ paymaster: 'refuses' })
    const complete = await account.complete({
      method: 'eth_sendTransaction',
      params: [account.transfer(recipient, 1n)],
    })
    expect(paramOf(complete)).toMatchObject({ nonce: '0x0', type: '0x2' })
    expect(paramOf(complete)).not.toHaveProperty('userOperation')
  })

  test('silent › ordinary transaction before the review', async () => {
    const account = await world.openAccount()
    await world.setBalance(account.account.address, parseEther('1'))
    await world.setFaults({ paymaster: 'silent' })
    const params = [account.transfer(recipient, 1n)]
    const complete = await account.complete({ method: 'eth_sendTransaction', params })
    expect(paramOf(complete)).not.toHaveProperty('userOperation')
  })

  test('no sponsorship, no native currency › the error of an ordinary transaction', async () => {
    const account = await world.openAccount({ isOffered: false })
    const sent = account.request('eth_sendTransaction', account.transfer(recipient, 1n))
    await expect(sent).rejects.toMatchObject({ data: { reason: 'insufficient-funds' } })
  })
})

describe('signature', () => {
  test('changed calls, sender, nonce, paymaster or gas after signing › mismatch, nothing sent', async () => {
    const account = await world.openAccount()
    const { complete, fields, call } = await completed(account)
    const signed = await sign(account, complete)
    const before = world.acceptedCount()
    const { transfer } = await world.openAccount()
    const changed = [
      withFields({ ...call, data: transfer(recipient, 9n).data }, fields),
      withFields({ ...call, to: recipient }, fields),
      withFields(call, { ...fields, nonce: '0x1' }),
      withFields(call, { ...fields, paymaster: recipient }),
      withFields(call, { ...fields, paymasterData: '0x01' }),
      withFields(call, { ...fields, callGasLimit: '0x1' }),
    ]
    for (const request of changed)
      await expect(respond(account, request, signed)).rejects.toMatchObject({ data: { reason: 'mismatch' } })
    expect(world.acceptedCount()).toBe(before)
    expect(await account.tokens()).toBe(10n)
  })

  test('of another key, or without the authorization › mismatch', async () => {
    const account = await world.openAccount()
    const { complete } = await completed(account)
    const other = testLocalKey()
    const signed = z.parse(
      z.object({ signature: z.string(), authorization: z.string() }),
      await sign(account, complete),
    )
    const { signature } = z.parse(
      z.object({ signature: z.string() }),
      await account.keys.sign({ ...other.key, address: account.account.address }, complete, world.network.id),
    )
    const wrong = [
      { ...signed, signature },
      { signature: signed.signature },
      { ...signed, authorization: signature },
    ]
    for (const one of wrong)
      await expect(respond(account, complete, one)).rejects.toMatchObject({ data: { reason: 'mismatch' } })
  })

  test('no paymaster, unknown member, fee of a transaction beside it › not signed', async () => {
    const account = await world.openAccount()
    const { fields, call } = await completed(account)
    const { paymaster: _, ...withoutPaymaster } = fields
    const requests = [
      withFields(call, withoutPaymaster),
      withFields(call, { ...fields, paymaster: `0x${'0'.repeat(40)}` }),
      withFields(call, { ...fields, sender: recipient }),
      withFields(call, { ...fields, entryPoint: recipient }),
      withFields({ ...call, gas: '0x5208' }, fields),
      withFields({ ...call, nonce: '0x0' }, fields),
    ]
    for (const request of requests)
      await expect(sign(account, request)).rejects.toMatchObject({ code: -32602 })
    const asSigned = { ...withFields(call, fields), method: 'eth_signTransaction' }
    await expect(sign(account, asSigned)).rejects.toMatchObject({ code: 4200 })
  })

  test('user operation as typed data of a site › not signed', async () => {
    const account = await world.openAccount()
    const typed = {
      domain: { name: 'ERC4337', version: '1', chainId: world.network.id.split(':')[1] },
      types: { PackedUserOperation: [{ name: 'nonce', type: 'uint256' }] },
      primaryType: 'PackedUserOperation',
      message: { nonce: '0' },
    }
    const params = [account.account.address, JSON.stringify(typed)]
    await expect(sign(account, { method: 'eth_signTypedData_v4', params })).rejects.toMatchObject({
      code: 4200,
    })
  })
})

describe('state of an operation', () => {
  test('calls revert at inclusion › error, nothing moved, no native currency spent', async () => {
    const account = await world.openAccount()
    await world.setFaults({ bundler: 'reverts' })
    const sent = account.request('eth_sendTransaction', account.transfer(recipient, 7n))
    await expect(sent).rejects.toMatchObject({ code: -32000, data: { reason: 'reverted' } })
    expect(await account.tokens()).toBe(10n)
    const [record] = account.records.values()
    expect(record?.state.is).toBe('reverted')
    const receipt = record && (await account.keys.operations?.receipt(record.operation, world.network))
    expect(receipt).toMatchObject({ status: '0x0' })
  })

  test('dropped › unknown outcome; sent again › only the second one, with the same nonce', async () => {
    const account = await world.openAccount()
    await world.setFaults({ bundler: 'drops' })
    const sent = account.request('eth_sendTransaction', account.transfer(recipient, 7n))
    await expect(sent).rejects.toMatchObject({ data: { reason: 'unknown-outcome' } })
    expect([...account.records.values()]).toMatchObject([{ state: { is: 'dropped' } }])
    await world.setFaults({ paymaster: 'refuses' })
    const unpaid = account.request('eth_sendTransaction', account.transfer(recipient, 7n))
    await expect(unpaid).rejects.toMatchObject({ code: -32002 })
    await world.setFaults({})
    await account.request('eth_sendTransaction', account.transfer(recipient, 6n))
    expect([await account.tokens(), await account.operationNonce()]).toEqual([4n, 1n])
    const [first] = account.records.values()
    if (first === undefined) throw new Error('The first operation is stored')
    expect(await account.keys.operations?.watch(first.operation, world.network)).toEqual({ is: 'replaced' })
    expect(await account.keys.operations?.receipt(first.operation, world.network)).toEqual({
      isReplaced: true,
    })
  })

  test('bundler silent › unknown outcome with the hash, stays open: it may have the operation', async () => {
    const account = await world.openAccount()
    const { complete } = await completed(account)
    const signed = await sign(account, complete)
    await world.setFaults({ bundler: 'silent' })
    await expect(respond(account, complete, signed)).rejects.toMatchObject({
      data: { reason: 'unknown-outcome', hint: expect.stringMatching(/^0x[0-9a-f]{64}$/) },
    })
    expect([...account.records.values()]).toMatchObject([{ state: { is: 'open' } }])
    expect(await account.tokens()).toBe(10n)
  })

  test('held › the next request is rejected, not sent beside it; released › found by the chain alone', async () => {
    const account = await world.openAccount()
    await world.setFaults({ bundler: 'holds' })
    const sent = account.request('eth_sendTransaction', account.transfer(recipient, 7n))
    await expect.poll(() => account.records.size).toBe(1)
    const next = account.complete({
      method: 'eth_sendTransaction',
      params: [account.transfer(recipient, 1n)],
    })
    await expect(next).rejects.toMatchObject({ code: -32002 })
    await world.setFaults({})
    await world.release()
    const hash: Hex = z.parse(hashSchema, await sent)
    expect(await world.succeeded(hash)).toBe(true)
    expect(await account.tokens()).toBe(3n)
  })

  test('same signed operation sent twice › executed once', async () => {
    const account = await world.openAccount()
    const { complete } = await completed(account)
    const signed = await sign(account, complete)
    const hashes = [await respond(account, complete, signed), await respond(account, complete, signed)]
    expect(hashes[0]).toBe(hashes[1])
    expect([await account.tokens(), await account.operationNonce()]).toEqual([3n, 1n])
  })
})
