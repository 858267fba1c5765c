import { afterEach, expect, it } from 'vitest'
import type { BalanceSource } from '../../ports/sources/balances.ts'
import { commonQuery, openTestServer } from '../../testing/test-server.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const [ethereum, solana] = ['eip155:1', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
const polkadot = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'

const source = (chainId: string): BalanceSource => ({
  chainIds: () => [chainId],
  balances: async () => [{ chainId, name: 'Coin', symbol: 'COIN', decimals: 2, amount: 1_25n }],
})

it('Polkadot › balances on request, not listed, because the widget reads more itself', async () => {
  const server = await openTestServer({ balances: [ethereum, polkadot, solana].map(source) })
  open.push(server.close)
  const supported = await server.app.request(`/v1/supported-chains?${commonQuery}`)
  expect(await supported.json()).toEqual({ http: [ethereum, solana], ws: [] })
  const balance = await server.app.request(`/v1/account/15a/balance?chainId=${polkadot}&${commonQuery}`)
  expect(await balance.json()).toMatchObject({
    balances: [{ chainId: polkadot, quantity: { numeric: '1.25' } }],
  })
})
