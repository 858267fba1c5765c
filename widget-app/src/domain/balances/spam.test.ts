import { describe, expect, test } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { AssetBalance } from './balances.ts'
import { isSpam } from './spam.ts'

const chain = parseChainId('eip155:1')
const one = (over: Partial<AssetBalance['asset']>, rest: Partial<AssetBalance> = {}): AssetBalance => ({
  asset: { chain, address: '0xabc', symbol: 'BARN', name: 'Barn', decimals: 6, ...over },
  value: 1_000_000n,
  price: undefined,
  iconUrl: undefined,
  source: 'api',
  ...rest,
})
const native = one({ address: undefined, symbol: 'ETH', name: 'Ether' }, { price: '2000' })
const dollars = one({ address: '0xusdc', symbol: 'USDC', name: 'USD Coin' }, { price: '1' })
const isSpamToken = (token: AssetBalance, named: readonly string[] = []) =>
  isSpam([native, dollars, token], named)(token)

describe('isSpam', () => {
  test.each([
    ['a link in its name', { name: 'Visit https://gift.example' }],
    ['a domain in its name', { name: '$5000 at usdc-claim.com' }],
    ['a domain in its symbol', { symbol: 'AAVE-GIFT.ORG' }],
    ['a group to join', { name: 'Join t.me/gifts' }],
    ['characters nobody sees', { name: 'Ba\u200brn' }],
    ['a letter without a shape behind a famous symbol', { symbol: 'USDC\u3164' }],
    ['a blank that is no space', { name: 'Ba\u2800rn' }],
    ['small capitals in a famous symbol', { symbol: 'ᴜꜱᴅᴄ' }],
    ['letters of Lisu in a famous symbol', { symbol: 'ꓴꓢꓓꓚ' }],
    ['text that runs backwards', { symbol: 'NRAB\u202e' }],
    ['Cyrillic letters in a famous symbol', { symbol: 'USD\u0421' }],
    ['a digit in a famous symbol', { symbol: 'S0L' }],
    ['the symbol of a token that has a price', { symbol: 'USDC' }],
    ['the symbol of the native coin', { symbol: 'eth' }],
  ])('no price and %s › spam', (_, over) => {
    expect(isSpamToken(one(over))).toBe(true)
  })

  test.each([
    ['an unknown price alone', one({})],
    [
      'a domain in the name of what has a price',
      one({ name: 'yearn.finance', symbol: 'YFI' }, { price: '8000' }),
    ],
    ['two versions in a name', one({ name: 'Barn v1.2', symbol: 'BARN.e' })],
    ['the famous token itself, read from a chain', one({ symbol: 'USDC' }, { source: 'rpc' })],
    ['the native coin without a price', one({ address: undefined, name: 'gift.com' })],
  ])('%s › not spam', (_, token) => {
    expect(isSpamToken(token)).toBe(false)
  })

  test('token named by the host, in any case of the address › not spam', () => {
    const lure = one({ address: '0xAbC', name: 'gift.com' })
    expect(isSpamToken(lure)).toBe(true)
    expect(isSpamToken(lure, ['0xaBc'])).toBe(false)
  })

  test('was spam, no price now › stays spam until priced or named by the host', () => {
    const fake = one({ symbol: 'USDC' }, { source: 'rpc', wasSpam: true })
    expect(isSpamToken(fake)).toBe(true)
    expect(isSpamToken({ ...fake, price: '1' })).toBe(false)
    expect(isSpamToken(fake, ['0xabc'])).toBe(false)
  })
})
