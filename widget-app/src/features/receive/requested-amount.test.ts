import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatForInput } from '#shared/amount/format-amount.ts'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { readPaymentLink } from '#shared/payment-link/read-payment-link.ts'
import type { Asset } from '#widget/chains/chain-adapter.ts'
import { codeOf, parseRequestedAmount } from './requested-amount.ts'

const to = '0x52908400098527886E0F7030069857D2E4169EE7'
const usdcAddress = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const ether: Asset = {
  chain: parseChainId('eip155:8453'),
  address: undefined,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
}
const usdc: Asset = { ...ether, address: usdcAddress, symbol: 'USDC', name: 'USD Coin', decimals: 6 }

describe('codeOf', () => {
  it('neither token nor amount › the address alone; otherwise a link with the network', () => {
    expect(codeOf(to, ether, { is: 'any' })).toEqual({ text: to, isLink: false })
    expect(codeOf(to, usdc, { is: 'any' }).text).toBe(`ethereum:${usdcAddress}@8453/transfer?address=${to}`)
    expect(codeOf(to, ether, { is: 'amount', value: 5n }).text).toBe(`ethereum:${to}@8453?value=5`)
  })

  it('invalid amount › the address alone', () => {
    for (const text of ['0', '1e-9', '1 ETH', '1,234', '-1', 'x', '0.0000001'])
      expect(codeOf(to, usdc, parseRequestedAmount(text, usdc, 'en'))).toEqual({ text: to, isLink: false })
  })

  it('any amount in any locale › exact in the link', () => {
    const input = fc.record({
      value: fc.bigInt({ min: 1n, max: 10n ** 30n }),
      decimals: fc.integer({ min: 0, max: 30 }),
      locale: fc.constantFrom('en', 'de', 'fr', 'ar', 'hi'),
    })
    fc.assert(
      fc.property(input, ({ value, decimals, locale }) => {
        const requested = parseRequestedAmount(
          formatForInput(value, decimals, locale),
          { ...usdc, decimals },
          locale,
        )
        const read = readPaymentLink(codeOf(to, { ...usdc, decimals }, requested).text)
        expect(read).toMatchObject({ is: 'request', request: { value, token: usdcAddress, to } })
      }),
    )
  })

  it('Polkadot › no link, the address of that network', () => {
    const dot = { ...ether, chain: parseChainId('polkadot:91b171bb158e2d3848fa23a9f1c25182') }
    expect(codeOf('1abc', dot, { is: 'amount', value: 1n })).toEqual({ text: '1abc', isLink: false })
  })
})
