import { expect, it } from 'vitest'
import { devAccount } from '../accounts.ts'
import { chainPlans } from '../chains/local-chains.ts'
import { createRunningChain } from '../chains/running-chain.ts'
import { createSales, type ReportSale } from './sales.ts'

const [plan] = chainPlans
if (!plan) throw new Error('There is no chain')
const goods = {
  is: 'evm' as const,
  chain: createRunningChain(plan, 'http://127.0.0.1:1'),
  symbol: 'ETH',
  decimals: 18,
  token: undefined,
}
const wanted = {
  ...{
    reference: 'order',
    provider: { id: 'meld', name: 'Meld' },
    goods,
    currency: 'USD',
    to: devAccount('recipient').address,
  },
  offer: { value: 5n, total: 100_00n, subtotal: 98_05n, network: 45n },
}

function sold() {
  const sent: bigint[] = []
  const reported: string[] = []
  const report: ReportSale = async (_sale, { state }) => void reported.push(state.is)
  const sales = createSales(report, async (_goods, _to, value) => {
    sent.push(value)
    return `0x${'d1'.repeat(32)}`
  })
  return { sales, sale: sales.open(wanted), sent, reported }
}

it('behavior: a sale is paid for and delivered once, however often its forms are sent or its page is asked for', async () => {
  const { sales, sale, sent, reported } = sold()
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

it('error: a declined card and a lapsed price end a sale without a delivery', async () => {
  const first = sold()
  await first.sales.card(first.sale, '4000000000000002')
  await first.sales.confirm(first.sale)
  expect([first.sent, first.sale.state]).toEqual([[], { is: 'failed', reason: 'The card was declined' }])

  const second = sold()
  second.sales.assign(second.sale.session, 'demo')
  await second.sales.card(second.sale, '4242424242424242')
  await second.sales.expire('demo')
  await second.sales.identify(second.sale)
  await second.sales.confirm(second.sale)
  expect([second.sent, second.sale.state.is]).toEqual([[], 'expired'])
  expect([first.reported, second.reported]).toEqual([['failed'], ['expired']])
})

it('error: another number is no card, and can be written again', async () => {
  const { sales, sale } = sold()
  expect(await sales.card(sale, '1234')).toContain('no card')
  expect(sale.state.is).toBe('card')
})
