import { decodeFunctionResult, encodeFunctionData } from 'viem/utils'
import type { Hex } from '../hex.ts'

const string = [{ name: '', type: 'string' }] as const
const uint256 = [{ name: '', type: 'uint256' }] as const

/**
 * The functions of ERC-20 (EIP-20) that the widget calls. `transfer` has no outputs here: USDT-like tokens return nothing.
 */
const abi = [
  {
    type: 'function',
    name: 'balanceOf',
    stateMutability: 'view',
    inputs: [{ name: 'owner', type: 'address' }],
    outputs: uint256,
  },
  { type: 'function', name: 'decimals', stateMutability: 'view', inputs: [], outputs: uint256 },
  { type: 'function', name: 'symbol', stateMutability: 'view', inputs: [], outputs: string },
  { type: 'function', name: 'name', stateMutability: 'view', inputs: [], outputs: string },
  {
    type: 'function',
    name: 'transfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
    outputs: [],
  },
] as const

export type TokenFact = 'decimals' | 'symbol' | 'name'

export const encodeBalanceOf = (owner: Hex): Hex =>
  encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner] })

export const encodeTokenFact = (functionName: TokenFact): Hex => encodeFunctionData({ abi, functionName })

/** Call data of an ERC-20 transfer; `value` in base units. */
export const encodeTransfer = (to: Hex, value: bigint): Hex =>
  encodeFunctionData({ abi, functionName: 'transfer', args: [to, value] })

const wordLength = 66

/** A uint256 result, `undefined` if it is shorter than one word. */
export const decodeUint = (result: Hex): bigint | undefined =>
  result.length < wordLength ? undefined : BigInt(result.slice(0, wordLength))

/** A text result: `string`, or the `bytes32` of early tokens; otherwise `undefined`. */
export function decodeText(result: Hex): string | undefined {
  if (result.length === wordLength) {
    const bytes = result.slice(2).match(/../g) ?? []
    const used = bytes.map((byte) => Number.parseInt(byte, 16)).filter((byte) => byte !== 0)
    return new TextDecoder().decode(new Uint8Array(used))
  }
  try {
    return decodeFunctionResult({ abi, functionName: 'symbol', data: result })
  } catch {
    return undefined
  }
}

/** Whether a simulated `transfer` returned `false` instead of reverting, as some old tokens do. */
export const isFalse = (result: Hex): boolean => decodeUint(result) === 0n
