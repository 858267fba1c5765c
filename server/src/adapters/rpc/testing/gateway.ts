import { afterEach } from 'vitest'
import type { RpcRequest } from '../../../../../shared/api/rpc.ts'
import { rpcCallPolicy } from '../../../core/rpc-methods.ts'
import type { RpcEvent } from '../../../ports/rpc.ts'
import { createManualTimers } from '../../../vendor-clients/testing/manual-timers.ts'
import { type ChainRpcLimits, type ChainRpcParameters, createChainRpc } from '../chain-rpc.ts'
import { type Behaviour, respondWith, startTestNode, type TestNode } from './test-node.ts'

const toClose: (() => Promise<unknown>)[] = []

/** Closes the gateways and nodes of a test after it. */
export const closeAfterEach = () =>
  afterEach(async () => {
    for (const close of toClose.splice(0).reverse()) await close()
  })

export async function node(
  behaviour: Behaviour = respondWith(({ method }) => `${method} here`),
  identity?: unknown,
) {
  const started = await startTestNode(behaviour, identity)
  toClose.push(started.stop)
  return started
}

/** A gateway over nodes, by chain, with a manual clock. */
export function createTestGateway(
  chains: Readonly<Record<string, readonly TestNode[]>>,
  limits: Partial<ChainRpcLimits> = {},
  more: Partial<ChainRpcParameters> = {},
) {
  const timers = createManualTimers()
  const events: RpcEvent[] = []
  const rpc = createChainRpc({
    chains: Object.entries(chains).map(([chainId, nodes]) => ({
      chainId,
      urls: nodes.map(({ url }) => url),
    })),
    policyOf: rpcCallPolicy,
    limits,
    timers,
    onEvent: (event) => events.push(event),
    ...more,
  })
  toClose.push(rpc.close)
  return { rpc, timers, events }
}

let lastId = 0

export const callOf = (method: string, ...params: unknown[]): RpcRequest => {
  lastId += 1
  return { jsonrpc: '2.0', id: lastId, method, params }
}
