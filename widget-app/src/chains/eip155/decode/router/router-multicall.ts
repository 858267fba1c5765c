import { parseAbi } from 'viem/utils'
import type { Fact } from '../../../request-facts.ts'
import { type Hex, isSameHex } from '../../hex.ts'
import { type ContractKind, hasFunction, isCoin } from '../../tokens/contract-kind.ts'
import { type Call, native, token } from '../call-facts.ts'
import { decodeExactly } from '../exact-decode.ts'
import { coinsOfSwap, readSwap, type SwapContext } from './decode-swap.ts'
import { type End, type Swap, withEnd } from './router-balances.ts'

/** Steps that transfer the router's balance; without a recipient, to the caller. */
const endAbi = parseAbi([
  'function unwrapWETH9(uint256 least)',
  'function unwrapWETH9(uint256 least, address to)',
  'function sweepToken(address token, uint256 least)',
  'function sweepToken(address token, uint256 least, address to)',
])

/** A multicall of a contract, with its caller. */
type Multicall = SwapContext & {
  readonly to: Hex
  readonly kind: ContractKind | undefined
  /** Native value of the call. */
  readonly value: bigint
}

function endOf(data: Hex, { account, kind }: Multicall): End | undefined {
  const exact = decodeExactly(endAbi, data)
  if (exact === undefined || exact.trailing.length > 0 || !hasFunction(kind, exact.decoded)) return undefined
  if (exact.decoded.functionName === 'unwrapWETH9') {
    const [least, to = account] = exact.decoded.args
    return { gets: native(least), to }
  }
  const [contract, least, to = account] = exact.decoded.args
  return { gets: token(contract, least), to }
}

/** The swaps whose output a step transfers: for native currency, those that get the wrapped token. */
const heldFor =
  (contract: string | undefined, { to, kindOf }: Multicall) =>
  ({ to: receiver, gets }: Swap): boolean =>
    isSameHex(receiver, to) &&
    gets?.contract !== undefined &&
    (contract === undefined ? isCoin(kindOf(gets.contract)) : isSameHex(gets.contract, contract))

/** The facts, if a step is the end of swaps whose output is in the router; otherwise undefined. */
function ended(facts: readonly Fact[], step: Swap | Hex, multicall: Multicall): readonly Fact[] | undefined {
  if (typeof step === 'string') {
    const end = endOf(step, multicall)
    return end && withEnd(facts, heldFor(end.gets.contract, multicall), end)
  }
  const { pays, gets, to } = step
  // For the second router, zero means its whole balance.
  const isOfAll = multicall.kind === 'router-v3-2' && pays?.contract !== undefined && pays.value === 0n
  return isOfAll && gets && to !== undefined
    ? withEnd(facts, heldFor(pays.contract, multicall), { gets, to })
    : undefined
}

/**
 * Decodes the steps of a router's multicall, each of which may use the rest of the call's native value. Swaps whose output
 * stays in the router become one swap with the later step that transfers it, or with which the second router swaps its whole
 * balance (an amount of zero).
 * For another contract `decodeStep` decodes each step.
 */
export function routerSteps(
  calls: readonly Hex[],
  multicall: Multicall,
  readStep: (call: Call) => readonly Fact[],
): readonly Fact[] {
  const { to, kind, value } = multicall
  const isRouter = kind?.startsWith('router') === true
  let facts: readonly Fact[] = []
  let left = isRouter ? value : 0n
  for (const data of calls) {
    const call = { to, value: 0n, data }
    const swapped = isRouter ? readSwap({ ...call, value: left }, multicall) : undefined
    const [swap] = swapped ?? []
    facts = (isRouter ? ended(facts, swap ?? data, multicall) : undefined) ?? [
      ...facts,
      ...(swapped ?? readStep(call)),
    ]
    left -= swap ? coinsOfSwap(swap) : 0n
  }
  return facts
}
