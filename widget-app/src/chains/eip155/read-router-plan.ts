import type { AbiParameter } from 'viem'
import { decodeAbiParameters, encodeAbiParameters, hexToBytes, parseAbi } from 'viem/utils'
import { formatPercent } from '#shared/amount/format-percent.ts'
import type { Fact, Figure } from '../request-facts.ts'
import { type Call, native, swap, token } from './call-facts.ts'
import { type ContractKind, type ContractKinds, isCoin } from './contract-kind.ts'
import { decodeExactly } from './exact-decode.ts'
import { type Hex, isSameHex } from './hex.ts'
import type { SwapContext } from './read-swap.ts'
import { isCoins, taken, withCoins } from './router-coins.ts'
import {
  coinStep,
  permitBatchStep,
  permitStep,
  tokenStep,
  transfersStep,
  v2Swap,
  v3Swap,
} from './router-inputs.ts'
import { pathEnds, routerParty, routerPermit, step } from './router-words.ts'

/** Uniswap's Universal Router: a plan of commands, one byte each, and the input of each. */
export const planAbi = parseAbi([
  'function execute(bytes commands, bytes[] inputs)',
  'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
])

/** Lower six bits of a command; the highest says that the plan goes on where it fails (Uniswap `Commands.sol`). */
const commandMask = 0x3f
const mayFail = 0x80

/** As an amount: all the router has of it. */
const wholeBalance = 2n ** 255n

/** A plan as far as it is read: who is who, what was wrapped, and what it does. */
type Reading = {
  readonly router: Hex
  readonly account: string
  readonly kindOf: ContractKinds
  readonly facts: readonly Fact[]
  /** Coins of the call that the router has by now neither wrapped nor sent on. */
  readonly coins: bigint
  /** Coins of the call that the router has wrapped by now and not yet paid with; undefined where it has wrapped none. */
  readonly wrapped: bigint | undefined
  /** Shares of what the router holds that other accounts have got by now, in basis points: one after the other they add up. */
  readonly shared: bigint
}

type Swap = Extract<Fact, { is: 'swap' }>
const add = (reading: Reading, ...facts: readonly Fact[]): Reading => ({
  ...reading,
  facts: [...reading.facts, ...facts],
})

/**
 * What a swap pays, and who where that is the router: with what an earlier step has left with it. What it has wrapped are the
 * coins of the call, and no more than those are paid by it. An amount of 2^255 is all that the router has, also where the
 * account pays.
 */
function paysOf(
  { router, wrapped, kindOf }: Reading,
  contract: Hex,
  amount: bigint,
  isUserPaying: boolean,
): { readonly pays: Figure | undefined; readonly payer?: string } {
  const isWhole = amount === wholeBalance
  if (isUserPaying) return { pays: isWhole ? undefined : token(contract, amount) }
  if (wrapped && isCoin(kindOf(contract))) return { pays: native(taken(amount, wrapped)) }
  return { pays: isWhole ? undefined : token(contract, amount), payer: router }
}

const partyOf = ({ router, account, kindOf }: Reading, party: Hex): string =>
  routerParty(party, router, account, kindOf(router) ?? 'universal-router')

function swapped(
  reading: Reading,
  [from, into]: readonly [Hex, Hex],
  { to, pays, gets, isUserPaying }: { to: Hex; pays: bigint; gets: bigint; isUserPaying: boolean },
): Reading {
  const { router } = reading
  const { pays: paid, ...payer } = paysOf(reading, from, pays, isUserPaying)
  const coins = paid && paid.contract === undefined ? paid.value : 0n
  const wrapped = reading.wrapped === undefined ? undefined : reading.wrapped - coins
  return add(
    { ...reading, wrapped },
    { ...swap(router, paid, token(into, gets), partyOf(reading, to)), ...payer },
  )
}

/**
 * The last step of a swap whose outcome the router holds: it hands out at least `gets`, so that this is what counts.
 * Only where there is one such swap: of several, each is told as it is, and the step too.
 */
function handedOut(reading: Reading, gets: Figure, to: Hex, command: number, name: string): Reading {
  const { facts, router, wrapped } = reading
  const isHeld = (fact: Fact): fact is Swap =>
    fact.is === 'swap' &&
    fact.to === router &&
    (gets.contract === undefined ? wrapped === undefined : isSameHex(fact.gets?.contract, gets.contract))
  const [held, ...others] = facts.filter(isHeld)
  const receiver = partyOf(reading, to)
  if (held === undefined || others.length > 0 || (command & mayFail) !== 0)
    return add(
      reading,
      step(name, { token: gets.contract, to: receiver, least: gets.value }),
      ...leaves(reading, receiver),
    )
  return {
    ...reading,
    facts: facts.map((fact) => (fact === held ? { ...held, gets, to: receiver } : fact)),
  }
}

/** All that the router holds of something goes to `to`: a fact of its own where that is another account. */
const leaves = ({ router, account }: Reading, to: string): readonly Fact[] =>
  isSameHex(to, account) || isSameHex(to, router) ? [] : [{ is: 'transfer-all', to }]

/** Shares of a plan that come to this much, in basis points, are no fee of a frontend. */
const largeShare = 1_000n

const noToken = `0x${'0'.repeat(40)}`

/** The input of a command. @throws for one in another encoding than the canonical, which the router may read otherwise. */
function decodeInput<const Parameters extends readonly AbiParameter[]>(parameters: Parameters, input: Hex) {
  const values = decodeAbiParameters(parameters, input)
  const again = encodeAbiParameters<readonly AbiParameter[]>(parameters, values)
  if (!isSameHex(again, input)) throw new TypeError('The input is not canonical')
  return values
}

/** One command more of a plan; `undefined` for one that is not known. @throws when its input is of another shape. */
function withStep(reading: Reading, command: number, input: Hex): Reading | undefined {
  const { router, account } = reading
  const party = (address: Hex) => partyOf(reading, address)
  switch (command & commandMask) {
    case 0x00: {
      const [to, pays, gets, path, isUserPaying] = decodeInput(v3Swap, input)
      const ends = pathEnds(path)
      return ends && swapped(reading, ends, { to, pays, gets, isUserPaying })
    }
    case 0x01: {
      const [to, gets, pays, path, isUserPaying] = decodeInput(v3Swap, input)
      // It is written from the end.
      const ends = pathEnds(path)
      return ends && swapped(reading, [ends[1], ends[0]], { to, pays, gets, isUserPaying })
    }
    case 0x08: {
      const [to, pays, gets, [from, ...rest], isUserPaying] = decodeInput(v2Swap, input)
      const into = rest.at(-1)
      return from && into && swapped(reading, [from, into], { to, pays, gets, isUserPaying })
    }
    case 0x09: {
      const [to, gets, pays, [from, ...rest], isUserPaying] = decodeInput(v2Swap, input)
      const into = rest.at(-1)
      return from && into && swapped(reading, [from, into], { to, pays, gets, isUserPaying })
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
      // From the router: coins of the call, or what an earlier step has left with it.
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
      if (!isSameHex(contract, noToken))
        return handedOut(reading, token(contract, least), to, command, 'SWEEP')
      return add(reading, step('SWEEP', { to: party(to), least }), ...leaves(reading, party(to)))
    }
    case 0x06: {
      const [contract, to, bips] = decodeInput(tokenStep, input)
      const left = leaves(reading, party(to))
      const shared = reading.shared + (left.length > 0 ? bips : 0n)
      return add(
        { ...reading, shared },
        step('PAY_PORTION', {
          token: contract,
          to: party(to),
          share: formatPercent(Number(bips) / 100, 'en'),
        }),
        ...(shared >= largeShare ? left : []),
      )
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

/** A command of a plan, or its number where nobody knows what it does. */
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

const hasPlans: ReadonlySet<ContractKind | undefined> = new Set([undefined, 'own', 'universal-router'])

/**
 * What a plan of Uniswap's Universal Router does: swaps by V2 and V3 with who gets the outcome, permits, transfers, and
 * everything else by its name or number; `undefined` for other calls, and for a known contract that is no such router.
 * Coins go to an unknown contract itself.
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
  // The readers do not know to which account an unknown contract passes its coins.
  const told = kindOf(to) !== undefined ? facts : facts.filter((fact) => !isCoins(fact))
  const all = [...withCoins(told, to, value), ...plan.trailing]
  return all.length === 1 ? all : [{ is: 'batch', facts: all }]
}
