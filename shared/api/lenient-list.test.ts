import { describe, expect, it } from 'vitest'
import * as z from '#shared/zod.ts'
import { getBalance } from './balance.ts'
import { getConvertQuotes, getConvertTokens } from './convert.ts'
import { getExchangeAssets, postExchanges } from './exchange.ts'
import { getHistory } from './history.ts'
import { lenientListOf } from './lenient-list.ts'
import { getOnrampOptions } from './onramp.ts'
import { postFungiblePrice } from './price.ts'

const list = lenientListOf(z.string(), 3)

describe('lenientListOf', () => {
  it.each<[string, unknown, string[]]>([
    ['rows that fit', ['a', 'b'], ['a', 'b']],
    ['a row that does not fit', [1, 'a', null], ['a']],
    ['no rows', [], []],
    ['a flood', ['a', 'b', 'c', 'd'], ['a', 'b', 'c']],
  ])('list › %s › contains the valid rows', (_, rows, fitting) => {
    expect(z.parse(list, rows)).toEqual(fitting)
  })

  it.each<[string, unknown]>([
    ['rows of which none fits', [1, null]],
    ['no list', { 0: 'a' }],
    ['nothing', undefined],
  ])('list › %s › response has the wrong shape', (_, rows) => {
    expect(z.safeParse(list, rows).success).toBe(false)
  })
})

const ether = {
  ...{ name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', price: 3000 },
  quantity: { decimals: '18', numeric: '1' },
}
const token = { ...ether, name: 'Odd', symbol: 'ODD', address: `eip155:1:0x${'1'.repeat(40)}` }
const uint256Max = (2n ** 256n - 1n).toString()

describe('rows that others can create', () => {
  const symbols = (...balances: readonly object[]) =>
    z.parse(getBalance.response(), { balances }).balances.map(({ symbol }) => symbol)

  it.each<[string, object]>([
    ['a hundred decimals', { quantity: { decimals: '100', numeric: '1' } }],
    ['no number', { quantity: { decimals: '18', numeric: 'much' } }],
    ['no address', { address: 'eip155:1:' }],
  ])('token › %s › skipped, the others listed', (_, unusual) => {
    expect(symbols({ ...token, ...unusual }, ether)).toEqual(['ETH'])
  })

  it('long name, symbol or icon URL › parsed › truncated, or no icon', () => {
    const unusual = {
      ...token,
      name: 'n'.repeat(300),
      symbol: `${'s'.repeat(63)}🦄`,
      iconUrl: 'u'.repeat(5_000),
    }
    const { balances } = z.parse(getBalance.response(), { balances: [unusual] })
    expect(balances).toMatchObject([{ name: 'n'.repeat(256), symbol: 's'.repeat(63), iconUrl: undefined }])
  })

  it('token › largest possible amount › parsed', () => {
    const numeric = uint256Max
    const { balances } = z.parse(getBalance.response(), {
      balances: [{ ...token, quantity: { decimals: '0', numeric } }],
    })
    expect(balances[0]?.quantity.numeric).toBe(uint256Max)
  })

  it('account › very many tokens › ten thousand listed', () => {
    expect(symbols(ether, ...Array.from({ length: 12_000 }, () => token))).toHaveLength(10_000)
  })

  it('prices › one token with an invalid name › the others listed', () => {
    const price = { ...token, name: 'n'.repeat(300), price: 1 }
    const { fungibles } = z.parse(postFungiblePrice.response(), {
      fungibles: [price, { ...price, price: 'free' }],
    })
    expect(fungibles.map((one) => one.price)).toEqual(['1'])
  })

  const transfer = (numeric: string, symbol = 'ODD') => ({
    ...{ direction: 'in', quantity: { numeric } },
    fungible_info: { symbol, icon: { url: 'u'.repeat(5_000) } },
  })
  const entry = (id: string, ...transfers: readonly object[]) => ({
    id,
    transfers,
    metadata: {
      ...{ operationType: 'receive', hash: '0x1', chain: 'eip155:1', minedAt: '2026-05-20T12:00:00Z' },
      ...{ sentFrom: '0x1', sentTo: '0x2', status: 'confirmed', nonce: 1 },
    },
  })
  const history = (...data: readonly object[]) => z.parse(getHistory.response(), { data, next: null }).data

  it.each<[string, object]>([
    ['the greatest amount without decimals', transfer(uint256Max)],
    ['an amount with as many decimals as a token can have', transfer(`0.${'0'.repeat(254)}1`)],
    ['a symbol without end', transfer('1', 's'.repeat(5_000))],
  ])('transfer › %s › parsed', (_, unusual) => {
    expect(history(entry('odd', unusual))[0]?.transfers).toHaveLength(1)
  })

  it('transfer › invalid › other transfers and transactions listed', () => {
    const nonsense = transfer('much')
    const read = history(entry('part', nonsense, transfer('1')), entry('odd', nonsense), entry('good'))
    expect(read.map(({ id, transfers }) => [id, transfers?.length])).toEqual([
      ['part', 1],
      ['good', 0],
    ])
  })
})

describe('rows of a service', () => {
  const address = `eip155:1:0x${'1'.repeat(40)}`
  const nativeToken = { name: 'Ether', symbol: 'ETH', address, decimals: 18 }

  it('swap tokens › one invalid, or null icon › the others listed, no icon', () => {
    const tokens = [
      { ...nativeToken, logoUri: null },
      { ...nativeToken, symbol: '' },
      { ...nativeToken, decimals: 40 },
    ]
    expect(z.parse(getConvertTokens.response(), { tokens }).tokens).toEqual([
      { ...nativeToken, logoUri: undefined },
    ])
  })

  it('quotes › one invalid › valid ones listed', () => {
    const quote = { id: null, fromAmount: '5', fromAccount: address, toAmount: '7', toAccount: address }
    const { quotes } = z.parse(getConvertQuotes.response(), {
      quotes: [quote, { ...quote, toAmount: '7.5' }],
    })
    expect(quotes.map(({ toAmount }) => toAmount)).toEqual([7n])
  })

  it('onramp options › invalid currency, method or network › the others listed', () => {
    const method = { id: 'card', min: 10, max: 7500 }
    const read = z.parse(getOnrampOptions.response(), {
      paymentCurrencies: [
        { id: 'USD', payment_method_limits: [method, { ...method, max: null }] },
        { id: 'USDC', payment_method_limits: [method] },
      ],
      purchaseCurrencies: [
        { id: 'ETH', name: 'Ether', symbol: 'ETH', networks: [{ name: 'ethereum' }, { name: '' }] },
        { id: 'ODD', name: 'Odd', symbol: '', networks: [] },
      ],
    })
    expect(read.paymentCurrencies).toMatchObject([{ id: 'USD', payment_method_limits: [{ id: 'card' }] }])
    expect(read.purchaseCurrencies).toMatchObject([{ id: 'ETH', networks: [{ name: 'ethereum' }] }])
  })

  it('exchanges › invalid exchange or asset › the others listed', () => {
    const exchanges = [{ id: 'one', name: 'One', imageUrl: null }, { id: 'two' }]
    const response = { jsonrpc: '2.0', id: 1, result: { exchanges, total: 2 } }
    expect(z.parse(postExchanges.response(), response)).toMatchObject({
      result: { exchanges: [{ id: 'one' }] },
    })
    const metadata = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    const asset = { network: 'eip155:1', asset: 'native', metadata }
    const assets = { eip155: [asset, { ...asset, network: 'mainnet' }] }
    const read = z.parse(getExchangeAssets.response(), { exchangeId: 'one', assets })
    expect(read.assets.eip155).toHaveLength(1)
  })
})
