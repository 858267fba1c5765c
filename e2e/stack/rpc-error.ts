/** An error of JSON-RPC 2.0, and as EIP-1193 wants providers to reject: with an integer code and maybe data. */
export class RpcError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}
