import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { embeddedAccountAddress, entryPointAddress } from '../../../../shared/config/embedded-account.ts'
import * as z from '../../../../shared/zod.ts'
import type { ServiceResponse } from '../../ports/sponsorship.ts'
import { type EmbeddedWorld, openEmbeddedWorld } from '../embedded/testing/embedded-world.ts'
import { createWalletKeys } from '../embedded/testing/wallet-keys.ts'

const chainId = 'eip155:8453'
const other = '0x00000000000000000000000000000000000000c3'
const hash = `0x${'ab'.repeat(32)}`
const paymaster = '0x0000000000000000000000000000000000000123'
const agreed = { paymaster, paymasterData: '0x12' }
const envelopeSchema = z.object({ id: z.string() })

/** What the services were asked, and what they respond next. */
function services() {
  const calls: { readonly to: string; readonly method: string; readonly params: readonly unknown[] }[] = []
  const responses = new Map<string, ServiceResponse>([
    ['pm_getPaymasterData', { result: agreed }],
    ['pm_getPaymasterStubData', { result: agreed }],
    ['eth_sendUserOperation', { result: hash }],
  ])
  const service = (to: string) => async (method: string, params: readonly unknown[]) => {
    calls.push({ to, method, params })
    return responses.get(method) ?? { error: { code: -32_601, message: 'unknown' } }
  }
  return { calls, responses, bundler: service('bundler'), paymaster: service('paymaster') }
}

let world: EmbeddedWorld
let asked: ReturnType<typeof services>
beforeEach(async () => {
  asked = services()
  const { bundler, paymaster: paymasterService } = asked
  const context = { policy: 'shop' }
  const limits = { operationsPerDay: 3 }
  world = await openEmbeddedWorld({
    parts: {
      sponsorship: {
        operationsPerUserPerDay: 2,
        networks: [{ chainId, bundler, paymaster: paymasterService, paymasterContext: context, ...limits }],
      },
    },
  })
})
afterEach(() => world.server.close())

/** The widget of a user with a wallet. */
async function openUser(email?: string) {
  const { vault, vaultToken: token, frame, frameToken, account } = await world.openVault(email)
  const keys = await createWalletKeys()
  const created = await vault.call('POST', '/envelopes', { token, body: { kind: 'device' } })
  const { id } = z.parse(envelopeSchema, created.body)
  const signatures = await keys.prove(account.userId, id)
  await vault.call('PUT', `/envelopes/${id}`, { token, body: { accounts: keys.accounts, signatures } })
  const call = (method: string, params: readonly unknown[], chain = chainId) =>
    frame.call('POST', '/sponsorship', { token: frameToken, body: { chainId: chain, method, params } })
  const operation = {
    ...{ sender: keys.accounts.eip155, nonce: '0x0', callData: '0x1234' },
    ...{ maxFeePerGas: '0x2', maxPriorityFeePerGas: '0x1' },
  }
  const sponsored = { ...operation, ...agreed }
  return { frame, call, operation, sponsored }
}

const auth = {
  ...{ address: embeddedAccountAddress, chainId: '0x2105', nonce: '0x0' },
  ...{ r: `0x${'1'.repeat(64)}`, s: `0x${'2'.repeat(64)}`, yParity: '0x00' },
}

describe('call of a user', () => {
  it('paymaster’s data › context and chain of the configuration, listed members only', async () => {
    const { call, operation } = await openUser()
    asked.responses.set('pm_getPaymasterStubData', { result: { ...agreed, isFinal: false, secret: 'x' } })
    const response = await call('pm_getPaymasterStubData', [operation, entryPointAddress])
    expect(response).toMatchObject({ status: 200, body: { result: { ...agreed, isFinal: false } } })
    expect(response.body).not.toHaveProperty('result.secret')
    const params = [operation, entryPointAddress, '0x2105', { policy: 'shop' }]
    expect(asked.calls).toEqual([{ to: 'paymaster', method: 'pm_getPaymasterStubData', params }])
  })

  it('operation with a paymaster and an upgrade › sent to the bundler unchanged', async () => {
    const { call, sponsored } = await openUser()
    const upgraded = { ...sponsored, factory: '0x7702', eip7702Auth: auth }
    const response = await call('eth_sendUserOperation', [upgraded, entryPointAddress])
    expect(response).toMatchObject({ status: 200, body: { result: hash } })
    expect(asked.calls).toMatchObject([{ to: 'bundler', params: [upgraded, entryPointAddress] }])
  })

  it('error of a service › its code and message', async () => {
    const { call, sponsored } = await openUser()
    const error = { code: -32_500, message: 'AA24 signature error' }
    asked.responses.set('eth_sendUserOperation', { error })
    expect(await call('eth_sendUserOperation', [sponsored, entryPointAddress])).toMatchObject({
      ...{ status: 200, body: { error } },
    })
  })
})

describe('attack', () => {
  it('another sender › 403, no service called', async () => {
    const { call, operation, sponsored } = await openUser()
    for (const method of ['pm_getPaymasterStubData', 'pm_getPaymasterData'])
      expect((await call(method, [{ ...operation, sender: other }, entryPointAddress])).status).toBe(403)
    for (const method of ['eth_estimateUserOperationGas', 'eth_sendUserOperation'])
      expect((await call(method, [{ ...sponsored, sender: other }, entryPointAddress])).status).toBe(403)
    expect(asked.calls).toEqual([])
  })

  it('another EntryPoint, delegate, factory or chain, unlisted member, no paymaster › 400', async () => {
    const { call, operation, sponsored } = await openUser()
    const send = async (value: object, entryPoint: string = entryPointAddress) =>
      (await call('eth_sendUserOperation', [value, entryPoint])).status
    expect(await send(sponsored, '0x0000000071727De22E5E9d8BAf0edAc6f37da032')).toBe(400)
    expect(await send({ ...sponsored, factory: '0x7702', eip7702Auth: { ...auth, address: other } })).toBe(
      400,
    )
    expect(await send({ ...sponsored, factory: '0x7702', eip7702Auth: { ...auth, chainId: '0x0' } })).toBe(
      400,
    )
    expect(await send({ ...sponsored, eip7702Auth: auth })).toBe(400)
    expect(await send({ ...sponsored, factory: other })).toBe(400)
    expect(await send({ ...sponsored, aggregator: other })).toBe(400)
    expect(await send(operation)).toBe(400)
    expect(await send({ ...sponsored, paymaster: `0x${'0'.repeat(40)}` })).toBe(400)
    expect(asked.calls).toEqual([])
  })

  it('unlisted method, unknown network, no session › rejected', async () => {
    const { call, frame, sponsored } = await openUser()
    expect((await call('debug_bundler_clearState', [])).status).toBe(400)
    expect((await call('eth_sendTransaction', [sponsored])).status).toBe(400)
    expect((await call('eth_supportedEntryPoints', [], 'eip155:1')).status).toBe(404)
    const body = { chainId, method: 'eth_supportedEntryPoints', params: [] }
    expect((await frame.call('POST', '/sponsorship', { body })).status).toBe(401)
    expect(asked.calls).toEqual([])
  })

  it('receipt of another account’s operation › null', async () => {
    const { call, operation } = await openUser()
    const receipt = {
      ...{ userOpHash: hash, sender: other, nonce: '0x0', success: true },
      receipt: { transactionHash: hash },
    }
    asked.responses.set('eth_getUserOperationReceipt', { result: receipt })
    expect((await call('eth_getUserOperationReceipt', [hash])).body).toEqual({ result: null })
    const { sender } = operation
    asked.responses.set('eth_getUserOperationReceipt', { result: { ...receipt, sender } })
    expect((await call('eth_getUserOperationReceipt', [hash])).body).toEqual({
      result: { ...receipt, sender },
    })
  })

  it('gas limits that a bundler states as null › left out', async () => {
    const { call, sponsored } = await openUser()
    const gas = { preVerificationGas: '0x1', verificationGasLimit: '0x2', callGasLimit: '0x3' }
    asked.responses.set('eth_estimateUserOperationGas', {
      result: { ...gas, paymasterVerificationGasLimit: null, paymasterPostOpGasLimit: null },
    })
    const response = await call('eth_estimateUserOperationGas', [sponsored, entryPointAddress])
    expect(response.body).toEqual({ result: gas })
  })

  it('result of another form › 502, nothing passed on', async () => {
    const { call, operation } = await openUser()
    asked.responses.set('pm_getPaymasterStubData', { result: { paymaster: 'x' } })
    expect((await call('pm_getPaymasterStubData', [operation, entryPointAddress])).status).toBe(502)
  })
})

describe('limits', () => {
  it('user’s and operator’s operations of a day › 429; refused ones do not count; next day again', async () => {
    const ada = await openUser()
    const ask = ({ call, operation }: typeof ada, method = 'pm_getPaymasterData') =>
      call(method, [operation, entryPointAddress])
    asked.responses.set('pm_getPaymasterData', { error: { code: -32_000, message: 'refused' } })
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await ask(ada)).status).toBe(200)
    asked.responses.set('pm_getPaymasterData', { result: agreed })
    // Stub data of the paymaster is no promise, unless it is final.
    expect((await ask(ada, 'pm_getPaymasterStubData')).status).toBe(200)
    expect((await ask(ada)).status).toBe(200)
    asked.responses.set('pm_getPaymasterStubData', { result: { ...agreed, isFinal: true } })
    expect((await ask(ada, 'pm_getPaymasterStubData')).status).toBe(200)
    expect((await ask(ada)).status).toBe(429)
    world.server.advance(31_000)
    const eve = await openUser('eve@example.org')
    expect((await ask(eve)).status).toBe(200)
    expect((await ask(eve)).status).toBe(429)
    world.server.advance(86_400_000)
    expect((await ask(ada)).status).toBe(200)
  })
})
