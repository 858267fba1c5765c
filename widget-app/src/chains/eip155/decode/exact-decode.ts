import type { Abi } from 'viem'
import {
  type DecodeFunctionDataReturnType,
  decodeAbiParameters,
  decodeFunctionData,
  encodeAbiParameters,
  toFunctionSelector,
} from 'viem/utils'
import type { Fact } from '../../request-facts.ts'
import { type Hex, lowerHex } from '../hex.ts'

/** A call of a known function whose arguments encode to exactly the bytes of the call. */
export type ExactCall<Known extends Abi> = {
  readonly decoded: DecodeFunctionDataReturnType<Known>
  /** Bytes after the arguments, as a fact. */
  readonly trailing: readonly Fact[]
}

/** Longer trailing bytes are cut in the fact. */
const trailingMaxLength = 400

/** The arguments in their canonical encoding, by the function's selector. */
function encodeCanonical(abi: Abi, data: Hex): string | undefined {
  const selector = data.slice(0, 10)
  const item = abi.find((one) => one.type === 'function' && toFunctionSelector(one) === selector)
  if (item?.type !== 'function') return undefined
  if (item.inputs.length === 0) return selector
  const values = decodeAbiParameters(item.inputs, `0x${data.slice(10)}`)
  return selector + encodeAbiParameters(item.inputs, values).slice(2)
}

/**
 * Decodes a call of a known function. A contract may read bytes that a decoder ignores, so the arguments must encode to the
 * same bytes; bytes after them are a separate fact. `undefined` for every other call.
 */
export function decodeExactly<const Known extends Abi>(abi: Known, hex: Hex): ExactCall<Known> | undefined {
  const data = lowerHex(hex)
  try {
    const decoded = decodeFunctionData({ abi, data })
    const canonical = encodeCanonical(abi, data)
    if (canonical === undefined || !data.startsWith(canonical)) return undefined
    const rest = data.slice(canonical.length, canonical.length + trailingMaxLength)
    return {
      // viem omits the arguments of a function without inputs, contrary to its type.
      decoded: Object.assign(decoded, { args: decoded.args ?? [] }),
      trailing: rest === '' ? [] : [{ is: 'term', name: 'trailing-data', text: `0x${rest}` }],
    }
  } catch {
    return undefined
  }
}
