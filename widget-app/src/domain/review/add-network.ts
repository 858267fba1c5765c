import type { Connection, RpcRequest } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { reviewedRequestAtom } from './review-actions.ts'

/**
 * Requests a wallet to add the network that it is switched to (EIP-3085). A host-defined network is reviewed: the wallet
 * will show what the host's nodes report.
 * @throws as `reviewRequest`; any error of the wallet.
 */
export const addNetworkAtom = atom(
  null,
  async (get, set, connection: Connection, request: RpcRequest): Promise<unknown> => {
    const adapter = await get(portsAtom).chains.adapter(connection.namespace)
    return set(reviewedRequestAtom, {
      connection,
      prepared: await adapter.prepare(connection, request),
      signal: new AbortController().signal,
      send: (reviewed) => reviewed.requestWallet(),
      whenAllowed: async () => undefined,
      isWidgetRequest: true,
    })
  },
)
