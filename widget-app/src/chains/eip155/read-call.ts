import { decodeFunctionData } from 'viem/utils'
import type { Fact, Figure } from '../request-facts.ts'
import { callAbi } from './call-abi.ts'
import { type Hex, isSameHex } from './hex.ts'

/** A call as a transaction or a batch makes it. */
export type Call = { readonly to: Hex | undefined; readonly value: bigint; readonly data: Hex }

/** Contracts call each other in batches within batches; nobody reads deeper than this. */
const maxDepth = 4

/** Amounts from here on mean "whatever I will ever have": no supply comes near, and dApps write several such numbers. */
const unlimitedFrom = 2n ** 95n

export const isUnlimited = (value: bigint): boolean => value >= unlimitedFrom

/** The same address on every chain (Uniswap). */
export const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

const native = (value: bigint): Figure => ({ value, contract: undefined })
const token = (contract: Hex, value: bigint): Figure => ({ value, contract })

const unknown = ({ to, value, data }: Call): Fact => ({
  is: 'unknown-call',
  to,
  selector: data.length >= 10 ? data.slice(0, 10) : undefined,
  figure: value > 0n ? native(value) : undefined,
  mayTake: false,
})

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
  facts: calls.flatMap((call) => (depth >= maxDepth ? [unknown(call)] : readCall(call, account, depth + 1))),
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

type Path = readonly Hex[]
const swap = (router: Hex, pays: Figure | undefined, gets: Figure | undefined, to: Hex): Fact => ({
  is: 'swap',
  router,
  pays,
  gets,
  to,
})
const first = (path: Path, value: bigint) => path[0] && token(path[0], value)
const last = (path: Path, value: bigint) => {
  const end = path.at(-1)
  return end && token(end, value)
}

/** What a known function of contract `to` does; `undefined` where its arguments make no sense. */
function factOf(decoded: Decoded, to: Hex, value: bigint, account: string, depth: number): Fact | undefined {
  const same = (calls: readonly Hex[]) =>
    inner(
      calls.map((data) => ({ to, value: 0n, data })),
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
    case 'aggregate3Value':
    case 'executeBatch':
      return inner(
        decoded.args[0].map((call) => ({ to: call.target, value: call.value, data: call.data })),
        account,
        depth,
      )
    case 'execute': {
      const [target, amount, data] = decoded.args
      return inner([{ to: target, value: amount, data }], account, depth)
    }
    case 'swapExactTokensForTokens': {
      const [amountIn, amountOutMin, path, receiver] = decoded.args
      return swap(to, first(path, amountIn), last(path, amountOutMin), receiver)
    }
    case 'swapTokensForExactTokens': {
      const [amountOut, amountInMax, path, receiver] = decoded.args
      return swap(to, first(path, amountInMax), last(path, amountOut), receiver)
    }
    case 'swapExactETHForTokens':
    case 'swapETHForExactTokens': {
      const [amountOut, path, receiver] = decoded.args
      return swap(to, native(value), last(path, amountOut), receiver)
    }
    case 'swapExactTokensForETH': {
      const [amountIn, amountOutMin, path, receiver] = decoded.args
      return swap(to, first(path, amountIn), native(amountOutMin), receiver)
    }
    case 'swapTokensForExactETH': {
      const [amountOut, amountInMax, path, receiver] = decoded.args
      return swap(to, first(path, amountInMax), native(amountOut), receiver)
    }
    case 'exactInputSingle': {
      const [params] = decoded.args
      const gets = token(params.tokenOut, params.amountOutMin)
      return swap(to, token(params.tokenIn, params.amountIn), gets, params.to)
    }
  }
}

/** Functions that take coins as part of what they are for; to any other, coins are something extra that is said. */
const takesCoins: ReadonlySet<string> = new Set([
  'deposit',
  'swapExactETHForTokens',
  'swapETHForExactTokens',
  'multicall',
  'aggregate3Value',
  'executeBatch',
  'execute',
  'exactInputSingle',
])

/**
 * What one call does, in plain terms. Names come from a table of known functions: a contract may of course do something
 * else under such a name, which the run (`simulate.ts`) shows.
 */
export function readCall(call: Call, account: string, depth = 0): readonly Fact[] {
  const { to, value, data } = call
  if (to === undefined) return [unknown(call)]
  if (data === '0x') return [{ is: 'transfer', from: undefined, to, figure: native(value) }]
  const decoded = decode(data)
  const fact = decoded && factOf(decoded, to, value, account, depth)
  if (decoded === undefined || fact === undefined) return [unknown(call)]
  if (value === 0n || takesCoins.has(decoded.functionName)) return [fact]
  return [fact, { is: 'transfer', from: undefined, to, figure: native(value) }]
}
