import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseChainId } from '../caip/chain-id.ts'
import { readWholeNumber } from './ethereum-link.ts'
import { isPaymentLink, readPaymentLink } from './read-payment-link.ts'
import { writePaymentLink } from './write-payment-link.ts'

const payee = '0x52908400098527886E0F7030069857D2E4169EE7'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const account = 'mvines9iiHiQTysrwkJjGf2gb9Ex9jXJX8ns3qwf2kN'
const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'

const nativeTransfer = (over: object = {}) => ({
  is: 'request',
  request: {
    namespace: 'eip155',
    chainId: undefined,
    to: payee,
    token: undefined,
    value: undefined,
    ...over,
  },
})

const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdefABCDEF'), { minLength: length, maxLength: length })
    .map((digits) => `0x${digits.join('')}`)
const base58 = fc
  .array(fc.constantFrom(...'123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'), {
    minLength: 32,
    maxLength: 44,
  })
  .map((letters) => letters.join(''))
const optional = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined })
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })

describe('readPaymentLink', () => {
  it('EIP-681 link › written and parsed › same request, to the base unit', () => {
    const requests = fc.record({
      to: hex(40),
      token: optional(hex(40)),
      value: optional(uint256),
      reference: fc.integer({ min: 1, max: 2 ** 31 }),
    })
    fc.assert(
      fc.property(requests, ({ to, token, value, reference }) => {
        const chain = parseChainId(`eip155:${reference}`)
        const link = writePaymentLink({ chain, to, token, value, decimals: 18 }) ?? ''
        expect(readPaymentLink(link)).toEqual(
          nativeTransfer({ chainId: String(reference), to, token, value }),
        )
      }),
    )
  })

  it('Solana Pay link › any decimals, written and parsed › same request', () => {
    const requests = fc.record({
      to: base58,
      token: optional(base58),
      value: optional(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
      decimals: fc.integer({ min: 0, max: 30 }),
    })
    fc.assert(
      fc.property(requests, ({ to, token, value, decimals }) => {
        const chain = parseChainId('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
        const read = readPaymentLink(writePaymentLink({ chain, to, token, value, decimals }) ?? '')
        if (read?.is !== 'request' || read.request.namespace !== 'solana') throw new Error('Not read')
        expect([read.request.to, read.request.token]).toEqual([to, token])
        const [whole = '', fraction = ''] = (read.request.amount ?? '').split('.')
        const again = read.request.amount && BigInt(whole + fraction.padEnd(decimals, '0'))
        expect(again).toBe(value)
      }),
    )
  })

  it('any text › parsed › never throws, requests have addresses', () => {
    const scheme = fc.constantFrom('ethereum:', 'solana:', 'ETHEREUM:pay-', '')
    fc.assert(
      fc.property(scheme, fc.string({ unit: 'binary' }), (start, rest) => {
        const read = readPaymentLink(`${start}${rest}`)
        if (read?.is === 'request') expect(read.request.to).not.toBe('')
      }),
    )
  })

  it.each([
    [`ethereum:${payee}`, {}],
    [`ethereum:pay-${payee}`, {}],
    [`ETHEREUM:${payee}@8453`, { chainId: '8453' }],
    [`  ethereum:${payee}@1?value=2.014e18\n`, { chainId: '1', value: 2_014_000_000_000_000_000n }],
    [`ethereum:${payee}?value=1e3&gas=21000&gasPrice=1&gasLimit=2`, { value: 1_000n }],
    [`ethereum:alice.eth?value=%31`, { to: 'alice.eth', value: 1n }],
    [`ethereum:${usdc}/transfer?address=${payee}&uint256=2.5e6`, { token: usdc, value: 2_500_000n }],
    [`ethereum:${usdc}@10/transfer?address=${payee}`, { token: usdc, chainId: '10' }],
    [`ethereum:${usdc}/transfer?address=bob.eth&value=0`, { token: usdc, to: 'bob.eth' }],
  ])('Ethereum link › %s', (link, over) => {
    expect(readPaymentLink(link)).toEqual(nativeTransfer(over))
  })

  it.each([
    [`solana:${account}`, undefined, undefined],
    [`solana:${account}?amount=1&label=Michael&message=Thanks%20a%20lot`, undefined, '1'],
    [`solana:${account}?amount=0.01&spl-token=${mint}`, mint, '0.01'],
  ])('Solana link › %s', (link, token, amount) => {
    const request = { namespace: 'solana', to: account, token, amount }
    expect(readPaymentLink(link)).toEqual({ is: 'request', request })
  })

  it.each([
    ['ethereum:', 'malformed'],
    [`ethereum:${payee}?value=1#x`, 'malformed'],
    [`ethereum:${payee}?value=%zz`, 'malformed'],
    [`ethereum:${payee}?value`, 'malformed'],
    [`ethereum:${payee}?${'value=1&'.repeat(400)}`, 'malformed'],
    ['ethereum:0x1234', 'address'],
    [`ethereum:alice.eth/transfer?address=${payee}`, 'address'],
    [`ethereum:${usdc}/transfer?uint256=1`, 'address'],
    [`ethereum:${usdc}/transfer?address=0x12&uint256=1`, 'address'],
    [`ethereum:${payee}@`, 'chain'],
    [`ethereum:${payee}@0x1`, 'chain'],
    [`ethereum:${payee}?value=-1`, 'amount'],
    [`ethereum:${payee}?value=1.5`, 'amount'],
    [`ethereum:${payee}?value=1e78`, 'amount'],
    [`ethereum:${payee}?value=1e999`, 'amount'],
    [`ethereum:${payee}?value=0x10`, 'amount'],
    [`ethereum:${payee}?value=`, 'amount'],
    [`ethereum:${usdc}/approve?address=${payee}&uint256=1`, 'contract-call'],
    [`ethereum:${usdc}/transferFrom?address=${payee}&uint256=1`, 'contract-call'],
    [`ethereum:${usdc}/transfer?address=${payee}&uint256=1&value=1`, 'contract-call'],
    [`ethereum:${usdc}/?address=${payee}`, 'contract-call'],
    [`ethereum:${payee}?data=0x12`, 'unknown-part'],
    [`ethereum:${payee}?uint256=1`, 'unknown-part'],
    [`ethereum:${usdc}/transfer?address=${payee}&uint256=1&bytes=0x`, 'unknown-part'],
    [`ethereum:${payee}?value=1&value=2`, 'repeated-part'],
    ['solana:', 'malformed'],
    [`solana:${account}/x`, 'malformed'],
    ['solana:0OIl', 'address'],
    [`solana:${account}?spl-token=x`, 'address'],
    [`solana:${account}?amount=1e3`, 'amount'],
    [`solana:${account}?amount=.5`, 'amount'],
    [`solana:${account}?amount=-1`, 'amount'],
    [`solana:${account}?amount=1&amount=2`, 'repeated-part'],
    [`solana:${account}?cluster=devnet`, 'unknown-part'],
    [`solana:${account}?amount=1&memo=order%207`, 'attachment'],
    [`solana:${account}?reference=${mint}&reference=${account}`, 'attachment'],
    ['solana:https://shop.example/pay', 'web-request'],
    ['solana:https%3A%2F%2Fshop.example%2Fpay%3Forder%3D1', 'web-request'],
  ])('%s › rejected: %s', (link, why) => {
    expect(readPaymentLink(link)).toEqual({ is: 'invalid', why })
  })

  it('another scheme › undefined; Polkadot › no link', () => {
    for (const text of [payee, 'bitcoin:1A1z', 'https://ethereum.org', 'wc:1@2', ''])
      expect([isPaymentLink(text), readPaymentLink(text)]).toEqual([false, undefined])
    const chain = parseChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182')
    expect(
      writePaymentLink({ chain, to: account, token: undefined, value: 1n, decimals: 10 }),
    ).toBeUndefined()
  })
})

describe('readWholeNumber', () => {
  it('mantissa with an exponent › the exact integer', () => {
    const parts = fc.record({ value: uint256, shift: fc.integer({ min: 0, max: 20 }) })
    fc.assert(
      fc.property(parts, ({ value, shift }) => {
        const digits = value.toString().padStart(shift + 1, '0')
        const at = digits.length - shift
        const text = shift === 0 ? digits : `${digits.slice(0, at)}.${digits.slice(at)}e${shift}`
        expect(readWholeNumber(text)).toBe(value)
      }),
    )
  })
})
