import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import { ProviderRpcError, providerCodes } from '#shared/errors/provider-error.ts'
import type { WalletTransport } from '../chain-adapter.ts'

/** A wallet's results by method; a missing method is −32601. */
export type ScriptedResults = Readonly<Record<string, (params: unknown) => unknown>>

/** A page with one wallet, and a function that emits events of that wallet. */
export function createWalletTransport(
  found: DiscoveredWallet,
  results: ScriptedResults,
): WalletTransport & { emit(event: string, data: unknown): void } {
  const listeners = new Set<(event: string, data: unknown) => void>()
  return {
    emit: (event, data) => {
      for (const listener of listeners) listener(event, data)
    },
    list: () => [found],
    watch: (onChange) => {
      onChange([found])
      return () => undefined
    },
    request: async (_handle, { method, params }) => {
      const respond = results[method]
      if (respond === undefined) throw new ProviderRpcError(providerCodes.methodNotFound, `No ${method}`)
      return respond(params)
    },
    onEvent: (_handle, listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
