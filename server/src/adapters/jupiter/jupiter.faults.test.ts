import { nativeTokenAddresses } from '../../../../shared/api/price.ts'
import { scriptedRpc } from '../../chain-clients/testing/node-rpc.ts'
import { commonQuery } from '../../testing/test-server.ts'
import { vendorFaultSuite } from '../../vendor-clients/testing/vendor-fault-suite.ts'
import { respondWithJson } from '../../vendor-clients/testing/vendor-stub.ts'
import { createJupiterApi } from './api.ts'
import { createJupiterSwaps, jupiterChainId } from './jupiter.ts'
import { jupiterProgram, wrappedSol } from './programs.ts'
import { swapTransaction, usdc, user } from './testing/swap-transaction.ts'

const data = await swapTransaction()
const ids = {
  from: `${jupiterChainId}:${nativeTokenAddresses.solana}`,
  to: `${jupiterChainId}:${usdc}`,
  userAddress: `${jupiterChainId}:${user}`,
}

vendorFaultSuite({
  vendor: 'Jupiter',
  works: respondWithJson({
    ...{ inputMint: wrappedSol, inAmount: '1000', outputMint: usdc, outAmount: '2000' },
    ...{ otherAmountThreshold: '1990', swapMode: 'ExactIn', slippageBps: 50, platformFee: null },
    ...{ swapTransaction: data, lastValidBlockHeight: 100 },
  }),
  parts: (connection, url) => {
    const rpc = scriptedRpc([jupiterChainId], ({ method }) =>
      method === 'getBlockHeight' ? 100 : { value: { err: null, logs: [] } },
    )
    const api = createJupiterApi(connection, { url, apiKey: 'key-hunter2' })
    const native = { name: 'Solana', symbol: 'SOL', decimals: 9 }
    return { swaps: [createJupiterSwaps(rpc, api, { native, tokens: [] })] }
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
              ...{ toAmount: '2000', toAccount: ids.to },
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
        body: JSON.stringify({ amount: '1000', ...ids, projectId: 'demo', solana: { slippage: 0.5 } }),
      },
      works: {
        status: 200,
        body: {
          tx: { from: ids.userAddress, to: `${jupiterChainId}:${jupiterProgram}`, data, amount: '1000' },
        },
      },
    },
  ],
  faults: [['error of the API', respondWithJson({ error: 'x', errorCode: 'INVALID' }, 400), 502]],
  secrets: ['hunter2', 'jup.ag'],
})
