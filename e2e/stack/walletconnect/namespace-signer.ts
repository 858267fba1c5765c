import { RpcError } from '../rpc-error.ts'

/** The keys of a wallet in one namespace. */
export type NamespaceSigner = {
  readonly namespace: string
  /** Addresses by CAIP-2 chain, in the chain's own form; every chain has them all, in one order. */
  readonly addresses: Readonly<Record<string, readonly string[]>>
  readonly methods: readonly string[]
  /** Answers a request with real signatures. @throws RpcError as a wallet words it. */
  readonly answer: (chainId: string, method: string, params: unknown) => Promise<unknown>
}

/** @throws RpcError −32602 when the parameters are not as they must be. */
export function parameters<T>(parsed: { success: true; data: T } | { success: false; error: Error }): T {
  if (parsed.success) return parsed.data
  throw new RpcError(-32602, `Invalid parameters: ${parsed.error.message}`)
}

export function unsupported(method: string): RpcError {
  return new RpcError(3001, `${method} is not supported`)
}

/** The reference of a CAIP-2 chain: what comes after its namespace. */
export function referenceOf(chainId: string): string {
  return chainId.slice(chainId.indexOf(':') + 1)
}
