import type { RpcRequest } from '#widget/chains/contract.ts'

const textMaxLength = 4_000

/** A request as it goes to the wallet; long ones are cut, which is said. */
export function requestText({ method, params }: RpcRequest): string {
  const text = `${method}\n${JSON.stringify(params ?? [], null, 1)}`
  return text.length <= textMaxLength ? text : `${text.slice(0, textMaxLength)}…`
}
