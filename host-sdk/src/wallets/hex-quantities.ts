import { mayPrompt } from '../../../shared/channel/rpc-policy.ts'

/** Reads that answer with bytes, whose leading zeros a number does not have, or with text that is no quantity. */
const otherReads = /^(eth_(call|getCode|getStorageAt)|net_version|web3_clientVersion)$/

/**
 * The answer of a wallet with its big integers as quantities of JSON-RPC (`0x1`); other members are copied as JSON carries them.
 * @throws TypeError where a number can be no quantity, and for a cycle.
 */
export function toHexQuantities(answer: unknown, method: string): unknown {
  if (mayPrompt(method) || otherReads.test(method)) throw new TypeError('The answer is no quantity')
  const json = JSON.stringify(answer, function quantity(this: unknown, key: string, value: unknown) {
    // Before a `toJSON` that a library put on the prototype of big integers.
    const own: unknown = Reflect.get(Object(this), key)
    if (typeof own !== 'bigint') return value
    if (own < 0n) throw new TypeError('A quantity is not negative')
    return `0x${own.toString(16)}`
  })
  const copy: unknown = JSON.parse(json)
  return copy
}
