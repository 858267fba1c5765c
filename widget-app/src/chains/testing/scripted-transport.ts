import type { DiscoveredWallet } from '#shared/channel/records/discovered-wallet.ts'
import type { RpcRequest, WalletTransport } from '../chain-adapter.ts'

/** How a scripted wallet responds to one method: with a value, or with what a function returns or throws. */
export type Answer = (params: RpcRequest['params']) => unknown

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
  script: Readonly<Record<string, Answer | readonly Answer[]>>,
  wallets: readonly DiscoveredWallet[] = [],
): MemoryTransport {
  const requests: RpcRequest[] = []
  const listeners = new Set<(event: string, data: unknown) => void>()
  const left = new Map(
    Object.entries(script).map(([method, given]) => [method, Array.isArray(given) ? [...given] : given]),
  )

  const nextAnswer = (method: string): Answer => {
    const answers = left.get(method)
    const answer = Array.isArray(answers) ? answers.shift() : answers
    if (answer === undefined) throw new Error(`Unexpected wallet request: ${method}`)
    return answer
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
      return nextAnswer(request.method)(request.params)
    },
    onEvent: (_handle, listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
