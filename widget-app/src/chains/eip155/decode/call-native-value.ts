import type { Fact } from '../../request-facts.ts'
import { isSameHex } from '../hex.ts'
import type { CallDecoded } from './call-abi.ts'
import { coinsOf, coinsOfSwap } from './router/decode-swap.ts'

/** Coins that a call spends by what it is for; what is sent beyond them is said. */
export function coinsUsed(decoded: CallDecoded, fact: Fact): bigint {
  if (fact.is === 'swap') return coinsOfSwap(fact)
  switch (decoded.functionName) {
    case 'multicall':
      return coinsOf(fact)
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

/** All that a router holds of a token goes to another account: a fact beside the step's own. */
export function sweptTo({ functionName, args }: CallDecoded, account: string): readonly Fact[] {
  if (functionName !== 'unwrapWETH9' && functionName !== 'sweepToken') return []
  const to = args.at(-1)
  return typeof to !== 'string' || isSameHex(to, account) ? [] : [{ is: 'transfer-all', to, isHeld: true }]
}
