import { mayPrompt } from '../../../shared/channel/rpc-policy.ts'

/** Reads that return bytes, whose leading zeros a number would lose, or text that is no quantity. */
const nonQuantityMethods = /^(eth_(call|getCode|getStorageAt)|net_version|web3_clientVersion)$/

/**
 * Copies a wallet's response with its big integers as JSON-RPC quantities (`0x1`); other members are copied as JSON.
 * @throws TypeError if a number cannot be a quantity, and for a cycle.
 */
export function toHexQuantities(response: unknown, method: string): unknown {
  if (mayPrompt(method) || nonQuantityMethods.test(method)) throw new TypeError('The answer is no quantity')
  const json = JSON.stringify(response, function quantity(this: unknown, key: string, value: unknown) {
    // Read before a `toJSON` that a library added to the prototype of big integers is applied.
    const original: unknown = Reflect.get(Object(this), key)
    if (typeof original !== 'bigint') return value
    if (original < 0n) throw new TypeError('A quantity is not negative')
    return `0x${original.toString(16)}`
  })
  const copy: unknown = JSON.parse(json)
  return copy
}
