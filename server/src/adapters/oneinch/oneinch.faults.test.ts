import { encodeFunctionData, parseAbi } from 'viem'
import { scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import { commonQuery } from '../../testing/test-server.ts'
import { vendorFaultSuite } from '../../vendor-clients/testing/vendor-fault-suite.ts'
import { respondWithJson } from '../../vendor-clients/testing/vendor-stub.ts'
import { createThrottle } from '../../vendor-clients/throttle.ts'
import { createOneInchApi } from './api.ts'
import { createOneInchSwaps } from './oneinch.ts'
import { oneInchRouters } from './routers.ts'

const usdc = `0x${'aa'.repeat(20)}` as const
const dai = `0x${'bb'.repeat(20)}` as const
const user = `0x${'cc'.repeat(20)}` as const
const router = oneInchRouters['eip155:1']
const ids = { from: `eip155:1:${usdc}`, to: `eip155:1:${dai}`, userAddress: `eip155:1:${user}` }
const abi = parseAbi([
  'function swap(address executor, (address srcToken, address dstToken, address srcReceiver, address dstReceiver, uint256 amount, uint256 minReturnAmount, uint256 flags) desc, bytes data) payable returns (uint256 returnAmount, uint256 spentAmount)',
])
const description = {
  ...{ srcToken: usdc, dstToken: dai, srcReceiver: router, dstReceiver: user },
  ...{ amount: 1_000n, minReturnAmount: 995n, flags: 0n },
}
const data = encodeFunctionData({ abi, functionName: 'swap', args: [router, description, '0x'] })

vendorFaultSuite({
  vendor: '1inch',
  works: respondWithJson({
    ...{ dstAmount: '1000', srcToken: { address: usdc }, dstToken: { address: dai } },
    tx: { from: user, to: router, data, value: '0', gas: 0, gasPrice: '1' },
  }),
  parts: (connection, url) => {
    const clock = connection.timers.now
    const throttle = createThrottle({ vendor: '1inch', intervalMs: 0, maxWaitMs: 0, clock })
    const api = createOneInchApi(connection, throttle, { url, apiKey: 'key-hunter2' })
    const rpc = scriptedRpc(['eip155:1'], ({ method }) => (method === 'eth_estimateGas' ? '0x30d40' : '0x64'))
    const native = { name: 'Ether', symbol: 'ETH', decimals: 18 }
    return { swaps: [createOneInchSwaps(rpc, api, { chainId: 'eip155:1', native, tokens: [] })] }
  },
  endpoints: [
    {
      name: 'GET /v1/convert/quotes',
      path: `/v1/convert/quotes?${commonQuery}&${new URLSearchParams({ amount: '1000', ...ids })}`,
      works: {
        status: 200,
        body: {
          quotes: [
            {
              ...{ id: null, fromAmount: '1000', fromAccount: ids.from },
              ...{ toAmount: '1000', toAccount: ids.to },
            },
          ],
        },
      },
    },
    {
      name: 'POST /v1/convert/build-transaction',
      path: `/v1/convert/build-transaction?${commonQuery}`,
      init: {
        method: 'POST',
        body: JSON.stringify({ amount: '1000', ...ids, projectId: 'demo', eip155: { slippage: 0.5 } }),
      },
      works: {
        status: 200,
        body: {
          tx: {
            ...{ from: ids.userAddress, to: `eip155:1:${router}`, data, amount: '0' },
            eip155: { gas: '200000', gasPrice: '100' },
          },
        },
      },
    },
  ],
  faults: [['unknown error', respondWithJson({ description: 'swap is paused', statusCode: 400 }, 400), 502]],
  secrets: ['hunter2', '1inch.dev'],
})
