import { encodeFunctionData, parseAbi } from 'viem/utils'
import { bundleParam } from '../canonical/canonical-bundle.ts'
import { transactionParam } from '../canonical/canonical-transaction.ts'
import type { Hex } from '../hex.ts'
import type { ParsedRequest } from '../wallet/request-parser.ts'
import type { Call } from './call-facts.ts'
import { sponsoredFieldsOf } from './decode-request.ts'
import { decodeExactly } from './exact-decode.ts'

/** Functions whose approval the user may lower: ERC-20 and its extensions, and Permit2. */
const limitAbi = parseAbi([
  'function approve(address spender, uint256 amount)',
  'function increaseAllowance(address spender, uint256 amount)',
  'function increaseApproval(address spender, uint256 amount)',
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
])

type Limit = {
  /** The requested amount in base units; the user may only lower it. */
  readonly max: bigint
  readonly withAmount: (amount: bigint) => Hex
}

/** The approval of a call; undefined for other calls, and for one with bytes after its arguments. */
function limitOf({ to, data }: Call): Limit | undefined {
  if (to === undefined) return undefined
  const exact = decodeExactly(limitAbi, data)
  if (exact === undefined || exact.trailing.length > 0) return undefined
  const { decoded } = exact
  if (decoded.args.length === 4) {
    const [token, spender, max, expiration] = decoded.args
    return {
      max,
      withAmount: (amount) =>
        encodeFunctionData({
          abi: limitAbi,
          functionName: 'approve',
          args: [token, spender, amount, expiration],
        }),
    }
  }
  const [spender, max] = decoded.args
  const { functionName } = decoded
  return {
    max,
    withAmount: (amount) => encodeFunctionData({ abi: limitAbi, functionName, args: [spender, amount] }),
  }
}

/** The calls that may be changed: none of a sponsored request, because the paymaster has agreed to pay for these. */
const callsOf = (parsed: ParsedRequest): readonly Call[] => {
  if (sponsoredFieldsOf(parsed)) return []
  if (parsed.is === 'bundle') return parsed.bundle.calls
  return parsed.is === 'transaction' ? [parsed.transaction] : []
}

/** The request with other calldata in one call, serialized again. */
function withCall(parsed: ParsedRequest, at: number, data: Hex): ParsedRequest {
  if (parsed.is === 'bundle') {
    const calls = parsed.bundle.calls.map((call, index) => (index === at ? { ...call, data } : call))
    const bundle = { ...parsed.bundle, calls }
    return { ...parsed, bundle, request: { ...parsed.request, params: [bundleParam(bundle)] } }
  }
  if (parsed.is !== 'transaction') return parsed
  const transaction = { ...parsed.transaction, data }
  return { ...parsed, transaction, request: { ...parsed.request, params: [transactionParam(transaction)] } }
}

/**
 * Lowers the one approval of a transaction or bundle to an amount in base units; returns the request serialized with it.
 * Undefined if there is no approval, or more than one, which would be ambiguous. Typed data has none: a dApp verifies the
 * signature of its own message. Only the facts show whether the value is an amount and not the id of an NFT: `hasAmount` of
 * `domain/review/await-decision.ts`.
 * @throws RangeError for an amount that is negative or above the requested one.
 */
export function approvalLimit(parsed: ParsedRequest): ((amount: bigint) => ParsedRequest) | undefined {
  const limits = callsOf(parsed).flatMap((call, at) => {
    const limit = limitOf(call)
    return limit ? [{ at, ...limit }] : []
  })
  const [onlyLimit] = limits
  if (onlyLimit === undefined || limits.length > 1) return undefined
  return (amount) => {
    if (amount < 0n || amount > onlyLimit.max) throw new RangeError('The amount is above what was asked')
    return withCall(parsed, onlyLimit.at, onlyLimit.withAmount(amount))
  }
}
