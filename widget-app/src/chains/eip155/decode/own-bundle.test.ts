import { describe, expect, test } from 'vitest'
import { embeddedAccountAddress } from '#shared/config/embedded-account.ts'
import { embeddedHandle } from '../../embedded-handle.ts'
import { bundleParam } from '../canonical/canonical-bundle.ts'
import { alice, bob, connection as pageConnection } from '../testing/unit-world.ts'
import { parseRequest } from '../wallet/request-parser.ts'
import { decodeParsed } from './decode-request.ts'

const connection = { ...pageConnection, handle: embeddedHandle('eip155') }
const calls = [
  { to: bob, value: '0x5' },
  { to: bob, value: '0x6' },
]
const transaction = {
  ...{ type: '0x4', nonce: '0x3', gas: '0x186a0' },
  ...{ maxFeePerGas: '0x3b9aca00', maxPriorityFeePerGas: '0x1' },
}
const parse = (over: object = {}, used = connection) => {
  const bundle = { version: '2.0.0', from: alice, chainId: '0x1', atomicRequired: true, calls, ...over }
  return parseRequest(used, { method: 'wallet_sendCalls', params: [bundle] })
}
const transfer = (value: bigint) => ({
  ...{ is: 'transfer', from: undefined, to: bob, figure: { value, contract: undefined } },
})
const batch = { is: 'batch', facts: [transfer(5n), transfer(6n)] }
const upgrade = { is: 'authorisation', delegate: embeddedAccountAddress, chain: 'eip155:1', isOwn: true }
const terms = [
  { is: 'term', name: 'fee', figure: { value: 10n ** 14n, contract: undefined } },
  { is: 'term', name: 'gas-limit', text: '100000' },
  { is: 'term', name: 'nonce', text: '3' },
]

describe('complete bundle of our own wallet', () => {
  const factsOf = (over: object) => decodeParsed(connection, parse(over), () => false, 10n ** 9n)?.facts

  test('with upgrade › upgrade first, then each call, fee, gas and nonce', () => {
    expect(factsOf({ transaction })).toEqual([upgrade, batch, ...terms])
  })

  test('without upgrade › calls, fee, gas and nonce', () => {
    expect(factsOf({ transaction: { ...transaction, type: '0x2' } })).toEqual([batch, ...terms])
  })

  test('serialized › parsed as the same bundle', () => {
    const parsed = parse({ transaction })
    if (parsed.is !== 'bundle') throw new TypeError('Not a bundle')
    expect(bundleParam(parsed.bundle)).toMatchObject({ transaction })
  })

  test.each<[string, object]>([
    ['an authorization list', { authorizationList: [{ address: bob, chainId: '0x1', nonce: '0x4' }] }],
    ['a delegate', { address: bob }],
    ['type 1', { type: '0x1' }],
    ['no gas', { gas: undefined }],
  ])('transaction with %s › rejected', (_, over) => {
    expect(() => parse({ transaction: { ...transaction, ...over } })).toThrow(
      expect.objectContaining({ code: -32602 }),
    )
  })
})

test('bundle for another wallet › transaction dropped, no upgrade shown', () => {
  const parsed = parse({ transaction }, pageConnection)
  expect(parsed.request.params).toEqual([expect.not.objectContaining({ transaction: expect.anything() })])
  expect(decodeParsed(pageConnection, parsed, () => false)?.facts).toEqual([batch])
})
