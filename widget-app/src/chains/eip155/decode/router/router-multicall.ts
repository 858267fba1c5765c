import { parseAbi } from 'viem/utils'
import type { Fact } from '../../../request-facts.ts'
import { type Hex, isSameHex } from '../../hex.ts'
import { type ContractKind, hasFunction, isWrappedNative } from '../../tokens/contract-kind.ts'
import { type Call, nativeAmount, tokenAmount } from '../call-facts.ts'
import { decodeExactly } from '../exact-decode.ts'
import { decodeSwap, nativeValueOfSwap, type SwapContext } from './decode-swap.ts'
import { mergeSwaps, type Swap, type SwapEnd } from './router-balances.ts'

/** Steps that transfer the router's balance; without a recipient, to the caller. */
const payoutAbi = parseAbi([
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

function decodeEnd(data: Hex, { account, kind }: Multicall): SwapEnd | undefined {
  const exact = decodeExactly(payoutAbi, data)
  if (exact === undefined || exact.trailing.length > 0 || !hasFunction(kind, exact.decoded)) return undefined
  if (exact.decoded.functionName === 'unwrapWETH9') {
    const [minAmount, to = account] = exact.decoded.args
    return { gets: nativeAmount(minAmount), to }
  }
  const [contract, minAmount, to = account] = exact.decoded.args
  return { gets: tokenAmount(contract, minAmount), to }
}

/** The swaps whose output a step transfers: for native currency, those that get the wrapped token. */
const isPendingSwap =
  (contract: string | undefined, { to, kindOf }: Multicall) =>
  ({ to: recipient, gets }: Swap): boolean =>
    isSameHex(recipient, to) &&
    gets?.contract !== undefined &&
    (contract === undefined ? isWrappedNative(kindOf(gets.contract)) : isSameHex(gets.contract, contract))

/** The facts, if a step is the end of swaps whose output is in the router; otherwise undefined. */
function mergeWithStep(
  facts: readonly Fact[],
  step: Swap | Hex,
  multicall: Multicall,
): readonly Fact[] | undefined {
  if (typeof step === 'string') {
    const end = decodeEnd(step, multicall)
    return end && mergeSwaps(facts, isPendingSwap(end.gets.contract, multicall), end)
  }
  const { pays, gets, to } = step
  // For the second router, zero means its whole balance.
  const isWholeBalance = multicall.kind === 'router-v3-2' && pays?.contract !== undefined && pays.value === 0n
  return isWholeBalance && gets && to !== undefined
    ? mergeSwaps(facts, isPendingSwap(pays.contract, multicall), { gets, to })
    : undefined
}

/**
 * Decodes the steps of a router's multicall, each of which may use the rest of the call's native value. Swaps whose output
 * stays in the router become one swap with the later step that transfers it, or with which the second router swaps its whole
 * balance (an amount of zero). For another contract `decodeStep` decodes each step.
 */
export function decodeRouterSteps(
  calls: readonly Hex[],
  multicall: Multicall,
  decodeStep: (call: Call) => readonly Fact[],
): readonly Fact[] {
  const { to, kind, value } = multicall
  const isRouter = kind?.startsWith('router') === true
  let facts: readonly Fact[] = []
  let remainingValue = isRouter ? value : 0n
  for (const data of calls) {
    const call = { to, value: 0n, data }
    const swapFacts = isRouter ? decodeSwap({ ...call, value: remainingValue }, multicall) : undefined
    const [swap] = swapFacts ?? []
    facts = (isRouter ? mergeWithStep(facts, swap ?? data, multicall) : undefined) ?? [
      ...facts,
      ...(swapFacts ?? decodeStep(call)),
    ]
    remainingValue -= swap ? nativeValueOfSwap(swap) : 0n
  }
  return facts
}
