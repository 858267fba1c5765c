import { describe, expect, it } from 'vitest'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import { memoryTransport } from '../../testing/scripted-transport.ts'
import { alice, assetHub, connection, found } from '../testing/unit-world.ts'
import { connect } from './connect.ts'
import { disconnect } from './disconnect.ts'

const enabled = { accounts: [{ address: alice, type: 'sr25519' }] }
const rejecting = (code: number, message: string) => () => {
  throw new ProviderRpcError(code, message)
}

describe('connect', () => {
  it('enables the one wallet, on the given chain', async () => {
    const transport = memoryTransport({ 'injectedWeb3:enable': () => enabled })
    expect(await connect(transport, found, assetHub, { silent: false })).toEqual({
      ...connection,
      facts: { [alice]: { type: 'sr25519' } },
    })
    expect(transport.requests).toEqual([{ method: 'injectedWeb3:enable', params: {} }])
  })

  it('silent › the request has the silent flag', async () => {
    const transport = memoryTransport({ 'injectedWeb3:enable': () => enabled })
    await connect(transport, found, assetHub, { silent: true })
    expect(transport.requests).toEqual([{ method: 'injectedWeb3:enable', params: { silent: true } }])
  })

  it.each([4001, 4100])('silent request fails with %i › no account', async (code) => {
    const transport = memoryTransport({ 'injectedWeb3:enable': rejecting(code, 'not allowed') })
    const silent = connect(transport, found, assetHub, { silent: true })
    await expect(silent).rejects.toMatchObject({ code: 'wallet/no-account' })
  })

  it.each([
    ['Cancelled', 4001],
    ['Rejected', 4001],
    ['Connection request was rejected by the user.', 4001],
    ['The source shop.example has a pending authorization request', -32002],
    ['Talisman extension has not been configured yet.', -32603],
  ])('message %j › %i', async (message, code) => {
    const transport = memoryTransport({ 'injectedWeb3:enable': rejecting(-32603, message) })
    await expect(connect(transport, found, assetHub, { silent: false })).rejects.toMatchObject({ code })
  })

  it('response without accounts › wallet/not-answering', async () => {
    const transport = memoryTransport({ 'injectedWeb3:enable': () => true })
    await expect(connect(transport, found, assetHub, { silent: false })).rejects.toMatchObject({
      code: 'wallet/not-answering',
    })
  })
})

describe('disconnect', () => {
  it('ends the subscriptions, ignores the wallet’s error', async () => {
    const transport = memoryTransport({ 'injectedWeb3:disconnect': rejecting(4900, 'gone') })
    await disconnect(transport, connection)
    expect(transport.count('injectedWeb3:disconnect')).toBe(1)
  })
})
