import { commonQuery } from '../../testing/test-server.ts'
import { vendorFaultSuite } from '../../vendor-clients/testing/vendor-fault-suite.ts'
import { respondWithJson } from '../../vendor-clients/testing/vendor-stub.ts'
import { createEtherscanHistory } from './etherscan.ts'
import { etherscanApi, hashOf, wireTransaction } from './testing/api-stub.ts'

const chainId = 'eip155:1'
const account = '0x1111111111111111111111111111111111111111'
const bob = '0x2222222222222222222222222222222222222222'
const apiKey = 'ABCDEF123456'
const errorResponse = (result: string) => respondWithJson({ status: '0', message: 'NOTOK', result })

vendorFaultSuite({
  vendor: 'Etherscan',
  works: etherscanApi('1', account, apiKey, {
    txlist: [wireTransaction(7, 10, account, bob, { value: '5' })],
  }),
  parts: (connection, origin) => ({
    histories: [
      createEtherscanHistory(connection, {
        ...{ url: `${origin}/v2/api`, apiKey, throttle: (request) => request() },
        chains: [{ chainId, tokens: [], native: { name: 'Ether', symbol: 'ETH', decimals: 18 } }],
      }),
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
      'rate limit with 200',
      errorResponse('Max rate limit reached, please use API Key for higher rate limit'),
      503,
    ],
    ['key with 200', errorResponse(`Invalid API Key (#err2)|${apiKey}`), 502],
    [
      'time-out with 200',
      errorResponse('Query Timeout occured. Please select a smaller result dataset'),
      503,
    ],
    ['text as the result', respondWithJson({ status: '1', message: 'OK', result: 'x' }), 502],
    ['row of another shape', respondWithJson({ status: '1', message: 'OK', result: [{ hash: '0x1' }] }), 502],
  ],
  secrets: [apiKey, 'Max rate', '#err2', 'occured'],
})
