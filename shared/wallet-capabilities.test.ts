import { describe, expect, it } from 'vitest'
import { readChainCapabilities, readResultCapabilities } from './wallet-capabilities.ts'

const all = () => true
const hash = `0x${'ab'.repeat(32)}`

describe('readChainCapabilities', () => {
  it.each([
    ['atomic', { atomic: { status: 'ready' } }],
    ['version 1', { atomicBatch: { supported: false } }],
    ['paymasters', { paymasterService: { supported: true }, auxiliaryFunds: { supported: true } }],
    [
      'permissions',
      { permissions: { supported: true, signerTypes: ['keys'], permissionTypes: ['contract-call'] } },
    ],
    ['permissions of a draft', { permissions: {} }],
  ])('%s › retained', (_what, reported) => {
    expect(readChainCapabilities({ '0x1': reported }, all)).toEqual({ '0x1': reported })
  })

  it('unknown names, members and malformed ones › dropped', () => {
    const reported = {
      atomic: { status: 'supported', note: 'x' },
      paymasterService: { supported: 'yes' },
      permissions: { supported: true, signerTypes: Array(65).fill('keys') },
      flowControl: { supported: true },
      ['__proto__']: { atomic: { status: 'ready' } },
    }
    const read = readChainCapabilities(
      { '0x1': reported, '0x2': { other: true }, mainnet: reported, '0x3': null },
      all,
    )
    expect(read).toEqual({ '0x1': { atomic: { status: 'supported' } } })
  })

  it('chains that are not requested, and more than 256 › dropped', () => {
    const reported = { atomic: { status: 'ready' } }
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`0x${at.toString(16)}`, reported]),
    )
    expect(Object.keys(readChainCapabilities(many, all) ?? {})).toHaveLength(256)
    expect(readChainCapabilities(many, (chain) => chain === '0x12b')).toEqual({ '0x12b': reported })
  })

  it.each([[null], ['all'], [undefined], [7]])('%j › undefined', (value) => {
    expect(readChainCapabilities(value, all)).toBeUndefined()
  })
})

describe('readResultCapabilities', () => {
  it('transactions of CAIP-345 › retained', () => {
    const caip345 = { caip2: 'eip155:1', transactionHashes: [hash] }
    expect(readResultCapabilities({ caip345, other: 1 })).toEqual({ caip345 })
  })

  it.each([
    [{ other: { a: 1 } }],
    [{ caip345: { caip2: 'mainnet', transactionHashes: [hash] } }],
    [{ caip345: { caip2: 'eip155:1', transactionHashes: ['0x12'] } }],
    [{ caip345: { caip2: 'eip155:1', transactionHashes: Array(65).fill(hash) } }],
    [null],
    ['all'],
  ])('%j › not an object of capabilities › undefined', (value) => {
    expect(readResultCapabilities(value)).toBeUndefined()
  })
})
