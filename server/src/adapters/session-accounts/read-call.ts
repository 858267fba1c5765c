import {
  type Abi,
  type AbiFunction,
  type AbiParameter,
  decodeFunctionData,
  encodeFunctionData,
  isHex,
} from 'viem'
import * as z from '../../../../shared/zod.ts'
import type { DecodeCall } from '../../ports/session-accounts.ts'

type Parameter = { readonly type: string; readonly components?: readonly Parameter[] | undefined }

const parameterSchema: z.ZodMiniType<Parameter> = z.lazy(() =>
  z.object({ type: z.string(), components: z.optional(z.array(parameterSchema).check(z.maxLength(64))) }),
)
const functionSchema = z.object({
  type: z.literal('function'),
  name: z.string().check(z.regex(/^[A-Za-z_$][\w$]{0,127}$/)),
  inputs: z.array(parameterSchema).check(z.maxLength(64)),
})
const namedSchema = z.object({ name: z.string() })

/**
 * A list has no fixed length of 0, and a tuple at least one member: every item takes at least one word of the call, so that
 * the length of the call limits the work of decoding it.
 */
const arraySuffix = String.raw`(?:\[(?:[1-9]\d{0,3})?\]){0,4}`
const elementary = new RegExp(String.raw`^(?:address|bool|string|bytes\d{0,2}|u?int\d{1,3})${arraySuffix}$`)
const tuple = new RegExp(`^tuple${arraySuffix}$`)

/** Without names, so that members of a tuple are decoded by position. */
function abiParameter({ type, components = [] }: Parameter): AbiParameter | undefined {
  if (!tuple.test(type)) return elementary.test(type) ? { type } : undefined
  const members = abiParameters(components)
  if (members === undefined || members.length === 0) return undefined
  const parameter = { type, components: members }
  return parameter
}

function abiParameters(inputs: readonly Parameter[]): readonly AbiParameter[] | undefined {
  const validParameters = inputs.flatMap((input) => abiParameter(input) ?? [])
  return validParameters.length === inputs.length ? validParameters : undefined
}

/** The function with a name; undefined when the ABI has none, several entries with that name, or an unknown type. */
function functionOf(abi: readonly unknown[], name: string): AbiFunction | undefined {
  const named = abi.filter((entry) => namedSchema.safeParse(entry).data?.name === name)
  const [found, ...others] = named.map((entry) => functionSchema.safeParse(entry).data)
  const inputs = found && abiParameters(found.inputs)
  if (inputs === undefined || others.length > 0) return undefined
  return { type: 'function', name, inputs, outputs: [], stateMutability: 'payable' }
}

/** An argument as a number for conditions. */
function comparable(type: string | undefined, value: unknown): bigint | undefined {
  if (typeof value === 'boolean') return value ? 1n : 0n
  if (typeof value === 'number' || typeof value === 'bigint') return value < 0 ? undefined : BigInt(value)
  const isWord = type === 'address' || type === 'bytes32'
  return isWord && typeof value === 'string' ? BigInt(value) : undefined
}

/**
 * Decodes a call by the ABI that a host sent. The bytes must be the canonical encoding of the arguments: a contract may
 * decode other bytes differently than this decoder.
 */
export const decodeCall: DecodeCall = (abi, functionName, data) => {
  // A hostile ABI can make the parser and the codec throw, also by its depth.
  try {
    const found = functionOf(abi, functionName)
    if (found === undefined || !isHex(data)) return undefined
    const validParameters: Abi = [found]
    const { args = [] } = decodeFunctionData({ abi: validParameters, data })
    if (encodeFunctionData({ abi: validParameters, functionName, args }) !== data.toLowerCase())
      return undefined
    return args.map((value, at) => comparable(found.inputs[at]?.type, value))
  } catch {
    return undefined
  }
}
