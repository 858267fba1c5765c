/** A JSON-RPC 2.0 error, also as EIP-1193 requires of providers: an integer code and optional data. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}
