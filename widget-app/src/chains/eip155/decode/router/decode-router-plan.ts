import { hexToBytes, parseAbi } from 'viem/utils'
import { formatPercent } from '#shared/amount/format-percent.ts'
import type { DecodedAmount, Fact } from '../../../request-facts.ts'
import { type Hex, isSameHex } from '../../hex.ts'
import { type ContractKind, type ContractKinds, isCoin } from '../../tokens/contract-kind.ts'
import { type Call, native, swap, token } from '../call-facts.ts'
import { decodeExactly } from '../exact-decode.ts'
import type { SwapContext } from './decode-swap.ts'
import { readV4Swap, type Share } from './decode-v4-swap.ts'
import { pathEnds, routerParty, routerPermit, step } from './router-addresses.ts'
import { figureOf, isCoins, largeShare, noToken, taken, wholeBalance, withCoins } from './router-amounts.ts'
import { type Swap, withEnd } from './router-balances.ts'
import {
  coinStep,
  decodeInput,
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
type Reading = {
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

const add = (reading: Reading, ...facts: readonly Fact[]): Reading => ({
  ...reading,
  facts: [...reading.facts, ...facts],
})

/**
 * What a swap pays, and the payer if it is the router: with what an earlier step left. What it wrapped is the call's native
 * value, which limits what it pays. 2^255 is the router's whole balance, also if the account pays.
 */
function paysOf(
  { router, wrapped, coins, kindOf }: Reading,
  contract: Hex,
  amount: bigint,
  isUserPaying: boolean,
): { readonly pays: DecodedAmount | undefined; readonly payer?: string } {
  const isWhole = amount === wholeBalance
  if (isSameHex(contract, noToken) && coins > 0n) return { pays: native(taken(amount, coins)) }
  if (isUserPaying) return { pays: isWhole ? undefined : token(contract, amount) }
  if (wrapped && isCoin(kindOf(contract))) return { pays: native(taken(amount, wrapped)) }
  return { pays: isWhole ? undefined : figureOf(contract, amount), payer: router }
}

const partyOf = ({ router, account, kindOf }: Reading, party: Hex): string =>
  routerParty(party, router, account, kindOf(router) ?? 'universal-router')

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
function swapped(
  reading: Reading,
  [from, into]: readonly [Hex, Hex],
  { command, to, pays, gets, isUserPaying }: Leg,
): Reading {
  const { facts, router } = reading
  const { pays: paid, ...payer } = paysOf(reading, from, pays, isUserPaying)
  const end = { gets: figureOf(into, gets), to: partyOf(reading, to) }
  const isChained = payer.payer !== undefined && pays === wholeBalance && exactInputs.has(command)
  const isHeld = (one: Swap): boolean => one.to === router && isSameHex(one.gets?.contract ?? noToken, from)
  const chained = isChained ? withEnd(facts, isHeld, end) : undefined
  if (chained !== undefined) return { ...reading, facts: chained }
  const fact = { ...swap(router, paid, end.gets, end.to), ...payer }
  const spent = paid && paid.contract === undefined && payer.payer === undefined ? paid.value : 0n
  if (isSameHex(from, noToken)) return add({ ...reading, coins: reading.coins - spent }, fact)
  const wrapped = reading.wrapped === undefined ? undefined : reading.wrapped - spent
  return add({ ...reading, wrapped }, fact)
}

/** The last step of swaps whose output is in the router: it transfers at least `gets`, so that amount counts. */
function handedOut(
  reading: Reading,
  gets: DecodedAmount,
  to: Hex,
  command: number,
  name: 'SWEEP' | 'UNWRAP_WETH',
): Reading {
  const { facts, router, wrapped, kindOf } = reading
  const receiver = partyOf(reading, to)
  const isHeld = (one: Swap): boolean =>
    one.to === router &&
    (name === 'UNWRAP_WETH'
      ? wrapped === undefined && one.gets?.contract !== undefined && isCoin(kindOf(one.gets.contract))
      : isSameHex(one.gets?.contract ?? noToken, gets.contract ?? noToken))
  const ended = (command & mayFail) === 0 ? withEnd(facts, isHeld, { gets, to: receiver }) : undefined
  if (ended !== undefined) return { ...reading, facts: ended }
  const label = { token: gets.contract, to: receiver, least: gets.value }
  return add(reading, step(name, label), ...leaves(reading, receiver))
}

/** A transfer of the router's whole balance to `to`: a separate fact if that is another account. */
const leaves = ({ router, account }: Reading, to: string): readonly Fact[] =>
  isSameHex(to, account) || isSameHex(to, router) ? [] : [{ is: 'transfer-all', to, isHeld: true }]

/** A share of the router's balance, or of an output, goes to `to`: all of it once others' shares reach a tenth. */
function withShare(reading: Reading, { currency, to, bips }: Share): Reading {
  const receiver = partyOf(reading, to)
  const left = leaves(reading, receiver)
  const shared = reading.shared + (left.length > 0 ? bips : 0n)
  const share = formatPercent(Number(bips) / 100, 'en')
  return add(
    { ...reading, shared },
    step('PAY_PORTION', { token: currency, to: receiver, share }),
    ...(shared >= largeShare ? left : []),
  )
}

/** Adds one command of a plan; `undefined` for an unknown one. @throws if its input is malformed. */
function withStep(reading: Reading, command: number, input: Hex): Reading | undefined {
  const { router, account, kindOf } = reading
  const party = (address: Hex) => partyOf(reading, address)
  switch (command & commandMask) {
    case 0x00: {
      const [to, pays, gets, path, isUserPaying] = decodeInput(v3Swap, input)
      const ends = pathEnds(path)
      return ends && swapped(reading, ends, { command, to, pays, gets, isUserPaying })
    }
    case 0x01: {
      const [to, gets, pays, path, isUserPaying] = decodeInput(v3Swap, input)
      // The path is written from its end.
      const ends = pathEnds(path)
      return ends && swapped(reading, [ends[1], ends[0]], { command, to, pays, gets, isUserPaying })
    }
    case 0x08: {
      const [to, pays, gets, [from, ...rest], isUserPaying] = decodeInput(v2Swap, input)
      const into = rest.at(-1)
      return from && into && swapped(reading, [from, into], { command, to, pays, gets, isUserPaying })
    }
    case 0x09: {
      const [to, gets, pays, [from, ...rest], isUserPaying] = decodeInput(v2Swap, input)
      const into = rest.at(-1)
      return from && into && swapped(reading, [from, into], { command, to, pays, gets, isUserPaying })
    }
    case 0x02: {
      // By Permit2, from the account.
      const [contract, to, amount] = decodeInput(tokenStep, input)
      return add(reading, {
        is: 'transfer',
        from: undefined,
        to: party(to),
        figure: token(contract, amount),
      })
    }
    case 0x05: {
      // From the router: native value of the call, or what an earlier step left in it.
      const [contract, to, amount] = decodeInput(tokenStep, input)
      if (isSameHex(contract, noToken) && amount !== wholeBalance)
        return add(
          { ...reading, coins: reading.coins - taken(amount, reading.coins) },
          { is: 'transfer', from: undefined, to: party(to), figure: native(amount) },
        )
      const values = { token: contract, to: party(to), ...(amount === wholeBalance ? {} : { amount }) }
      return add(reading, step('TRANSFER', values), ...leaves(reading, party(to)))
    }
    case 0x03: {
      const [{ details, spender, deadline }] = decodeInput(permitBatchStep, input)
      return add(reading, ...details.map((one) => routerPermit(one, spender, deadline)))
    }
    case 0x0a: {
      const [{ details, spender, deadline }] = decodeInput(permitStep, input)
      return add(reading, routerPermit(details, spender, deadline))
    }
    case 0x04: {
      const [contract, to, least] = decodeInput(tokenStep, input)
      return handedOut(reading, figureOf(contract, least), to, command, 'SWEEP')
    }
    case 0x06: {
      const [currency, to, bips] = decodeInput(tokenStep, input)
      return withShare(reading, { currency, to, bips })
    }
    case 0x10: {
      // Routers before V4 have another command with this number.
      const swap = kindOf(router) === 'universal-router-4' ? readV4Swap(input) : undefined
      return swap?.shares.reduce(withShare, swapped(reading, swap.ends, { command, ...swap }))
    }
    case 0x0b: {
      const [to, amount] = decodeInput(coinStep, input)
      const spent = taken(amount, reading.coins)
      const coins = reading.coins - spent
      if (party(to) === router) return { ...reading, coins, wrapped: (reading.wrapped ?? 0n) + spent }
      return add(
        { ...reading, coins },
        step('WRAP_ETH', { to: party(to), amount }),
        ...leaves(reading, party(to)),
      )
    }
    case 0x0c: {
      const [to, least] = decodeInput(coinStep, input)
      return handedOut(reading, native(least), to, command, 'UNWRAP_WETH')
    }
    case 0x0d: {
      const [transfers] = decodeInput(transfersStep, input)
      return add(
        reading,
        ...transfers.map(
          ({ from, to, token: contract, amount }): Fact => ({
            is: 'transfer',
            from: isSameHex(from, account) ? undefined : from,
            to,
            figure: token(contract, amount),
          }),
        ),
      )
    }
    case 0x0e: {
      const [owner, contract, least] = decodeInput(tokenStep, input)
      return add(reading, step('BALANCE_CHECK_ERC20', { owner, token: contract, least }))
    }
  }
}

/** Adds a command of a plan, or its number if it is unknown. */
function afterStep(reading: Reading, command: number, input: Hex): Reading {
  const selector = `0x${(command & commandMask).toString(16).padStart(2, '0')}`
  const unknown: Fact = {
    is: 'unknown-call',
    to: reading.router,
    selector,
    figure: undefined,
    mayTake: true,
  }
  try {
    return withStep(reading, command, input) ?? add(reading, unknown)
  } catch {
    return add(reading, unknown)
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
  const start: Reading = {
    ...{ router: to, account, kindOf, facts: [] },
    ...{ coins: value, wrapped: undefined, shared: 0n },
  }
  const { facts } = plan.commands.reduce(
    (reading, command, index) => afterStep(reading, command, plan.inputs[index] ?? '0x'),
    start,
  )
  // The decoders do not know to which account an unknown contract forwards its native currency.
  const told = kindOf(to) !== undefined ? facts : facts.filter((fact) => !isCoins(fact))
  const all = [...withCoins(told, to, value), ...plan.trailing]
  return all.length === 1 ? all : [{ is: 'batch', facts: all }]
}
