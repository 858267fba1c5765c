import { nativeTokenAddresses } from '../../../../shared/api/price.ts'
import type { BalanceSource } from '../../ports/sources/balances.ts'
import { commonQuery } from '../../testing/test-server.ts'
import { vendorFaultSuite } from '../../vendor-clients/testing/vendor-fault-suite.ts'
import { respondWithJson } from '../../vendor-clients/testing/vendor-stub.ts'
import { createDefillamaPrices } from './defillama.ts'
import { coin, pricesOf } from './testing/api-stub.ts'

const chainId = 'eip155:1'
const address = `0x${'12'.repeat(20)}`
const ether = `${chainId}:${nativeTokenAddresses.eip155}`

const balances: BalanceSource = {
  chainIds: () => [chainId],
  balances: async () => [
    { chainId, name: 'Ether', symbol: 'ETH', decimals: 18, amount: 2_000_000_000_000_000_000n },
  ],
}
const entry = { name: 'Ether', symbol: 'ETH', chainId, quantity: { decimals: '18', numeric: '2' } }

vendorFaultSuite({
  vendor: 'DefiLlama',
  works: pricesOf({ 'coingecko:ethereum': coin(3_000, 'ETH') }),
  parts: (connection, url) => ({
    balances: [balances],
    prices: [
      createDefillamaPrices(connection, {
        ...{ url, maxAgeSeconds: 3_600, minConfidence: 0.9 },
        namesOf: () => ({ name: 'Ether', symbol: 'ETH' }),
      }),
    ],
  }),
  endpoints: [
    {
      name: 'POST /v1/fungible/price',
      path: `/v1/fungible/price?${commonQuery}`,
      init: {
        method: 'POST',
        body: JSON.stringify({ currency: 'usd', addresses: [ether], projectId: 'demo' }),
      },
      works: {
        status: 200,
        body: { fungibles: [{ address: ether, name: 'Ether', symbol: 'ETH', price: '3000' }] },
      },
      // An unknown price is missing from the response (docs/chain-data.md).
      failed: { status: 200, body: { fungibles: [] } },
    },
    {
      name: 'GET /v1/account/:address/balance',
      path: `/v1/account/${address}/balance?chainId=${chainId}&${commonQuery}`,
      works: { status: 200, body: { balances: [{ ...entry, value: '6000', price: '3000' }] } },
      failed: { status: 200, body: { balances: [{ ...entry, price: '0' }] } },
    },
  ],
  faults: [
    ['coins as a list', respondWithJson({ coins: [] }), 502],
    ['message', respondWithJson({ message: 'Internal server error' }), 502],
  ],
  secrets: ['llama.fi'],
})
