import { toFunctionSelector } from 'viem/utils'
import type { Fact } from '../../request-facts.ts'
import { withSignerAsPayer } from '../../signer-as-payer.ts'
import { type Hex, isSameHex } from '../hex.ts'
import { type ContractKind, type ContractKinds, hasFunction } from '../tokens/contract-kind.ts'
import { byContract, type UserOperation, withSender } from '../transactions/user-operation.ts'
import { type CallDecoded, callAbi } from './call-abi.ts'
import {
  approvalFact,
  type Call,
  collectibleFact,
  isUnlimited,
  nativeAmount,
  nativeTransfer,
  otherSender,
  swapFact,
  tokenAmount,
  unknownCall,
} from './call-facts.ts'
import { nativeValueUsed, sweepFacts } from './call-native-value.ts'
import { mayContainOtherAddress } from './calldata-addresses.ts'
import { authorityAbi, decodeAuthority } from './decode-authority.ts'
import { decodeExactly } from './exact-decode.ts'
import { planAbi, readRouterPlan } from './router/decode-router-plan.ts'
import { decodeSwap, nativeValueOfSwap } from './router/decode-swap.ts'
import { decodeRouterSteps } from './router/router-multicall.ts'

/** Maximum depth of nested batches that are decoded. */
const maxDepth = 4

const transferSelector = toFunctionSelector('transfer(address,uint256)')

const knownFunctions = [...callAbi, ...authorityAbi, ...planAbi]

/** The name of a known function, otherwise its selector. */
function functionName(data: Hex): string {
  const selector = data.slice(0, 10)
  return knownFunctions.find((one) => toFunctionSelector(one) === selector.toLowerCase())?.name ?? selector
}

/** The caller, the signer, what the widget knows of contracts, and the depth of the call in batches. */
type Context = {
  readonly account: string
  readonly signer: string
  readonly kindOf: ContractKinds
  /** Enclosing contracts: their fact `unknown-contract` is not repeated. */
  readonly enclosing: readonly string[]
  readonly depth: number
}

/** The kind of a contract that does what its functions are named for: a known one, or the account itself. */
const kindAt = (to: Hex, { account, kindOf }: Context): ContractKind | undefined =>
  kindOf(to) ?? (isSameHex(to, account) ? 'account' : undefined)

const isNamed = (to: Hex, context: Context): boolean => kindAt(to, context) !== undefined

/**
 * ERC-721 has the same `approve`, `transferFrom` and (in early collections) `transfer`, with an id instead of the amount.
 */
const collectibleDoubt = (to: Hex, { kindOf }: Context) =>
  kindOf(to) === undefined ? { mayBeCollectible: true as const } : {}

/**
 * Known contracts may have approvals of the account, and its own code can use all it has. A contract that gets an address
 * may transfer to it what the account has there, which no simulation shows.
 */
const unknownFact = (call: Call, context: Context): Fact => {
  const isUnproven =
    call.to === undefined ||
    (!isNamed(call.to, context) && !mayContainOtherAddress(call, context.account, context.kindOf))
  return unknownCall(call, isUnproven ? 'unproven' : true)
}

/**
 * Facts of the calls inside a batch of contract `to`; a batch nested too deep is unknown. An unknown contract's calls have
 * no native value: it is the contract's, and the decoders do not know where it goes.
 */
function batchFact(calls: readonly Call[], to: Hex, context: Context): Fact {
  const forwarded = isNamed(to, context)
    ? calls
    : calls.flatMap((call) => (call.data === '0x' ? [] : [{ ...call, value: 0n }]))
  return { is: 'batch', facts: forwarded.flatMap((call) => decodeInnerCall(call, context)) }
}

const decodeInnerCall = (call: Call, context: Context): readonly Fact[] =>
  context.depth >= maxDepth
    ? [unknownFact(call, context)]
    : decodeOne(call, { ...context, depth: context.depth + 1 })

/**
 * Decodes Multicall3, which calls by itself: sender and recipient are Multicall3, from which any account can take what stays
 * there. An unknown contract with these functions may forward calls in any way.
 */
function multicallFact(calls: readonly Call[], to: Hex, context: Context): Fact {
  if (kindAt(to, context) !== 'multicall') return batchFact(calls, to, context)
  const innerContext = { ...context, account: to }
  return byContract(
    to,
    calls.flatMap((call) => decodeInnerCall(call, innerContext)),
  )
}

/** Decodes a user operation (ERC-4337): the entry point calls the account with the operation's data. */
function userOperationFact({ sender, initCode, callData }: UserOperation, context: Context): Fact {
  const call: Call = { to: sender, value: 0n, data: callData }
  const calls = callData === '0x' ? [] : decodeInnerCall(call, { ...context, account: sender })
  return withSender({ sender, initCode, calls })
}

/** The fact of a known function of contract `to`; `undefined` if its arguments are inconsistent. */
function factOf(decoded: CallDecoded, to: Hex, value: bigint, context: Context): Fact | undefined {
  const { account, signer } = context
  type InnerCall = { readonly target: Hex; readonly value: bigint; readonly data: Hex }
  const withValues = (calls: readonly InnerCall[]) =>
    batchFact(
      calls.map(({ target, ...call }) => ({ ...call, to: target })),
      to,
      context,
    )
  switch (decoded.functionName) {
    case 'transfer': {
      const [recipient, amount] = decoded.args
      return {
        is: 'transfer',
        from: undefined,
        to: recipient,
        figure: tokenAmount(to, amount),
        ...collectibleDoubt(to, context),
      }
    }
    case 'transferFrom': {
      const [from, recipient, amount] = decoded.args
      return {
        is: 'transfer',
        from: otherSender(from, account),
        to: recipient,
        figure: tokenAmount(to, amount),
        ...collectibleDoubt(to, context),
      }
    }
    case 'approve': {
      if (decoded.args.length === 4) {
        const [contract, spender, amount, expiration] = decoded.args
        return approvalFact(spender, contract, amount, BigInt(expiration))
      }
      const [spender, amount] = decoded.args
      return { ...approvalFact(spender, to, amount), ...collectibleDoubt(to, context) }
    }
    case 'increaseAllowance':
    case 'increaseApproval': {
      const [spender, amount] = decoded.args
      return approvalFact(spender, to, amount)
    }
    case 'decreaseAllowance':
      return { is: 'known-call', name: decoded.functionName, lines: [] }
    case 'permit': {
      const [owner, spender, amount, deadline] = decoded.args
      // Another account signed it, and grants its own tokens.
      if (!isSameHex(owner, account) && !isSameHex(owner, signer))
        return { is: 'known-call', name: decoded.functionName, lines: [{ label: 'owner', value: owner }] }
      const permit = { standard: 'EIP-2612', spender, figure: tokenAmount(to, amount), deadline } as const
      return { is: 'permit', ...permit, isUnlimited: isUnlimited(amount) }
    }
    case 'safeTransferFrom': {
      const [from, recipient, id] = decoded.args
      const count = decoded.args.length === 5 ? decoded.args[3] : 1n
      return collectibleFact(from, recipient, to, account, id, count)
    }
    case 'safeBatchTransferFrom': {
      const [from, recipient, ids, counts] = decoded.args
      const facts = ids.map((id, index) =>
        collectibleFact(from, recipient, to, account, id, counts[index] ?? 1n),
      )
      return { is: 'batch', facts }
    }
    case 'setApprovalForAll': {
      const [operator, isGranted] = decoded.args
      return { is: 'approval-for-all', operator, collection: to, isGranted }
    }
    case 'deposit':
      return swapFact(to, nativeAmount(value), tokenAmount(to, value), account)
    case 'withdraw':
      return swapFact(to, tokenAmount(to, decoded.args[0]), nativeAmount(decoded.args[0]), account)
    case 'multicall':
      return {
        is: 'batch',
        facts: decodeRouterSteps(
          decoded.args.length === 2 ? decoded.args[1] : decoded.args[0],
          { ...{ to, value, account }, kindOf: context.kindOf, kind: kindAt(to, context) },
          (call) => decodeInnerCall(call, context),
        ),
      }
    case 'aggregate':
    case 'aggregate3':
    case 'tryAggregate': {
      const calls = decoded.functionName === 'tryAggregate' ? decoded.args[1] : decoded.args[0]
      return multicallFact(
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
      return multicallFact(
        decoded.args[0].map(({ target, ...call }) => ({ ...call, to: target })),
        to,
        context,
      )
    case 'execute': {
      const [target, amount, data] = decoded.args
      return batchFact([{ to: target, value: amount, data }], to, context)
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
      const facts = operations.map((one) => userOperationFact(one, context))
      return facts[0] && facts.length === 1 ? facts[0] : { is: 'batch', facts }
    }
  }
}

function decodeKnown(call: Call, to: Hex, context: Context): readonly Fact[] | undefined {
  const { account } = context
  const swapFacts = decodeSwap(call, context)
  if (swapFacts !== undefined) {
    const unspent = call.value - nativeValueOfSwap(swapFacts[0])
    return unspent > 0n ? [...swapFacts, nativeTransfer(to, unspent)] : swapFacts
  }
  const known = readRouterPlan(call, context) ?? decodeAuthority(call, context, kindAt(to, context))
  if (known !== undefined) return known
  const exact = decodeExactly(callAbi, call.data)
  if (exact && !hasFunction(kindAt(to, context), exact.decoded)) return undefined
  const around = [...context.enclosing, to]
  const fact = exact && factOf(exact.decoded, to, call.value, { ...context, enclosing: around })
  if (exact === undefined || fact === undefined) return undefined
  const unusedValue = call.value - (isNamed(to, context) ? nativeValueUsed(exact.decoded, fact) : 0n)
  const sweeps = sweepFacts(exact.decoded, account)
  return [fact, ...sweeps, ...exact.trailing, ...(unusedValue > 0n ? [nativeTransfer(to, unusedValue)] : [])]
}

/**
 * Adds the function's name to a transfer out of the account that is not the token's `transfer`: only `transfer` alone is on
 * the allow list.
 */
function withFunctionName(facts: readonly Fact[], data: Hex): readonly Fact[] {
  const [onlyFact, ...more] = facts
  const isTransfer = data.toLowerCase().startsWith(transferSelector)
  if (isTransfer || onlyFact?.is !== 'transfer' || onlyFact.from !== undefined || more.length > 0)
    return facts
  return [onlyFact, { is: 'known-call', name: functionName(data), lines: [] }]
}

function decodeOne(call: Call, context: Context): readonly Fact[] {
  const { to, value, data } = call
  if (to === undefined) return [unknownFact(call, context)]
  if (data === '0x') return [nativeTransfer(to, value)]
  const known = decodeKnown(call, to, context)
  if (known === undefined) return [unknownFact(call, context)]
  const facts = withFunctionName(known, data)
  const isReported = isNamed(to, context) || context.enclosing.some((one) => isSameHex(one, to))
  return isReported
    ? facts
    : [...facts, { is: 'unknown-contract', contract: to, ...(value > 0n ? { getsCoins: true } : {}) }]
}

/** Marks swaps that get a token on no list. */
function withListing(fact: Fact, kindOf: ContractKinds): Fact {
  if (fact.is === 'batch') return { ...fact, facts: fact.facts.map((one) => withListing(one, kindOf)) }
  if (fact.is !== 'swap' || fact.gets?.contract === undefined) return fact
  return kindOf(fact.gets.contract) === undefined ? { ...fact, isUnlisted: true } : fact
}

/**
 * The facts of one call, by a table of known functions. A contract may do something else under such a name: every contract
 * without a kind adds a fact about that, and the simulation (`simulate.ts`) shows its effects.
 */
export function decodeCall(call: Call, account: string, kindOf: ContractKinds): readonly Fact[] {
  const facts = decodeOne(call, { account, signer: account, kindOf, enclosing: [], depth: 0 })
  return withSignerAsPayer(facts, (one) => isSameHex(one, account)).map((fact) => withListing(fact, kindOf))
}
