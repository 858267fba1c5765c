import { hexToBytes, parseAbiParameters } from 'viem/utils'
import { type Hex, isSameHex } from '../../hex.ts'
import { callerPlaceholder } from './router-addresses.ts'
import { decodeInput } from './router-inputs.ts'

const input = parseAbiParameters('bytes actions, bytes[] params')
const pool =
  'struct Pool { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }'
const hop = 'struct Hop { address currency; uint24 fee; int24 tickSpacing; address hooks; bytes hookData; }'
const singleSwap = parseAbiParameters([
  'One swap',
  'struct One { Pool pool; bool zeroForOne; uint128 exact; uint128 limit; bytes hookData; }',
  pool,
])
const pathSwap = parseAbiParameters([
  'Path swap',
  'struct Path { address currency; Hop[] hops; uint128 exact; uint128 limit; }',
  hop,
])
const settleParams = parseAbiParameters('address currency, uint256 amount, bool isUserPaying')
const currencyAmount = parseAbiParameters('address currency, uint256 amount')
const takeParams = parseAbiParameters('address currency, address to, uint256 amount')

/** As an amount: the whole debt, or the whole credit. */
const wholeAmount = 0n

/** The share of the output that a recipient gets, in basis points. */
export type Share = { readonly currency: Hex; readonly to: Hex; readonly bips: bigint }

/** Swaps of Uniswap V4 while its pool manager is unlocked, combined into one; the zero address is the native currency. */
export type V4Swap = {
  readonly ends: readonly [from: Hex, into: Hex]
  readonly to: Hex
  readonly isUserPaying: boolean
  /** Maximum input. */
  readonly pays: bigint
  /** Minimum output. */
  readonly gets: bigint
  readonly shares: readonly Share[]
}

type SingleSwap = { readonly from: Hex; readonly into: Hex; readonly pays: bigint; readonly gets: bigint }
type Settlement = { readonly currency: Hex; readonly amount: bigint; readonly isUserPaying: boolean }
type Payout = { readonly currency: Hex; readonly to: Hex; readonly amount: bigint; readonly isLeast: boolean }

/** State of the decoding of the actions. */
type Session = {
  readonly swaps: readonly SingleSwap[]
  readonly settled: readonly Settlement[]
  readonly taken: readonly Payout[]
  readonly shares: readonly Share[]
}

/** Adds one action (v4-periphery `Actions.sol`); undefined for an unknown action. */
function addAction(session: Session, action: number, params: Hex): Session | undefined {
  const { swaps, settled, taken, shares } = session
  const addSwap = (one: SingleSwap): Session => ({ ...session, swaps: [...swaps, one] })
  switch (action) {
    case 0x06:
    case 0x08: {
      const [{ pool: key, zeroForOne, exact, limit }] = decodeInput(singleSwap, params)
      const ends = { from: key.currency0, into: key.currency1 }
      const { from, into } = zeroForOne ? ends : { from: ends.into, into: ends.from }
      return addSwap(
        action === 0x06 ? { from, into, pays: exact, gets: limit } : { from, into, pays: limit, gets: exact },
      )
    }
    case 0x07: {
      const [{ currency, hops, exact, limit }] = decodeInput(pathSwap, params)
      const last = hops.at(-1)
      return last && addSwap({ from: currency, into: last.currency, pays: exact, gets: limit })
    }
    case 0x09: {
      // The path is written from its end.
      const [{ currency, hops, exact, limit }] = decodeInput(pathSwap, params)
      const first = hops[0]
      return first && addSwap({ from: first.currency, into: currency, pays: limit, gets: exact })
    }
    case 0x0b: {
      const [currency, amount, isUserPaying] = decodeInput(settleParams, params)
      return { ...session, settled: [...settled, { currency, amount, isUserPaying }] }
    }
    case 0x0c: {
      const [currency, amount] = decodeInput(currencyAmount, params)
      return { ...session, settled: [...settled, { currency, amount, isUserPaying: true }] }
    }
    case 0x0e: {
      const [currency, to, amount] = decodeInput(takeParams, params)
      return { ...session, taken: [...taken, { currency, to, amount, isLeast: amount === wholeAmount }] }
    }
    case 0x0f: {
      const [currency, amount] = decodeInput(currencyAmount, params)
      return { ...session, taken: [...taken, { currency, to: callerPlaceholder, amount, isLeast: true }] }
    }
    case 0x10: {
      const [currency, to, bips] = decodeInput(takeParams, params)
      return { ...session, shares: [...shares, { currency, to, bips }] }
    }
  }
}

const sum = (values: readonly bigint[]): bigint => values.reduce((all, one) => all + one, 0n)

/**
 * Decodes the input of a command `V4_SWAP`: what is paid and what is received. The pool manager reverts if a debt or credit
 * remains. Undefined for anything but swaps from one currency to one other.
 * @throws for an input that is not canonically encoded.
 */
export function decodeV4Swap(data: Hex): V4Swap | undefined {
  const [actions, params] = decodeInput(input, data)
  const bytes = [...hexToBytes(actions)]
  if (bytes.length !== params.length) return undefined
  let session: Session | undefined = { swaps: [], settled: [], taken: [], shares: [] }
  for (const [index, action] of bytes.entries())
    session = session && addAction(session, action, params[index] ?? '0x')
  if (session === undefined) return undefined
  const { swaps, settled, taken, shares } = session
  const [settlement, output] = [settled[0], taken[0]]
  if (settlement === undefined || output === undefined || settled.length > 1 || taken.length > 1)
    return undefined
  const isInput = (currency: Hex): boolean => isSameHex(currency, settlement.currency)
  const isOutput = (currency: Hex): boolean => isSameHex(currency, output.currency)
  // No amount here limits swaps that continue from the output, or that go back into the input.
  if (isInput(output.currency) || swaps.some(({ from, into }) => isOutput(from) || isInput(into)))
    return undefined
  if (shares.some(({ currency }) => !isOutput(currency))) return undefined
  const first = swaps.filter(({ from }) => isInput(from))
  const isWholeAmount = settlement.amount === wholeAmount
  if (first.length === 0 || (isWholeAmount && first.some(({ pays }) => pays === wholeAmount)))
    return undefined
  const minOutput = sum(swaps.filter(({ into }) => isOutput(into)).map(({ gets }) => gets))
  const rest = shares.reduce((remaining, { bips }) => remaining - (remaining * bips) / 10_000n, minOutput)
  return {
    ends: [settlement.currency, output.currency],
    to: output.to,
    isUserPaying: settlement.isUserPaying,
    pays: isWholeAmount ? sum(first.map(({ pays }) => pays)) : settlement.amount,
    gets: output.isLeast && rest > output.amount ? rest : output.amount,
    shares,
  }
}
