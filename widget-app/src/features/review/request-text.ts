import type { RpcRequest } from '#widget/chains/chain-adapter.ts'
import { visibleLines } from '#widget/lib/text/bounded-text.ts'

/** In characters. */
const textMaxLength = 20_000

/** The request as the wallet gets it; cut characters are counted. */
export function requestText({ method, params }: RpcRequest): string {
  const text = visibleLines(`${method}\n${JSON.stringify(params ?? [], null, 1)}`)
  const cutLength = text.length - textMaxLength
  return cutLength <= 0 ? text : `${text.slice(0, textMaxLength)}… (+${cutLength})`
}
