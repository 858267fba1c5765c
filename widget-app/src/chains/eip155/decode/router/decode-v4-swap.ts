import { hexToBytes, parseAbiParameters } from 'viem/utils'
import { type Hex, isSameHex } from '../../hex.ts'
import { caller } from './router-addresses.ts'
import { decodeInput } from './router-inputs.ts'

const input = parseAbiParameters('bytes actions, bytes[] params')
const pool =
  'struct Pool { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }'
const hop = 'struct Hop { address currency; uint24 fee; int24 tickSpacing; address hooks; bytes hookData; }'
const single = parseAbiParameters([
  'One swap',
  'struct One { Pool pool; bool zeroForOne; uint128 exact; uint128 limit; bytes hookData; }',
  pool,
])
const several = parseAbiParameters([
  'Path swap',
  'struct Path { address currency; Hop[] hops; uint128 exact; uint128 limit; }',
  hop,
])
const settle = parseAbiParameters('address currency, uint256 amount, bool isUserPaying')
const bounded = parseAbiParameters('address currency, uint256 amount')
const take = parseAbiParameters('address currency, address to, uint256 amount')

/** As an amount: the whole debt, or the whole credit. */
const open = 0n

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

type One = { readonly from: Hex; readonly into: Hex; readonly pays: bigint; readonly gets: bigint }
type Settled = { readonly currency: Hex; readonly amount: bigint; readonly isUserPaying: boolean }
type Taken = { readonly currency: Hex; readonly to: Hex; readonly amount: bigint; readonly isLeast: boolean }

/** State of the decoding of the actions. */
type Session = {
  readonly swaps: readonly One[]
  readonly settled: readonly Settled[]
  readonly taken: readonly Taken[]
  readonly shares: readonly Share[]
}

/** Adds one action (v4-periphery `Actions.sol`); undefined for an unknown action. */
function afterAction(session: Session, action: number, params: Hex): Session | undefined {
  const { swaps, settled, taken, shares } = session
  const swapped = (one: One): Session => ({ ...session, swaps: [...swaps, one] })
  switch (action) {
    case 0x06:
    case 0x08: {
      const [{ pool: key, zeroForOne, exact, limit }] = decodeInput(single, params)
      const ends = { from: key.currency0, into: key.currency1 }
      const { from, into } = zeroForOne ? ends : { from: ends.into, into: ends.from }
      return swapped(
        action === 0x06 ? { from, into, pays: exact, gets: limit } : { from, into, pays: limit, gets: exact },
      )
    }
    case 0x07: {
      const [{ currency, hops, exact, limit }] = decodeInput(several, params)
      const last = hops.at(-1)
      return last && swapped({ from: currency, into: last.currency, pays: exact, gets: limit })
    }
    case 0x09: {
      // The path is written from its end.
      const [{ currency, hops, exact, limit }] = decodeInput(several, params)
      const first = hops[0]
      return first && swapped({ from: first.currency, into: currency, pays: limit, gets: exact })
    }
    case 0x0b: {
      const [currency, amount, isUserPaying] = decodeInput(settle, params)
      return { ...session, settled: [...settled, { currency, amount, isUserPaying }] }
    }
    case 0x0c: {
      const [currency, amount] = decodeInput(bounded, params)
      return { ...session, settled: [...settled, { currency, amount, isUserPaying: true }] }
    }
    case 0x0e: {
      const [currency, to, amount] = decodeInput(take, params)
      return { ...session, taken: [...taken, { currency, to, amount, isLeast: amount === open }] }
    }
    case 0x0f: {
      const [currency, amount] = decodeInput(bounded, params)
      return { ...session, taken: [...taken, { currency, to: caller, amount, isLeast: true }] }
    }
    case 0x10: {
      const [currency, to, bips] = decodeInput(take, params)
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
export function readV4Swap(data: Hex): V4Swap | undefined {
  const [actions, params] = decodeInput(input, data)
  const bytes = [...hexToBytes(actions)]
  if (bytes.length !== params.length) return undefined
  let session: Session | undefined = { swaps: [], settled: [], taken: [], shares: [] }
  for (const [index, action] of bytes.entries())
    session = session && afterAction(session, action, params[index] ?? '0x')
  if (session === undefined) return undefined
  const { swaps, settled, taken, shares } = session
  const [paid, got] = [settled[0], taken[0]]
  if (paid === undefined || got === undefined || settled.length > 1 || taken.length > 1) return undefined
  const isPaid = (currency: Hex): boolean => isSameHex(currency, paid.currency)
  const isGot = (currency: Hex): boolean => isSameHex(currency, got.currency)
  // No amount here limits swaps that continue from the output, or that go back into the input.
  if (isPaid(got.currency) || swaps.some(({ from, into }) => isGot(from) || isPaid(into))) return undefined
  if (shares.some(({ currency }) => !isGot(currency))) return undefined
  const first = swaps.filter(({ from }) => isPaid(from))
  const isOpen = paid.amount === open
  if (first.length === 0 || (isOpen && first.some(({ pays }) => pays === open))) return undefined
  const least = sum(swaps.filter(({ into }) => isGot(into)).map(({ gets }) => gets))
  const left = shares.reduce((rest, { bips }) => rest - (rest * bips) / 10_000n, least)
  return {
    ends: [paid.currency, got.currency],
    to: got.to,
    isUserPaying: paid.isUserPaying,
    pays: isOpen ? sum(first.map(({ pays }) => pays)) : paid.amount,
    gets: got.isLeast && left > got.amount ? left : got.amount,
    shares,
  }
}
