import { toFunctionSelector } from 'viem/utils'
import type { Fact } from '../../request-facts.ts'
import { type Hex, isSameHex } from '../hex.ts'
import { type ContractKind, type ContractKinds, hasFunction } from '../tokens/contract-kind.ts'
import { byContract, type UserOperation, withSender } from '../transactions/user-operation.ts'
import { type CallDecoded, callAbi } from './call-abi.ts'
import {
  approval,
  type Call,
  coinsTo,
  collectible,
  isUnlimited,
  native,
  other,
  swap,
  token,
  unknownCall,
} from './call-facts.ts'
import { coinsUsed, sweptTo } from './call-native-value.ts'
import { namesOthers } from './calldata-addresses.ts'
import { authorityAbi, readAuthority } from './decode-authority.ts'
import { decodeExactly } from './exact-decode.ts'
import { planAbi, readRouterPlan } from './router/decode-router-plan.ts'
import { coinsOfSwap, readSwap } from './router/decode-swap.ts'
import { routerSteps } from './router/router-multicall.ts'

/** Contracts call each other in batches within batches; nobody reads deeper than this. */
const maxDepth = 4

const transferSelector = toFunctionSelector('transfer(address,uint256)')

const knownFunctions = [...callAbi, ...authorityAbi, ...planAbi]

/** The name of a known function, else its selector. */
function functionName(data: Hex): string {
  const selector = data.slice(0, 10)
  return knownFunctions.find((one) => toFunctionSelector(one) === selector.toLowerCase())?.name ?? selector
}

/** Who makes a call, what the widget knows of contracts, and how deep in batches the call is. */
type Context = {
  readonly account: string
  readonly kindOf: ContractKinds
  /** Contracts around it: that they are unknown is said once. */
  readonly around: readonly string[]
  readonly depth: number
}

/** Whether a contract does what its functions are named for: it is known, or the account itself. */
const kindAt = (to: Hex, { account, kindOf }: Context): ContractKind | undefined =>
  kindOf(to) ?? (isSameHex(to, account) ? 'account' : undefined)

const isNamed = (to: Hex, context: Context): boolean => kindAt(to, context) !== undefined

/** ERC-721 has the same `approve`, `transferFrom` and (of early collections) `transfer`, with an id in place of the amount. */
const doubt = (to: Hex, { kindOf }: Context) =>
  kindOf(to) === undefined ? { mayBeCollectible: true as const } : {}

/**
 * Known contracts may hold approvals of the account, its own code has all that it has, and a contract that is given an
 * address may hand over to it what the account has there, which no run shows.
 */
const unknown = (call: Call, context: Context): Fact => {
  const isOpen =
    call.to === undefined ||
    (!isNamed(call.to, context) && !namesOthers(call, context.account, context.kindOf))
  return unknownCall(call, isOpen ? 'unproven' : true)
}

/**
 * Facts of the calls inside a batch of contract `to`; a batch nested too deep is unknown. One that is not named for what it
 * does passes no coins on: they are its own, and the readers do not know where they go.
 */
function inner(calls: readonly Call[], to: Hex, context: Context): Fact {
  const passed = isNamed(to, context)
    ? calls
    : calls.flatMap((call) => (call.data === '0x' ? [] : [{ ...call, value: 0n }]))
  return { is: 'batch', facts: passed.flatMap((call) => innerCall(call, context)) }
}

const innerCall = (call: Call, context: Context): readonly Fact[] =>
  context.depth >= maxDepth
    ? [unknown(call, context)]
    : readOne(call, { ...context, depth: context.depth + 1 })

/**
 * What Multicall3 does: it calls by itself, so that who gets and gives is Multicall3, from which anyone takes what is left
 * there. An unknown contract of that name may pass calls on as it likes.
 */
function aggregated(calls: readonly Call[], to: Hex, context: Context): Fact {
  if (kindAt(to, context) !== 'multicall') return inner(calls, to, context)
  const inside = { ...context, account: to }
  return byContract(
    to,
    calls.flatMap((call) => innerCall(call, inside)),
    context.account,
  )
}

/** What the account of a user operation does (ERC-4337): it is called with the operation's data by the entry point. */
function operation({ sender, initCode, callData }: UserOperation, context: Context): Fact {
  const call: Call = { to: sender, value: 0n, data: callData }
  const calls = callData === '0x' ? [] : innerCall(call, { ...context, account: sender })
  return withSender({ sender, initCode, calls }, context.account)
}

/** What a known function of contract `to` does; `undefined` where its arguments make no sense. */
function factOf(decoded: CallDecoded, to: Hex, value: bigint, context: Context): Fact | undefined {
  const { account } = context
  type Inner = { readonly target: Hex; readonly value: bigint; readonly data: Hex }
  const withValues = (calls: readonly Inner[]) =>
    inner(
      calls.map(({ target, ...call }) => ({ ...call, to: target })),
      to,
      context,
    )
  switch (decoded.functionName) {
    case 'transfer': {
      const [receiver, amount] = decoded.args
      return {
        is: 'transfer',
        from: undefined,
        to: receiver,
        figure: token(to, amount),
        ...doubt(to, context),
      }
    }
    case 'transferFrom': {
      const [from, receiver, amount] = decoded.args
      return {
        is: 'transfer',
        from: other(from, account),
        to: receiver,
        figure: token(to, amount),
        ...doubt(to, context),
      }
    }
    case 'approve': {
      if (decoded.args.length === 4) {
        const [contract, spender, amount, expiration] = decoded.args
        return approval(spender, contract, amount, BigInt(expiration))
      }
      const [spender, amount] = decoded.args
      return { ...approval(spender, to, amount), ...doubt(to, context) }
    }
    case 'increaseAllowance':
    case 'increaseApproval': {
      const [spender, amount] = decoded.args
      return approval(spender, to, amount)
    }
    case 'decreaseAllowance':
      return { is: 'known-call', name: decoded.functionName, lines: [] }
    case 'permit': {
      const [owner, spender, amount, deadline] = decoded.args
      // The signature is another account's, and so is what it gives.
      if (!isSameHex(owner, account))
        return { is: 'known-call', name: decoded.functionName, lines: [{ label: 'owner', value: owner }] }
      const permit = { standard: 'EIP-2612', spender, figure: token(to, amount), deadline } as const
      return { is: 'permit', ...permit, isUnlimited: isUnlimited(amount) }
    }
    case 'safeTransferFrom': {
      const [from, receiver, id] = decoded.args
      const count = decoded.args.length === 5 ? decoded.args[3] : 1n
      return collectible(from, receiver, to, account, id, count)
    }
    case 'safeBatchTransferFrom': {
      const [from, receiver, ids, counts] = decoded.args
      const facts = ids.map((id, index) => collectible(from, receiver, to, account, id, counts[index] ?? 1n))
      return { is: 'batch', facts }
    }
    case 'setApprovalForAll': {
      const [operator, isGranted] = decoded.args
      return { is: 'approval-for-all', operator, collection: to, isGranted }
    }
    case 'deposit':
      return swap(to, native(value), token(to, value), account)
    case 'withdraw':
      return swap(to, token(to, decoded.args[0]), native(decoded.args[0]), account)
    case 'multicall':
      return {
        is: 'batch',
        facts: routerSteps(
          decoded.args.length === 2 ? decoded.args[1] : decoded.args[0],
          { ...{ to, value, account }, kindOf: context.kindOf, kind: kindAt(to, context) },
          (call) => innerCall(call, context),
        ),
      }
    case 'aggregate':
    case 'aggregate3':
    case 'tryAggregate': {
      const calls = decoded.functionName === 'tryAggregate' ? decoded.args[1] : decoded.args[0]
      return aggregated(
        calls.map((call) => ({ to: call.target, value: 0n, data: call.data })),
        to,
        context,
      )
    }
    case 'executeBatch': {
      if (decoded.args.length === 1) return withValues(decoded.args[0])
      const [targets] = decoded.args
      const [values, datas] =
        decoded.args.length === 2 ? [[], decoded.args[1]] : [decoded.args[1], decoded.args[2]]
      if (targets.length !== datas.length) return undefined
      return withValues(
        targets.map((target, index) => ({ target, value: values[index] ?? 0n, data: datas[index] ?? '0x' })),
      )
    }
    case 'aggregate3Value':
      return aggregated(
        decoded.args[0].map(({ target, ...call }) => ({ ...call, to: target })),
        to,
        context,
      )
    case 'execute': {
      const [target, amount, data] = decoded.args
      return inner([{ to: target, value: amount, data }], to, context)
    }
    case 'unwrapWETH9':
    case 'sweepToken':
    case 'refundETH':
      return {
        is: 'known-call',
        name: decoded.functionName,
        lines: decoded.args.map((value, index) => ({ label: String(index), value: String(value) })),
      }
    case 'handleOps': {
      const operations: readonly UserOperation[] = decoded.args[0]
      const facts = operations.map((one) => operation(one, context))
      return facts[0] && facts.length === 1 ? facts[0] : { is: 'batch', facts }
    }
  }
}

function readKnown(call: Call, to: Hex, context: Context): readonly Fact[] | undefined {
  const { account } = context
  const swapped = readSwap(call, context)
  if (swapped !== undefined) {
    const unspent = call.value - coinsOfSwap(swapped[0])
    return unspent > 0n ? [...swapped, coinsTo(to, unspent)] : swapped
  }
  const named = readRouterPlan(call, context) ?? readAuthority(call, account, kindAt(to, context))
  if (named !== undefined) return named
  const exact = decodeExactly(callAbi, call.data)
  if (exact && !hasFunction(kindAt(to, context), exact.decoded)) return undefined
  const around = [...context.around, to]
  const fact = exact && factOf(exact.decoded, to, call.value, { ...context, around })
  if (exact === undefined || fact === undefined) return undefined
  const left = call.value - (isNamed(to, context) ? coinsUsed(exact.decoded, fact) : 0n)
  const swept = sweptTo(exact.decoded, account)
  return [fact, ...swept, ...exact.trailing, ...(left > 0n ? [coinsTo(to, left)] : [])]
}

/**
 * Names the function of a transfer out of the account that is not the token's own `transfer`: only that, alone, is on the
 * allow-list.
 */
function withFunction(facts: readonly Fact[], data: Hex): readonly Fact[] {
  const [only, ...more] = facts
  const isTransfer = data.toLowerCase().startsWith(transferSelector)
  if (isTransfer || only?.is !== 'transfer' || only.from !== undefined || more.length > 0) return facts
  return [only, { is: 'known-call', name: functionName(data), lines: [] }]
}

function readOne(call: Call, context: Context): readonly Fact[] {
  const { to, value, data } = call
  if (to === undefined) return [unknown(call, context)]
  if (data === '0x') return [coinsTo(to, value)]
  const named = readKnown(call, to, context)
  if (named === undefined) return [unknown(call, context)]
  const facts = withFunction(named, data)
  const isSaid = isNamed(to, context) || context.around.some((one) => isSameHex(one, to))
  return isSaid
    ? facts
    : [...facts, { is: 'unknown-contract', contract: to, ...(value > 0n ? { getsCoins: true } : {}) }]
}

/** A swap that gets a token on no list says so. */
function withListing(fact: Fact, kindOf: ContractKinds): Fact {
  if (fact.is === 'batch') return { ...fact, facts: fact.facts.map((one) => withListing(one, kindOf)) }
  if (fact.is !== 'swap' || fact.gets?.contract === undefined) return fact
  return kindOf(fact.gets.contract) === undefined ? { ...fact, isUnlisted: true } : fact
}

/**
 * What one call does, in plain terms. Names come from a table of known functions: a contract may of course do something
 * else under such a name, which a fact of its own says of every contract that has no kind; the run (`simulate.ts`) shows what
 * it does.
 */
export const readCall = (call: Call, account: string, kindOf: ContractKinds): readonly Fact[] =>
  readOne(call, { account, kindOf, around: [], depth: 0 }).map((fact) => withListing(fact, kindOf))
