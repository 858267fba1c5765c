import {
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  parseAbi,
  parseAbiParameters,
} from 'viem/utils'
import type { Hex } from '../hex.ts'

/** Universal Router with V4, on Ethereum. */
export const universalRouter: Hex = '0x66a9893cC07D91D95644AEDD05D03f95e1dBA8Af'
export const weth: Hex = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
export const usdc: Hex = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
/** The placeholder for native currency instead of a token. */
export const nativeToken: Hex = `0x${'0'.repeat(40)}`
/** Placeholders for the router's caller, and for the router itself. */
export const callerPlaceholder: Hex = `0x${'0'.repeat(39)}1`
export const routerPlaceholder: Hex = `0x${'0'.repeat(39)}2`
/** As an amount: the router's whole balance. */
export const wholeBalance = 2n ** 255n

/** A step of a plan. */
export type Command = readonly [command: Hex, input: Hex]

const execute = parseAbi([
  'function execute(bytes commands, bytes[] inputs)',
  'function execute(bytes commands, bytes[] inputs, uint256 deadline)',
])

/** The call data of a plan. */
export function planData(commands: readonly Command[], { hasDeadline = true } = {}): Hex {
  const args = [concat(commands.map(([one]) => one)), commands.map(([, input]) => input)] as const
  return encodeFunctionData({
    abi: execute,
    functionName: 'execute',
    args: hasDeadline ? [...args, 1n] : args,
  })
}

/** Tokens with pools of 0.3 % between them, in V3's packed format. */
export const v3Path = (...tokens: readonly Hex[]): Hex =>
  concat(tokens.flatMap((one, at) => (at === 0 ? [one] : [encodePacked(['uint24'], [3_000]), one])))

/** A swap of V3: 0x00 with an exact input, 0x01 with an exact output. */
export const v3Swap = (
  command: Hex,
  to: Hex,
  exact: bigint,
  limit: bigint,
  tokens: readonly Hex[],
  isUserPaying: boolean,
): Command => [
  command,
  encodeAbiParameters(parseAbiParameters('address, uint256, uint256, bytes, bool'), [
    ...([to, exact, limit, v3Path(...tokens), isUserPaying] as const),
  ]),
]

/** A swap of V2: 0x08 with an exact input, 0x09 with an exact output. */
export const v2Swap = (
  command: Hex,
  to: Hex,
  exact: bigint,
  limit: bigint,
  tokens: readonly Hex[],
  isUserPaying: boolean,
): Command => [
  command,
  encodeAbiParameters(parseAbiParameters('address, uint256, uint256, address[], bool'), [
    ...([to, exact, limit, tokens, isUserPaying] as const),
  ]),
]

/** A step with a recipient and a native amount, such as 0x0b, WRAP_ETH. */
export const nativeStep = (command: Hex, to: Hex, amount: bigint): Command => [
  command,
  encodeAbiParameters(parseAbiParameters('address, uint256'), [to, amount]),
]

/** A step with a token, a recipient and an amount, such as 0x04, SWEEP. */
export const tokenStep = (command: Hex, token: Hex, to: Hex, amount: bigint): Command => [
  command,
  encodeAbiParameters(parseAbiParameters('address, address, uint256'), [token, to, amount]),
]

/** A V4 action. */
export type Action = readonly [action: Hex, params: Hex]

const pool = '(address currency0, address currency1, uint24 fee, int24 tickSpacing, address hooks)'
const hops = '(address currency, uint256 fee, int24 tickSpacing, address hooks, bytes hookData)[] hops'

/** A swap in one pool of V4: 0x06 with an exact input, 0x08 with an exact output. */
export const v4Single = (
  action: Hex,
  [one, two]: readonly [Hex, Hex],
  isForward: boolean,
  exact: bigint,
  limit: bigint,
): Action => [
  action,
  encodeAbiParameters(
    parseAbiParameters(`(${pool} pool, bool zeroForOne, uint128 exact, uint128 limit, bytes hookData) swap`),
    [
      {
        pool: { currency0: one, currency1: two, fee: 500, tickSpacing: 10, hooks: nativeToken },
        zeroForOne: isForward,
        exact,
        limit,
        hookData: '0x',
      },
    ],
  ),
]

/** A swap over several pools of V4: 0x07 with an exact input, 0x09 with an exact output. */
export const v4Path = (
  action: Hex,
  currency: Hex,
  path: readonly Hex[],
  exact: bigint,
  limit: bigint,
): Action => [
  action,
  encodeAbiParameters(parseAbiParameters(`(address currency, ${hops}, uint128 exact, uint128 limit) swap`), [
    {
      currency,
      hops: path.map(
        (one) => ({ currency: one, fee: 500n, tickSpacing: 10, hooks: nativeToken, hookData: '0x' }) as const,
      ),
      exact,
      limit,
    },
  ]),
]

export const settle = (currency: Hex, amount: bigint, isUserPaying = true): Action => [
  '0x0b',
  encodeAbiParameters(parseAbiParameters('address, uint256, bool'), [currency, amount, isUserPaying]),
]
export const settleAll = (currency: Hex, max: bigint): Action => [
  '0x0c',
  encodeAbiParameters(parseAbiParameters('address, uint256'), [currency, max]),
]
/** TAKE; with 0x10, TAKE_PORTION, the amount is a share in basis points. */
export const take = (currency: Hex, to: Hex, amount: bigint, action: Hex = '0x0e'): Action => [
  action,
  encodeAbiParameters(parseAbiParameters('address, address, uint256'), [currency, to, amount]),
]
export const takeAll = (currency: Hex, min: bigint): Action => [
  '0x0f',
  encodeAbiParameters(parseAbiParameters('address, uint256'), [currency, min]),
]

/** The input of V4_SWAP. */
export const sessionInput = (actions: readonly Hex[], params: readonly Hex[]): Hex =>
  encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [concat(actions), params])
