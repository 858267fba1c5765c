import type { Fact } from '../../request-facts.ts'
import { isSameHex } from '../hex.ts'
import type { CallDecoded } from './call-abi.ts'
import { nativeValueOf, nativeValueOfSwap } from './router/decode-swap.ts'

/** Native value that the function of a call uses; the rest becomes a fact of its own. */
export function nativeValueUsed(decoded: CallDecoded, fact: Fact): bigint {
  if (fact.is === 'swap') return nativeValueOfSwap(fact)
  switch (decoded.functionName) {
    case 'multicall':
      return nativeValueOf(fact)
    case 'execute':
      return decoded.args[1]
    case 'executeBatch': {
      if (decoded.args.length === 1) return decoded.args[0].reduce((sum, one) => sum + one.value, 0n)
      return decoded.args.length === 3 ? decoded.args[1].reduce((sum, one) => sum + one, 0n) : 0n
    }
    default:
      return 0n
  }
}

/** A transfer of the router's whole token balance to another account: a fact in addition to the step's. */
export function sweepFacts({ functionName, args }: CallDecoded, account: string): readonly Fact[] {
  if (functionName !== 'unwrapWETH9' && functionName !== 'sweepToken') return []
  const to = args.at(-1)
  return typeof to !== 'string' || isSameHex(to, account) ? [] : [{ is: 'transfer-all', to, isHeld: true }]
}
