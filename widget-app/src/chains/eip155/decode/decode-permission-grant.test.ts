import { describe, expect, it } from 'vitest'
import { memoryTransport } from '../../testing/scripted-transport.ts'
import { alice, bob, connection, network, tokenAddress } from '../testing/unit-world.ts'
import { revokeSession } from '../wallet/revoke-session.ts'
import { decodeGrant } from './decode-permission-grant.ts'
import { decodePermissions } from './review.ts'

const key = `0x04${'7b'.repeat(64)}`
const native = {
  type: 'native-token-recurring-allowance',
  data: { allowance: '0x5', start: 7, period: 86_400 },
}
const token = {
  type: 'erc20-recurring-allowance',
  data: { token: tokenAddress, allowance: `0x${'f'.repeat(64)}`, start: 7, period: 60 },
}
const move = {
  functionName: 'move',
  args: [
    { operator: 'LESS_THAN', value: '0x64' },
    { operator: 'EQUAL', value: bob },
  ],
  valueLimit: '0x9',
  operation: 'DelegateCall',
}
const moveAbi = {
  type: 'function',
  name: 'move',
  inputs: [
    { name: 'count', type: 'uint64' },
    { name: 'to', type: 'address' },
  ],
}
const calls = { type: 'contract-call', data: { address: bob, abi: [moveAbi], functions: [move] } }
const grant = (over: object = {}) => ({
  chainId: '0xa',
  address: bob,
  expiry: 1_900_000_000,
  signer: { type: 'keys', data: { keys: [{ type: 'secp256k1', publicKey: key }] } },
  permissions: [native, token, calls],
  ...over,
})
const decode = (requested: object) => decodeGrant(connection, requested)

describe('grant (ERC-7715)', () => {
  it('permissions › account, keys, amounts and expiry are decoded', () => {
    expect(decode(grant())).toEqual({
      account: bob,
      chain: 'eip155:10',
      facts: [
        {
          is: 'session',
          expiry: 1_900_000_000n,
          keys: [key],
          permissions: [
            {
              is: 'allowance',
              figure: { value: 5n, contract: undefined },
              isUnlimited: false,
              period: 86_400n,
              start: 7n,
            },
            {
              is: 'allowance',
              figure: { value: 2n ** 256n - 1n, contract: tokenAddress },
              isUnlimited: true,
              period: 60n,
              start: 7n,
            },
            {
              is: 'calls',
              contract: bob,
              functions: [
                {
                  name: 'move',
                  called: { selector: '0xc564e13c', signature: 'move(uint64,address)' },
                  mostSent: { value: 9n, contract: undefined },
                  isDelegated: true,
                  isRepeated: false,
                  isBound: true,
                  conditions: [
                    { label: '1', value: '< 100' },
                    { label: '2', value: `= ${bob}` },
                  ],
                },
              ],
            },
          ],
          policies: [],
        },
      ],
    })
    expect(decode(grant({ address: undefined }))?.account).toBe(alice)
  })

  it.each([
    [0, true],
    [1, true],
    [3_599, true],
    [3_600, false],
  ])('allowance that restarts every %i s › unlimited or not', (period, isUnlimited) => {
    const [fact] =
      decode(grant({ permissions: [{ ...native, data: { ...native.data, period } }] }))?.facts ?? []
    expect(fact?.is === 'session' && fact.permissions).toMatchObject([{ isUnlimited }])
  })

  it('policy › complete, by its type, with invisible characters as numbers', () => {
    const policies = [
      { type: 'call\u202elimit', data: { count: 20, note: 'a\u200bb\u{e0041}' } },
      { type: 'none', data: undefined },
      { type: 'long', data: 'c'.repeat(998) },
    ]
    const [fact] = decode(grant({ policies }))?.facts ?? []
    expect(fact?.is === 'session' && fact.policies).toEqual([
      { label: 'call\\u202elimit', value: '{"count":20,"note":"a\\u200bb\\udb40\\udc41"}' },
      { label: 'none', value: 'null' },
      { label: 'long', value: `"${'c'.repeat(998)}"` },
    ])
  })

  it.each([
    ['a permission of another type', { permissions: [{ type: 'everything', data: {} }] }],
    [
      'a field that nobody would be shown',
      { permissions: [{ ...native, data: { ...native.data, more: 1 } }] },
    ],
    ['no permission', { permissions: [] }],
    ['a policy longer than anybody reads', { policies: [{ type: 'long', data: 'c'.repeat(999) }] }],
    ['a policy with a field more', { policies: [{ type: 'other', data: 1, more: 1 }] }],
    ['no key', { signer: { type: 'keys', data: { keys: [] } } }],
    ['another kind of signer', { signer: { type: 'account', data: { address: bob } } }],
  ])('%s › cannot be decoded', (_name, over) => {
    expect(() => decode(grant(over))).toThrow()
  })

  it('stored session › metadata from the chain, undecodable permissions are undefined', async () => {
    const unreachableNode = () => Promise.reject(new Error('There is no node'))
    const { signal } = new AbortController()
    const permissions = await decodePermissions(
      unreachableNode,
      [native, token, { type: 'other' }],
      network,
      signal,
    )
    expect(permissions).toMatchObject([
      { figure: { value: 5n, asset: { symbol: 'ETH', decimals: 18 } } },
      { figure: { contract: tokenAddress, asset: undefined } },
      undefined,
    ])
  })
})

describe('revoke session', () => {
  const session = { pci: 'one', address: alice, permissions: [native], expiry: 7 }
  const wallet = (answer: () => unknown) =>
    memoryTransport({ eth_chainId: () => '0x1', wallet_revokePermissions: answer })

  it("request › has the session, returns the wallet's signature", async () => {
    const transport = wallet(() => '0x1234')
    expect(await revokeSession(transport, connection, session)).toBe('0x1234')
    expect(transport.requests).toEqual([
      { method: 'eth_chainId' },
      { method: 'wallet_revokePermissions', params: [session] },
    ])
  })

  it.each([[null], ['0x'], ['yes']])('response %j › not a signature', async (answer) => {
    await expect(
      revokeSession(
        wallet(() => answer),
        connection,
        session,
      ),
    ).rejects.toMatchObject({ code: -32603 })
  })
})
