import { setImmediate } from 'node:timers/promises'
import { parseChainId } from '#shared/caip/chain-id.ts'
import { ProviderRpcError } from '#shared/errors/provider-error.ts'
import type { RpcRequest } from '#widget/chains/chain-adapter.ts'
import { parseRequest } from '#widget/chains/eip155/wallet/request-parser.ts'
import { connectWalletAtom } from '#widget/domain/connections/connection-actions.ts'
import { prepareBySteps, type TestAdapterParts } from '#widget/testing/requests.ts'
import {
  type TestWorldOptions,
  testAdapter,
  testNetworks,
  testWallet,
  testWorld,
} from '#widget/testing/world.ts'
import type { DappMessage } from '../ethereum/request-context.ts'
import { type DappRequest, handleDappRequestAtom } from '../handle-dapp-request.ts'

const isParsed = /^(eth_sendTransaction|wallet_sendCalls)$/

/** Test only: MetaMask, connected as alice on Ethereum, responds as a test sets. */
const walletId = 'ethereum:io.metamask'

export type WalletScript = {
  /** Results by method; a function is called each time, an error is thrown. Other methods are 4200. */
  readonly results?: Readonly<Record<string, unknown>>
  readonly adapter?: TestAdapterParts
  /** Results of the node by method. */
  readonly node?: Readonly<Record<string, (params: readonly unknown[]) => unknown>>
  readonly options?: TestWorldOptions
}

export async function dappWorld({
  results = {},
  adapter: adapterParts = {},
  node = {},
  options = {},
}: WalletScript = {}) {
  const walletRequests: RpcRequest[] = []
  const messages: DappMessage[] = []
  const adapter = testAdapter({
    request: async (_connection, request) => {
      walletRequests.push(request)
      const result = results[request.method]
      if (result instanceof Error) throw result
      if (result === undefined)
        throw new ProviderRpcError(4200, `The wallet does not support ${request.method}`)
      return typeof result === 'function' ? result(request) : result
    },
    // Transactions and bundles are parsed as the adapter of EVM chains parses them.
    prepare: (connection, request) => {
      const parsed = isParsed.test(request.method) ? parseRequest(connection, request).request : request
      return prepareBySteps(adapter, connection, parsed)
    },
    ...adapterParts,
  })
  const respond = ({ id, method, params }: { id: number; method: string; params: unknown[] }) => {
    const result = node[method]
    if (!result) return { jsonrpc: '2.0', id, error: { code: -32601, message: `No ${method}` } }
    return { jsonrpc: '2.0', id, result: result(params) }
  }
  const world = testWorld({
    adapter,
    wallets: [testWallet()],
    routes: {
      '/appkit/v1/config': () => ({ body: { features: [] } }),
      '/v1': (_url, body) => ({
        body: Array.isArray(body) ? body.map(respond) : respond(Object(body)),
      }),
    },
    bundledNetworks: testNetworks,
    ...options,
  })
  const { store, clock } = world
  await store.set(connectWalletAtom, { walletId })
  /** Sends one request; time advances until it settles. */
  const sendRequest = async (request: Omit<DappRequest, 'signal'>): Promise<unknown> => {
    const { signal } = new AbortController()
    const result = store.set(handleDappRequestAtom, {
      emitMessage: (message) => messages.push(message),
      ...request,
      signal,
    })
    let isSettled = false
    const onSettled = () => {
      isSettled = true
    }
    result.then(onSettled, onSettled)
    for (let ms = 0; ms < 2_000 && !isSettled; ms += 1) {
      // Responses of the node need more than microtasks.
      await setImmediate()
      await clock.advance(1)
    }
    await clock.advance(2_000)
    return result
  }
  return {
    ...world,
    adapter,
    walletRequests,
    messages,
    sendRequest,
    moveTo: (chain: string) => adapter.emit({ is: 'chain', chain: parseChainId(chain) }),
  }
}
