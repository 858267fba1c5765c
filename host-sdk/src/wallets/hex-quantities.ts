import { mayPrompt } from '../../../shared/channel/rpc-policy.ts'

/** Reads that return bytes, whose leading zeros a number would lose, or text that is no quantity. */
const otherReads = /^(eth_(call|getCode|getStorageAt)|net_version|web3_clientVersion)$/

/**
 * Copies a wallet's response with its big integers as JSON-RPC quantities (`0x1`); other members are copied as JSON.
 * @throws TypeError if a number cannot be a quantity, and for a cycle.
 */
export function toHexQuantities(answer: unknown, method: string): unknown {
  if (mayPrompt(method) || otherReads.test(method)) throw new TypeError('The answer is no quantity')
  const json = JSON.stringify(answer, function quantity(this: unknown, key: string, value: unknown) {
    // Read before a `toJSON` that a library added to the prototype of big integers is applied.
    const own: unknown = Reflect.get(Object(this), key)
    if (typeof own !== 'bigint') return value
    if (own < 0n) throw new TypeError('A quantity is not negative')
    return `0x${own.toString(16)}`
  })
  const copy: unknown = JSON.parse(json)
  return copy
}
