import { expect, it } from 'vitest'
import { devAccount } from '../accounts.ts'
import { chainPlans } from '../chains/local-chains.ts'
import { createRunningChain } from '../chains/running-chain.ts'
import { createSales, type ReportSale } from './sales.ts'

const [plan] = chainPlans
if (!plan) throw new Error('There is no chain')
const asset = {
  is: 'evm' as const,
  chain: createRunningChain(plan, 'http://127.0.0.1:1'),
  symbol: 'ETH',
  decimals: 18,
  token: undefined,
}
const terms = {
  ...{
    reference: 'order',
    provider: { id: 'meld', name: 'Meld' },
    asset,
    currency: 'USD',
    to: devAccount('recipient').address,
  },
  offer: { value: 5n, total: 100_00n, subtotal: 98_05n, network: 45n },
}

function createTestSale() {
  const sent: bigint[] = []
  const reported: string[] = []
  const report: ReportSale = async (_sale, { state }) => void reported.push(state.is)
  const sales = createSales(report, async (_asset, _to, value) => {
    sent.push(value)
    return `0x${'d1'.repeat(32)}`
  })
  return { sales, sale: sales.open(terms), sent, reported }
}

it('forms submitted repeatedly › the sale is paid and delivered once', async () => {
  const { sales, sale, sent, reported } = createTestSale()
  await sales.confirm(sale)
  expect(sent).toEqual([])
  await sales.card(sale, '4242 4242 4242 4242')
  await sales.identify(sale)
  await Promise.all([sales.confirm(sale), sales.confirm(sale)])
  await sales.confirm(sale)
  await sales.card(sale, '4000 0000 0000 0002')
  expect([sent, sale.state.is]).toEqual([[5n], 'sent'])
  expect(reported).toEqual(['processing', 'sent'])
})

it('card declined or price expired › ends the sale without a delivery', async () => {
  const first = createTestSale()
  await first.sales.card(first.sale, '4000000000000002')
  await first.sales.confirm(first.sale)
  expect([first.sent, first.sale.state]).toEqual([[], { is: 'failed', reason: 'The card was declined' }])

  const second = createTestSale()
  second.sales.assign(second.sale.session, 'demo')
  await second.sales.card(second.sale, '4242424242424242')
  await second.sales.expire('demo')
  await second.sales.identify(second.sale)
  await second.sales.confirm(second.sale)
  expect([second.sent, second.sale.state.is]).toEqual([[], 'expired'])
  expect([first.reported, second.reported]).toEqual([['failed'], ['expired']])
})

it('unknown card number › returns an error, the form can be sent again', async () => {
  const { sales, sale } = createTestSale()
  expect(await sales.card(sale, '1234')).toContain('no card')
  expect(sale.state.is).toBe('card')
})
