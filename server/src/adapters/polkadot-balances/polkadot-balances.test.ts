import { describe, expect, it } from 'vitest'
import { NodeErrorResponse, scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import { UnsupportedChainError } from '../../ports/rpc.ts'
import { InvalidAddressError } from '../../ports/sources/balances.ts'
import { createPolkadotBalances } from './polkadot-balances.ts'
import { accountKey, decodeAccount, decodeAsset } from './storage.ts'

const chainId = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
/** Alice of the public development phrase. */
const alice = '5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY'
const aliceKey = 'd43593c715fdd31c61141abd04a99fd6822c8558854ccde39a5684e7a56da27d'
const native = { name: 'Polkadot', symbol: 'DOT', decimals: 10 }
const u128 = (value: number) =>
  Buffer.from(value.toString(16).padStart(32, '0'), 'hex').reverse().toString('hex')
const account = (head: number) => `0x${'01'.repeat(head)}${u128(500)}${u128(20)}${u128(7)}${u128(9)}`

describe('Substrate storage', () => {
  it("key of an account › equals the chain's", () => {
    // A key that Substrate's documentation publishes.
    const prefix = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9'
    expect(accountKey(Buffer.from(aliceKey, 'hex'))).toBe(
      `0x${prefix}de1e86a9a8c739864cf3cc5ec2bea59f${aliceKey}`,
    )
  })

  it.each([
    ['four reference counts', 16],
    ['consumers and providers', 12],
    ['one count of 32 bits', 8],
    ['one count of 8 bits', 5],
  ])('account with %s › free plus reserved', (_, head) => {
    expect(decodeAccount(account(head))).toBe(520n)
  })

  it('no account › zero; another layout › throws', () => {
    expect(decodeAccount(null)).toBe(0n)
    expect(() => decodeAccount(account(20))).toThrow('unknown layout')
    expect(decodeAsset(`0x${u128(12)}0001`)).toBe(12n)
    expect(() => decodeAsset('0x12')).toThrow('unknown layout')
  })
})

describe('Polkadot balances', () => {
  const hash = `0x${'ab'.repeat(32)}`
  const assets = [{ id: 1984, name: 'Tether USD', symbol: 'USDt', decimals: 6 }]
  const read = (respond: (method: string, keys: unknown) => unknown, address = alice) => {
    const rpc = scriptedRpc([chainId], ({ method, params }) =>
      method === 'chain_getBlockHash' ? hash : respond(method, params?.[0]),
    )
    return createPolkadotBalances(rpc, [{ chainId, native, assets }]).balances(chainId, address, [])
  }
  const changes = (keys: unknown, values: readonly (string | null)[]) =>
    Array.isArray(keys) ? [{ block: hash, changes: values.map((value, at) => [keys[at], value]) }] : []

  it('account with a token › both; without › native currency of zero', async () => {
    expect(await read((_, keys) => changes(keys, [account(16), `0x${u128(3)}00`]))).toEqual([
      { chainId, ...native, amount: 520n },
      { chainId, tokenId: `${chainId}:1984`, name: 'Tether USD', symbol: 'USDt', decimals: 6, amount: 3n },
    ])
    expect(await read((_, keys) => changes(keys, [null, null]))).toEqual([{ chainId, ...native, amount: 0n }])
  })

  it('node omits a key, or does not respond › throws', async () => {
    await expect(read((_, keys) => changes(keys, [account(16)]))).rejects.toThrow('a storage key is missing')
    const failing = () => {
      throw new NodeErrorResponse(-32603, 'no node answers')
    }
    await expect(read(failing)).rejects.toThrow('no node answers')
  })

  it('invalid SS58, or unsupported chain › throws', async () => {
    for (const text of ['abc', `0x${aliceKey}`, alice.replace('5G', '5H'), ''])
      await expect(read(() => [], text)).rejects.toThrow(InvalidAddressError)
    const source = createPolkadotBalances(
      scriptedRpc([chainId], () => null),
      [],
    )
    await expect(source.balances(chainId, alice, [])).rejects.toThrow(UnsupportedChainError)
  })
})
