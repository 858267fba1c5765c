import { describe, expect, it } from 'vitest'
import { parseTransaction, transactionParam } from './canonical/canonical-transaction.ts'
import { alice, bob, connection, tokenAddress } from './testing/unit-world.ts'

const parse = (members: object) => parseTransaction(connection, { from: alice, to: bob, ...members })
const listed = (...entries: readonly unknown[]) => parse({ authorizationList: entries }).authorizations
const invalidParams = expect.objectContaining({ code: -32602 })

const signed = { address: bob, chainId: 1, nonce: 7, r: '0x1', s: '0x2' }
const signature = (yParity: bigint) => [
  { address: bob, chain: 1n, nonce: 7n, signature: { yParity, r: 1n, s: 2n } },
]

describe('authorization list', () => {
  it('entry without chain, nonce and signature › every chain, unsigned', () => {
    const unsigned = [{ address: bob, chain: 0n, nonce: undefined, signature: undefined }]
    expect(listed({ address: bob })).toEqual(unsigned)
    expect(listed({ contractAddress: bob })).toEqual(unsigned)
    expect(listed({ address: bob, contractAddress: bob })).toEqual(unsigned)
  })

  it.each<[string, object, bigint]>([
    ['yParity', { yParity: 1 }, 1n],
    ['yParity of zero', { yParity: 0 }, 0n],
    ['v as parity', { v: 1 }, 1n],
    ['v of 27', { v: 27 }, 0n],
    ['v of 28', { v: 28 }, 1n],
    ['yParity and v alike', { yParity: 1, v: 28 }, 1n],
  ])('signature with %s › its parity', (_what, over, yParity) => {
    expect(listed({ ...signed, ...over })).toEqual(signature(yParity))
  })

  it('signed entry › the wallet gets its signature', () => {
    expect(transactionParam(parse({ authorizationList: [{ ...signed, v: 28 }] }))).toMatchObject({
      authorizationList: [{ address: bob, chainId: '0x1', nonce: '0x7', yParity: '0x1', r: '0x1', s: '0x2' }],
    })
  })

  it.each<[string, unknown]>([
    ['no address', {}],
    ['two addresses', { address: bob, contractAddress: tokenAddress }],
    ['yParity unlike v', { ...signed, yParity: 0, v: 28 }],
    ['a parity alone', { address: bob, yParity: 1 }],
    ['r alone', { address: bob, r: 1 }],
    ['s alone', { address: bob, s: 1 }],
    ['no parity', signed],
    ['no r', { ...signed, r: undefined, yParity: 1 }],
    ['no s', { ...signed, s: undefined, yParity: 1 }],
    ['text', 'entry'],
  ])('entry with %s › -32602', (_what, entry) => {
    expect(() => listed(entry)).toThrow(invalidParams)
  })

  it('size › empty is absent, 64 are valid, 65 or no list are -32602', () => {
    const entries = (count: number) => Array.from({ length: count }, () => ({ address: bob }))
    for (const none of [[], null, undefined])
      expect(parse({ authorizationList: none }).authorizations).toBeUndefined()
    expect(listed(...entries(64))).toHaveLength(64)
    expect(() => listed(...entries(65))).toThrow(invalidParams)
    expect(() => parse({ authorizationList: { address: bob } })).toThrow(invalidParams)
  })
})

describe('transaction type', () => {
  const entry = { address: bob, storageKeys: [] }
  const list = { authorizationList: [{ address: bob }] }

  it.each<[string, object]>([
    ['0 with a gas price', { type: 0, gasPrice: 1 }],
    ['1 with an access list', { type: 1, gasPrice: 1, accessList: [entry] }],
    ['2 with both fees', { type: 2, maxFeePerGas: 2, maxPriorityFeePerGas: 1, accessList: [entry] }],
    ['4 with authorisations', { type: 4, maxFeePerGas: 2, ...list }],
    ['none with authorisations', { maxFeePerGas: 2, ...list }],
  ])('%s › valid', (_what, members) => {
    expect(() => parse(members)).not.toThrow()
  })

  it.each<[string, object]>([
    ['0 with a priority fee', { type: 0, maxPriorityFeePerGas: 1 }],
    ['0 with an access list', { type: 0, accessList: [entry] }],
    ['0 with authorisations', { type: 0, ...list }],
    ['1 with a highest fee', { type: 1, maxFeePerGas: 1 }],
    ['1 with authorisations', { type: 1, ...list }],
    ['2 with a gas price', { type: 2, gasPrice: 1 }],
    ['2 with authorisations', { type: 2, ...list }],
    ['3', { type: 3 }],
    ['4 without authorisations', { type: 4 }],
    ['5', { type: 5, ...list }],
    ['none, a gas price and a priority fee', { gasPrice: 1, maxPriorityFeePerGas: 1 }],
    ['none, a gas price and authorisations', { gasPrice: 1, ...list }],
    ['4 that creates a contract', { to: undefined, type: 4, ...list }],
    ['4 with an access list of no list', { type: 4, accessList: {}, ...list }],
  ])('%s › -32602', (_what, members) => {
    expect(() => parse(members)).toThrow(invalidParams)
  })

  it.each(['blobs', 'blobVersionedHashes', 'maxFeePerBlobGas', 'sidecars'])(
    'blob member %s › -32602',
    (name) => {
      expect(() => parse({ [name]: [] })).toThrow(invalidParams)
    },
  )
})

describe('transaction members', () => {
  it('supported members › the wallet gets their shortest form', () => {
    const accessList = [{ address: bob, storageKeys: [`0x${'1'.repeat(64)}`] }]
    const members = {
      gas: '0x05',
      nonce: 0,
      type: '0x02',
      maxFeePerGas: 3,
      maxPriorityFeePerGas: 2,
      accessList,
    }
    expect(transactionParam(parse({ ...members, value: 1, data: '0x12' }))).toEqual({
      ...{ from: alice, to: bob, chainId: '0x1', value: '0x1', data: '0x12', accessList },
      ...{ gas: '0x5', nonce: '0x0', type: '0x2', maxFeePerGas: '0x3', maxPriorityFeePerGas: '0x2' },
    })
    expect(transactionParam(parse({ gasPrice: 9, to: null }))).toEqual({
      ...{ from: alice, chainId: '0x1', gasPrice: '0x9' },
    })
  })

  it('access list › at most 256 entries, an empty one is absent', () => {
    const entries = (length: number) => Array.from({ length }, () => ({ address: bob, storageKeys: [] }))
    expect(parse({ accessList: entries(256) }).accessList).toHaveLength(256)
    expect(() => parse({ accessList: entries(257) })).toThrow(invalidParams)
    for (const none of [[], null, undefined]) expect(parse({ accessList: none }).accessList).toBeUndefined()
  })
})
