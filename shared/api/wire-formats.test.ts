import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import { balanceEntry } from './balance.ts'
import { rpcResponse } from './rpc.ts'
import { openableLink, walletListEntry } from './wallets.ts'
import { decimalText, plainDecimal } from './wire-formats.ts'

describe('plainDecimal', () => {
  it.each([
    ['0', '0'],
    ['-0', '0'],
    ['000.500', '0.5'],
    ['12', '12'],
    ['1.5e-7', '0.00000015'],
    ['1e21', '1000000000000000000000'],
    ['2.50e1', '25'],
    ['-3.10', '-3.1'],
    [
      '123456789012345678901234567890.123456789012345678',
      '123456789012345678901234567890.123456789012345678',
    ],
  ])('%s › formatted › %s', (text, plain) => {
    expect(plainDecimal(text)).toBe(plain)
  })

  it.each(['', 'NaN', 'Infinity', '1,5', '0x10', '1e9999', '.5', '1.', '١'])(
    '%j › formatted › not a number',
    (text) => {
      expect(plainDecimal(text)).toBeUndefined()
    },
  )

  it('finite number › formatted › same value without exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = z.parse(decimalText(), value)
        expect(text).toMatch(/^-?\d+(\.\d+)?$/)
        expect(Number(text)).toBe(value === 0 ? 0 : value)
      }),
    )
  })
})

describe('schemas', () => {
  it('price › given as a number › parsed to text', () => {
    const entry = z.parse(balanceEntry(), {
      name: 'Ether',
      symbol: 'ETH',
      chainId: 'eip155:1',
      value: 0.0000001,
      price: 3000.5,
      quantity: { decimals: '18', numeric: '1.000000000000000001' },
    })
    expect(entry).toMatchObject({
      price: '3000.5',
      value: '0.0000001',
      quantity: { numeric: '1.000000000000000001' },
    })
  })

  it('price › not a number › invalid', () => {
    expect(z.safeParse(decimalText(), 'free').success).toBe(false)
    expect(z.safeParse(decimalText(), Number.NaN).success).toBe(false)
  })

  it('wallet link › https › can be opened', () => {
    expect(openableLink('https://x.example')).toBe('https://x.example')
  })

  it.each([
    'x-wallet://open',
    'wc:',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'data:text/html,x',
    'blob:x',
    '/path',
    '',
    null,
    undefined,
  ])('wallet link › %j › undefined', (link) => {
    expect(openableLink(link)).toBeUndefined()
  })

  it('wallet link › would run code › wallet stays listed', () => {
    const entry = { id: 'x', name: 'X', mobile_link: 'javascript:alert(1)', chrome_store: null }
    expect(z.safeParse(walletListEntry, entry).success).toBe(true)
  })

  it('RPC response › both result and error › invalid', () => {
    const both = { jsonrpc: '2.0', id: 1, result: '0x1', error: { code: 1, message: 'x' } }
    expect(z.safeParse(rpcResponse, both).success).toBe(false)
  })
})
