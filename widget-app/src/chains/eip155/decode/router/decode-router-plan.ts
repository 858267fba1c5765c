import { hexToBytes, parseAbi } from 'viem/utils'
import type { DecodedAmount, Fact } from '../../../request-facts.ts'
import { type Hex, isSameHex } from '../../hex.ts'
import { type ContractKind, type ContractKinds, isWrappedNative } from '../../tokens/contract-kind.ts'
import { type Call, nativeAmount, swapFact, tokenAmount } from '../call-facts.ts'
import { decodeExactly } from '../exact-decode.ts'
import type { SwapContext } from './decode-swap.ts'
import { decodeV4Swap, type Share } from './decode-v4-swap.ts'
import { commandFact, pathEnds, permitFact, resolvePlaceholder } from './router-addresses.ts'
import { amountOf, atMost, isNative, largeBps, noToken, wholeBalance, withUnspent } from './router-amounts.ts'
import { mergeSwaps, type Swap } from './router-balances.ts'
import {
  decodeInput,
  nativeStep,
  permitBatchStep,
  permitStep,
  tokenStep,
  transfersStep,
  v2Swap,
  v3Swap,
} from './router-inputs.ts'

/** Uniswap's Universal Router: a plan of commands, one byte each, and the input of each. */
export const planAbi = parseAbi([
  'function execute(bytes commands, bytes[] inputs)',
  'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
])

/** Lower six bits of a command; the highest bit lets the plan continue if the command fails (Uniswap `Commands.sol`). */
const commandMask = 0x3f
const mayFail = 0x80

/** State of the decoding of a plan: the parties, what was wrapped, and the facts so far. */
type PlanState = {
  readonly router: Hex
  readonly account: string
  readonly kindOf: ContractKinds
  readonly facts: readonly Fact[]
  /** Native value of the call that the router has neither wrapped nor sent on yet. */
  readonly coins: bigint
  /** Native value of the call that the router has wrapped and not yet paid with; undefined if it has wrapped none. */
  readonly wrapped: bigint | undefined
  /** Sum of the shares of the router's balance that other accounts got, in basis points. */
  readonly shared: bigint
}

const add = (state: PlanState, ...facts: readonly Fact[]): PlanState => ({
  ...state,
  facts: [...state.facts, ...facts],
})

/**
 * What a swap pays, and the payer if it is the router: with what an earlier step left. What it wrapped is the call's native
 * value, which limits what it pays. 2^255 is the router's whole balance, also if the account pays.
 */
function swapInput(
  { router, wrapped, coins, kindOf }: PlanState,
  contract: Hex,
  amount: bigint,
  isUserPaying: boolean,
): { readonly pays: DecodedAmount | undefined; readonly payer?: string } {
  const isWhole = amount === wholeBalance
  if (isSameHex(contract, noToken) && coins > 0n) return { pays: nativeAmount(atMost(amount, coins)) }
  if (isUserPaying) return { pays: isWhole ? undefined : tokenAmount(contract, amount) }
  if (wrapped && isWrappedNative(kindOf(contract))) return { pays: nativeAmount(atMost(amount, wrapped)) }
  return { pays: isWhole ? undefined : amountOf(contract, amount), payer: router }
}

const resolveParty = ({ router, account, kindOf }: PlanState, party: Hex): string =>
  resolvePlaceholder(party, router, account, kindOf(router) ?? 'universal-router')

/** Swaps that pay a whole amount and may not fail; with an exact output, unused input stays in the router. */
const exactInputs: ReadonlySet<number> = new Set([0x00, 0x08, 0x10])

/** A swap of a plan, and its command. */
type Leg = {
  readonly command: number
  readonly to: Hex
  readonly pays: bigint
  readonly gets: bigint
  readonly isUserPaying: boolean
}

/** Adds a swap: one that pays all that earlier swaps left in the router becomes their last leg. */
function addSwap(
  state: PlanState,
  [from, into]: readonly [Hex, Hex],
  { command, to, pays, gets, isUserPaying }: Leg,
): PlanState {
  const { facts, router } = state
  const { pays: paidAmount, ...payer } = swapInput(state, from, pays, isUserPaying)
  const end = { gets: amountOf(into, gets), to: resolveParty(state, to) }
  const isChained = payer.payer !== undefined && pays === wholeBalance && exactInputs.has(command)
  const isHeld = (one: Swap): boolean => one.to === router && isSameHex(one.gets?.contract ?? noToken, from)
  const mergedSwaps = isChained ? mergeSwaps(facts, isHeld, end) : undefined
  if (mergedSwaps !== undefined) return { ...state, facts: mergedSwaps }
  const fact = { ...swapFact(router, paidAmount, end.gets, end.to), ...payer }
  const spent =
    paidAmount && paidAmount.contract === undefined && payer.payer === undefined ? paidAmount.value : 0n
  if (isSameHex(from, noToken)) return add({ ...state, coins: state.coins - spent }, fact)
  const wrapped = state.wrapped === undefined ? undefined : state.wrapped - spent
  return add({ ...state, wrapped }, fact)
}

/** The last step of swaps whose output is in the router: it transfers at least `gets`, so that amount counts. */
function addPayout(
  state: PlanState,
  gets: DecodedAmount,
  to: Hex,
  command: number,
  name: 'SWEEP' | 'UNWRAP_WETH',
): PlanState {
  const { facts, router, wrapped, kindOf } = state
  const recipient = resolveParty(state, to)
  const isHeld = (one: Swap): boolean =>
    one.to === router &&
    (name === 'UNWRAP_WETH'
      ? wrapped === undefined &&
        one.gets?.contract !== undefined &&
        isWrappedNative(kindOf(one.gets.contract))
      : isSameHex(one.gets?.contract ?? noToken, gets.contract ?? noToken))
  const merged = (command & mayFail) === 0 ? mergeSwaps(facts, isHeld, { gets, to: recipient }) : undefined
  if (merged !== undefined) return { ...state, facts: merged }
  const label = { token: gets.contract, to: recipient, least: gets.value }
  return add(state, commandFact(name, label), ...payoutFacts(state, recipient))
}

/** A transfer of the router's whole balance to `to`: a separate fact if that is another account. */
const payoutFacts = ({ router, account }: PlanState, to: string): readonly Fact[] =>
  isSameHex(to, account) || isSameHex(to, router) ? [] : [{ is: 'transfer-all', to, isHeld: true }]

/** A share of the router's balance, or of an output, goes to `to`: all of it once others' shares reach a tenth. */
function addShare(state: PlanState, { currency, to, bips }: Share): PlanState {
  const recipient = resolveParty(state, to)
  const payouts = payoutFacts(state, recipient)
  const shared = state.shared + (payouts.length > 0 ? bips : 0n)
  return add(
    { ...state, shared },
    commandFact('PAY_PORTION', { token: currency, to: recipient, share: { basisPoints: bips } }),
    ...(shared >= largeBps ? payouts : []),
  )
}

/** Adds one command of a plan; `undefined` for an unknown one. @throws if its input is malformed. */
function addStep(state: PlanState, command: number, input: Hex): PlanState | undefined {
  const { router, account, kindOf } = state
  const party = (address: Hex) => resolveParty(state, address)
  switch (command & commandMask) {
    case 0x00: {
      const [to, pays, gets, path, isUserPaying] = decodeInput(v3Swap, input)
      const ends = pathEnds(path)
      return ends && addSwap(state, ends, { command, to, pays, gets, isUserPaying })
    }
    case 0x01: {
      const [to, gets, pays, path, isUserPaying] = decodeInput(v3Swap, input)
      // The path is written from its end.
      const ends = pathEnds(path)
      return ends && addSwap(state, [ends[1], ends[0]], { command, to, pays, gets, isUserPaying })
    }
    case 0x08: {
      const [to, pays, gets, [from, ...rest], isUserPaying] = decodeInput(v2Swap, input)
      const into = rest.at(-1)
      return from && into && addSwap(state, [from, into], { command, to, pays, gets, isUserPaying })
    }
    case 0x09: {
      const [to, gets, pays, [from, ...rest], isUserPaying] = decodeInput(v2Swap, input)
      const into = rest.at(-1)
      return from && into && addSwap(state, [from, into], { command, to, pays, gets, isUserPaying })
    }
    case 0x02: {
      // By Permit2, from the account.
      const [contract, to, amount] = decodeInput(tokenStep, input)
      return add(state, {
        is: 'transfer',
        from: undefined,
        to: party(to),
        figure: tokenAmount(contract, amount),
      })
    }
    case 0x05: {
      // From the router: native value of the call, or what an earlier step left in it.
      const [contract, to, amount] = decodeInput(tokenStep, input)
      if (isSameHex(contract, noToken) && amount !== wholeBalance)
        return add(
          { ...state, coins: state.coins - atMost(amount, state.coins) },
          { is: 'transfer', from: undefined, to: party(to), figure: nativeAmount(amount) },
        )
      const values = { token: contract, to: party(to), ...(amount === wholeBalance ? {} : { amount }) }
      return add(state, commandFact('TRANSFER', values), ...payoutFacts(state, party(to)))
    }
    case 0x03: {
      const [{ details, spender, deadline }] = decodeInput(permitBatchStep, input)
      return add(state, ...details.map((one) => permitFact(one, spender, deadline)))
    }
    case 0x0a: {
      const [{ details, spender, deadline }] = decodeInput(permitStep, input)
      return add(state, permitFact(details, spender, deadline))
    }
    case 0x04: {
      const [contract, to, minAmount] = decodeInput(tokenStep, input)
      return addPayout(state, amountOf(contract, minAmount), to, command, 'SWEEP')
    }
    case 0x06: {
      const [currency, to, bips] = decodeInput(tokenStep, input)
      return addShare(state, { currency, to, bips })
    }
    case 0x10: {
      // Routers before V4 have another command with this number.
      const swap = kindOf(router) === 'universal-router-4' ? decodeV4Swap(input) : undefined
      return swap?.shares.reduce(addShare, addSwap(state, swap.ends, { command, ...swap }))
    }
    case 0x0b: {
      const [to, amount] = decodeInput(nativeStep, input)
      const spent = atMost(amount, state.coins)
      const coins = state.coins - spent
      if (party(to) === router) return { ...state, coins, wrapped: (state.wrapped ?? 0n) + spent }
      return add(
        { ...state, coins },
        commandFact('WRAP_ETH', { to: party(to), amount }),
        ...payoutFacts(state, party(to)),
      )
    }
    case 0x0c: {
      const [to, minAmount] = decodeInput(nativeStep, input)
      return addPayout(state, nativeAmount(minAmount), to, command, 'UNWRAP_WETH')
    }
    case 0x0d: {
      const [transfers] = decodeInput(transfersStep, input)
      return add(
        state,
        ...transfers.map(
          ({ from, to, token: contract, amount }): Fact => ({
            is: 'transfer',
            from: isSameHex(from, account) ? undefined : from,
            to,
            figure: tokenAmount(contract, amount),
          }),
        ),
      )
    }
    case 0x0e: {
      const [owner, contract, minAmount] = decodeInput(tokenStep, input)
      return add(state, commandFact('BALANCE_CHECK_ERC20', { owner, token: contract, least: minAmount }))
    }
  }
}

/** Adds a command of a plan, or its number if it is unknown. */
function addStepOrUnknown(state: PlanState, command: number, input: Hex): PlanState {
  const selector = `0x${(command & commandMask).toString(16).padStart(2, '0')}`
  const unknown: Fact = {
    is: 'unknown-call',
    to: state.router,
    selector,
    figure: undefined,
    mayTake: true,
  }
  try {
    return addStep(state, command, input) ?? add(state, unknown)
  } catch {
    return add(state, unknown)
  }
}

function decode(data: Hex) {
  const exact = decodeExactly(planAbi, data)
  if (exact === undefined) return undefined
  const [commands, inputs] = exact.decoded.args
  return { commands: [...hexToBytes(commands)], inputs, trailing: exact.trailing }
}

const hasPlans: ReadonlySet<ContractKind | undefined> = new Set([
  ...([undefined, 'own', 'universal-router', 'universal-router-4'] as const),
])

/**
 * Decodes a plan of Uniswap's Universal Router: swaps by V2 and V3 with recipients, permits, transfers, and other steps by
 * name or number. `undefined` for other calls, and for a known contract that is not such a router.
 * Native currency goes to an unknown contract itself.
 */
export function readRouterPlan(
  { to, value, data }: Call,
  { account, kindOf }: SwapContext,
): readonly Fact[] | undefined {
  const plan = to && decode(data)
  if (!plan || plan.commands.length !== plan.inputs.length || !hasPlans.has(kindOf(to))) return undefined
  const start: PlanState = {
    ...{ router: to, account, kindOf, facts: [] },
    ...{ coins: value, wrapped: undefined, shared: 0n },
  }
  const { facts } = plan.commands.reduce(
    (state, command, index) => addStepOrUnknown(state, command, plan.inputs[index] ?? '0x'),
    start,
  )
  // The decoders do not know to which account an unknown contract forwards its native currency.
  const disclosed = kindOf(to) !== undefined ? facts : facts.filter((fact) => !isNative(fact))
  const all = [...withUnspent(disclosed, to, value), ...plan.trailing]
  return all.length === 1 ? all : [{ is: 'batch', facts: all }]
}
