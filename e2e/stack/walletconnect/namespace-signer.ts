import { RpcError } from '../rpc-error.ts'

/** The keys of a wallet in one namespace. */
export type NamespaceSigner = {
  readonly namespace: string
  /** Addresses by CAIP-2 chain, in the chain's encoding; every chain lists all accounts in the same order. */
  readonly addresses: Readonly<Record<string, readonly string[]>>
  readonly methods: readonly string[]
  /** Executes a request with real signatures. @throws RpcError with the message of a wallet. */
  readonly handleRequest: (chainId: string, method: string, params: unknown) => Promise<unknown>
}

/** Returns parsed parameters. @throws RpcError −32602 when they are invalid. */
export function parseParameters<T>(parsed: { success: true; data: T } | { success: false; error: Error }): T {
  if (parsed.success) return parsed.data
  throw new RpcError(-32602, `Invalid parameters: ${parsed.error.message}`)
}

/** The error for a method that the wallet does not support. */
export function unsupportedMethod(method: string): RpcError {
  return new RpcError(3001, `${method} is not supported`)
}

/** The reference of a CAIP-2 id: the part after the namespace. */
export function referenceOf(chainId: string): string {
  return chainId.slice(chainId.indexOf(':') + 1)
}
