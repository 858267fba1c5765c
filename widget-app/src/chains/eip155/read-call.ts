import { decodeFunctionData } from 'viem/utils'
import type { Fact } from '../request-facts.ts'
import { callAbi } from './call-abi.ts'
import { type Call, coinsTo, isUnlimited, native, swap, token, unknownCall } from './call-facts.ts'
import { type Hex, isSameHex } from './hex.ts'
import { readRouterPlan } from './read-router-plan.ts'
import { readSwap } from './read-swap.ts'
import { type UserOperation, withSender } from './user-operation.ts'

/** Contracts call each other in batches within batches; nobody reads deeper than this. */
const maxDepth = 4

/** Whom something is taken from, where that is not the account that signs. */
const other = (from: Hex, account: string): string | undefined =>
  isSameHex(from, account) ? undefined : from

type Decoded = ReturnType<typeof decodeFunctionData<typeof callAbi>>

function decode(data: Hex): Decoded | undefined {
  try {
    return decodeFunctionData({ abi: callAbi, data })
  } catch {
    return undefined
  }
}

/** Facts of the calls inside a batch; a batch nested too deep is unknown. */
const inner = (calls: readonly Call[], account: string, depth: number): Fact => ({
  is: 'batch',
  facts: calls.flatMap((call) =>
    depth >= maxDepth ? [unknownCall(call)] : readCall(call, account, depth + 1),
  ),
})

const collectible = (
  from: Hex,
  to: Hex,
  collection: Hex,
  account: string,
  id: bigint,
  count: bigint,
): Fact => ({
  is: 'collectible',
  from: other(from, account),
  to,
  collection,
  id,
  count,
})

const approval = (spender: string, contract: Hex, value: bigint, limit = isUnlimited(value)): Fact => ({
  is: 'approval',
  spender,
  figure: token(contract, value),
  isUnlimited: limit,
})

/** What the account of a user operation does (ERC-4337): it is called with the operation's data by the entry point. */
function operation({ sender, initCode, callData }: UserOperation, account: string, depth: number): Fact {
  const call: Call = { to: sender, value: 0n, data: callData }
  const calls =
    callData === '0x' ? [] : depth >= maxDepth ? [unknownCall(call)] : readCall(call, sender, depth + 1)
  return withSender({ sender, initCode, calls }, account)
}

/** What a known function of contract `to` does; `undefined` where its arguments make no sense. */
function factOf(decoded: Decoded, to: Hex, value: bigint, account: string, depth: number): Fact | undefined {
  const same = (calls: readonly Hex[]) =>
    inner(
      calls.map((data) => ({ to, value: 0n, data })),
      account,
      depth,
    )
  type Inner = { readonly target: Hex; readonly value: bigint; readonly data: Hex }
  const withValues = (calls: readonly Inner[]) =>
    inner(
      calls.map(({ target, ...call }) => ({ ...call, to: target })),
      account,
      depth,
    )
  switch (decoded.functionName) {
    case 'transfer': {
      const [receiver, amount] = decoded.args
      return { is: 'transfer', from: undefined, to: receiver, figure: token(to, amount) }
    }
    case 'transferFrom': {
      const [from, receiver, amount] = decoded.args
      return { is: 'transfer', from: other(from, account), to: receiver, figure: token(to, amount) }
    }
    case 'approve': {
      if (decoded.args.length === 4) {
        const [contract, spender, amount] = decoded.args
        return approval(spender, contract, amount)
      }
      const [spender, amount] = decoded.args
      return approval(spender, to, amount)
    }
    case 'increaseAllowance':
    case 'increaseApproval': {
      const [spender, amount] = decoded.args
      return approval(spender, to, amount)
    }
    case 'decreaseAllowance':
      return { is: 'known-call', name: decoded.functionName, lines: [] }
    case 'permit': {
      const [, spender, amount, deadline] = decoded.args
      const figure = token(to, amount)
      return {
        is: 'permit',
        standard: 'EIP-2612',
        spender,
        figure,
        isUnlimited: isUnlimited(amount),
        deadline,
      }
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
      return swap(to, native(value), token(to, value), to)
    case 'withdraw':
      return {
        is: 'known-call',
        name: 'withdraw',
        lines: [{ label: 'value', value: String(decoded.args[0]) }],
      }
    case 'multicall':
      return same(decoded.args.length === 2 ? decoded.args[1] : decoded.args[0])
    case 'aggregate':
    case 'aggregate3':
      return inner(
        decoded.args[0].map((call) => ({ to: call.target, value: 0n, data: call.data })),
        account,
        depth,
      )
    case 'tryAggregate':
      return inner(
        decoded.args[1].map((call) => ({ to: call.target, value: 0n, data: call.data })),
        account,
        depth,
      )
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
      return withValues(decoded.args[0])
    case 'execute': {
      const [target, amount, data] = decoded.args
      return inner([{ to: target, value: amount, data }], account, depth)
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
      const facts = operations.map((one) => operation(one, account, depth))
      return facts[0] && facts.length === 1 ? facts[0] : { is: 'batch', facts }
    }
  }
}

/** Functions that take coins as part of what they are for; to any other, coins are something extra that is said. */
const takesCoins: ReadonlySet<string> = new Set([
  'deposit',
  'multicall',
  'aggregate3Value',
  'executeBatch',
  'execute',
])

/**
 * What one call does, in plain terms. Names come from a table of known functions: a contract may of course do something
 * else under such a name, which the run (`simulate.ts`) shows.
 */
export function readCall(call: Call, account: string, depth = 0): readonly Fact[] {
  const { to, value, data } = call
  if (to === undefined) return [unknownCall(call)]
  if (data === '0x') return [coinsTo(to, value)]
  const swapped = readSwap(call, account) ?? readRouterPlan(call, account)
  if (swapped !== undefined) return swapped
  const decoded = decode(data)
  const fact = decoded && factOf(decoded, to, value, account, depth)
  if (decoded === undefined || fact === undefined) return [unknownCall(call)]
  if (value === 0n || takesCoins.has(decoded.functionName)) return [fact]
  return [fact, coinsTo(to, value)]
}
