import type { Connection, RpcRequest } from '#widget/chains/chain-adapter.ts'
import { portsAtom } from '#widget/core/ports.ts'
import { atom } from '#widget/lib/state.ts'
import { reviewedRequestAtom } from './review-actions.ts'

/**
 * Asks a wallet to add the network that it is switched to (EIP-3085). One that only the site describes is reviewed: the
 * wallet will show of it what the site's nodes report.
 * @throws as `reviewRequest`; whatever the wallet throws.
 */
export const addNetworkAtom = atom(
  null,
  async (get, set, connection: Connection, request: RpcRequest): Promise<unknown> => {
    const adapter = await get(portsAtom).chains.adapter(connection.namespace)
    return set(reviewedRequestAtom, {
      connection,
      prepared: await adapter.prepare(connection, request),
      signal: new AbortController().signal,
      ask: (reviewed) => reviewed.ask(),
      allowed: async () => undefined,
      isOwn: true,
    })
  },
)
