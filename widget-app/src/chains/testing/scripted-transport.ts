import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { RpcRequest, WalletTransport } from '../chain-adapter.ts'

/** How a scripted wallet responds to one method: with a value, or with what a function returns or throws. */
export type ScriptedResult = (params: RpcRequest['params']) => unknown

export type MemoryTransport = WalletTransport & {
  /** Every request so far, oldest first. */
  readonly requests: readonly RpcRequest[]
  /** How often a method was requested. */
  count(method: string): number
  /** Emits a wallet event to all listeners. */
  emit(event: string, data?: unknown): void
}

/**
 * A wallet for unit tests with scripted responses by method; a list is consumed one by one. An unscripted request throws, so
 * that no prompt goes unnoticed.
 */
export function memoryTransport(
  script: Readonly<Record<string, ScriptedResult | readonly ScriptedResult[]>>,
  wallets: readonly DiscoveredWallet[] = [],
): MemoryTransport {
  const requests: RpcRequest[] = []
  const listeners = new Set<(event: string, data: unknown) => void>()
  const remaining = new Map(
    Object.entries(script).map(([method, results]) => [
      method,
      Array.isArray(results) ? [...results] : results,
    ]),
  )

  const nextResult = (method: string): ScriptedResult => {
    const queue = remaining.get(method)
    const result = Array.isArray(queue) ? queue.shift() : queue
    if (result === undefined) throw new Error(`Unexpected wallet request: ${method}`)
    return result
  }

  return {
    requests,
    count: (method) => requests.filter((request) => request.method === method).length,
    emit: (event, data) => {
      for (const listener of listeners) listener(event, data)
    },
    list: () => wallets,
    watch: (onChange) => {
      onChange(wallets)
      return () => undefined
    },
    request: async (_handle, request, options) => {
      options?.signal?.throwIfAborted()
      requests.push(request)
      return nextResult(request.method)(request.params)
    },
    onEvent: (_handle, listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
