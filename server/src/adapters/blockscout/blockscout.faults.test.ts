import { commonQuery } from '../../testing/test-server.ts'
import { vendorFaultSuite } from '../../vendor-clients/testing/vendor-fault-suite.ts'
import { respondWithJson } from '../../vendor-clients/testing/vendor-stub.ts'
import { createBlockscoutHistory } from './blockscout.ts'
import { blockscoutApi, hashOf, wireTransaction } from './testing/api-stub.ts'

const chainId = 'eip155:1'
const account = '0x1111111111111111111111111111111111111111'
const bob = '0x2222222222222222222222222222222222222222'
const apiKey = 'proapi_5f2c'

vendorFaultSuite({
  vendor: 'Blockscout',
  works: blockscoutApi(account, {
    apiKey,
    transactions: [wireTransaction(7, 10, account, bob, { value: '5' })],
  }),
  parts: (connection, url) => ({
    histories: [
      createBlockscoutHistory(connection, [
        { chainId, url, apiKey, native: { name: 'Ether', symbol: 'ETH', decimals: 18 }, tokens: [] },
      ]),
    ],
  }),
  endpoints: [
    {
      name: 'GET /v1/account/:address/history',
      path: `/v1/account/${account}/history?chainId=${chainId}&${commonQuery}`,
      works: {
        status: 200,
        body: {
          data: [
            {
              id: `${chainId}:${hashOf(7)}:${account}`,
              metadata: {
                ...{ operationType: 'send', hash: hashOf(7), chain: chainId, status: 'confirmed', nonce: 7 },
                ...{ minedAt: '2026-01-01T00:02:00.000Z', sentFrom: account, sentTo: bob },
              },
              transfers: [
                {
                  direction: 'out',
                  quantity: { numeric: '0.000000000000000005' },
                  fungible_info: { name: 'Ether', symbol: 'ETH', icon: null },
                },
              ],
            },
          ],
          next: null,
        },
      },
    },
  ],
  faults: [
    [
      '422',
      respondWithJson({ errors: [{ title: 'Invalid value', detail: 'Unexpected field: type' }] }, 422),
      502,
    ],
    ['items without a page', respondWithJson({ items: [] }), 502],
    ['item of another shape', respondWithJson({ items: [{ hash: '0x1' }], next_page_params: null }), 502],
  ],
  secrets: [apiKey, 'Unexpected field'],
})
