import { toFunctionSelector, toFunctionSignature } from 'viem/utils'
import * as z from '#shared/zod.ts'
import type { SessionFunction } from '../../request-facts.ts'
import { callAbi } from '../decode/call-abi.ts'
import { isUnlimited, nativeAmount } from '../decode/call-facts.ts'
import { authorityAbi } from '../decode/decode-authority.ts'
import { planAbi } from '../decode/router/decode-router-plan.ts'

/** A function that a dApp requests (ERC-7715). */
export type RequestedFunction = {
  readonly functionName: string
  /** By index of the argument. */
  readonly args?: readonly RequestedCondition[] | undefined
  readonly valueLimit?: string | undefined
  readonly operation?: 'Call' | 'DelegateCall' | undefined
}
type RequestedCondition = {
  readonly operator: 'EQUAL' | 'GREATER_THAN' | 'LESS_THAN'
  readonly value: string
}

type Parameter = { readonly type: string; readonly components?: readonly Parameter[] | undefined }

const arraySuffix = String.raw`(?:\[\d{0,9}\])*`
/** Types in a canonical signature: no alias such as `uint`. */
const elementaryPattern = new RegExp(
  `^(?:address|bool|string|bytes(?:[1-9]|[12]\\d|3[0-2])?|u?int(?:8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256))${arraySuffix}$`,
)
const tuplePattern = new RegExp(`^tuple(${arraySuffix})$`)

const parameterSchema: z.ZodMiniType<Parameter> = z.lazy(() =>
  z.object({ type: z.string(), components: z.optional(z.array(parameterSchema).check(z.maxLength(64))) }),
)
const functionSchema = () =>
  z.object({
    type: z.literal('function'),
    name: z.string().check(z.regex(/^[A-Za-z_$][\w$]{0,127}$/)),
    inputs: z.array(parameterSchema).check(z.maxLength(64)),
  })
const namedSchema = () => z.object({ name: z.string() })

/** The type in a canonical signature; undefined for an invalid one. */
function canonicalType({ type, components }: Parameter): string | undefined {
  const suffix = tuplePattern.exec(type)?.[1]
  if (suffix === undefined) return elementaryPattern.test(type) ? type : undefined
  const inner = (components ?? []).map(canonicalType)
  return inner.includes(undefined) ? undefined : `(${inner.join(',')})${suffix}`
}

type KnownFunction = { readonly signature: string; readonly types: readonly string[] }

/** Known functions by selector: they take precedence over the name in a dApp's ABI. */
const knownFunctions: ReadonlyMap<string, KnownFunction> = new Map(
  [...callAbi, ...authorityAbi, ...planAbi].map((one) => [
    toFunctionSelector(one),
    { signature: toFunctionSignature(one), types: one.inputs.map(({ type }): string => type) },
  ]),
)

/**
 * Functions that grant an authority: a condition on their arguments does not limit how much its holder takes, or how often.
 */
const authoritySelectors: ReadonlySet<string> = new Set(
  [
    ...authorityAbi,
    ...callAbi.filter(({ name }) => /^(?:approve|permit|setApprovalForAll|increase\w+)$/.test(name)),
  ].map((one) => toFunctionSelector(one)),
)

/** Functions that move an amount: a condition limits what one call moves, but not the number of calls. */
const transferSelectors: ReadonlySet<string> = new Set(
  callAbi.filter(({ name }) => /^transfer(?:From)?$/.test(name)).map((one) => toFunctionSelector(one)),
)

type ResolvedFunction = KnownFunction & { readonly selector: string }

/**
 * The function with a name in the dApp's ABI; undefined if no selector can be computed: the name is missing, is there twice,
 * or has invalid types.
 */
function resolveFunction(name: string, abi: readonly unknown[]): ResolvedFunction | undefined {
  const candidates = abi.filter((entry) => namedSchema().safeParse(entry).data?.name === name)
  const [entry, ...others] = candidates.map((one) => functionSchema().safeParse(one).data)
  if (entry === undefined || others.length > 0) return undefined
  const types = entry.inputs.flatMap((input) => canonicalType(input) ?? [])
  if (types.length !== entry.inputs.length) return undefined
  const signature = `${name}(${types.join(',')})`
  const selector = toFunctionSelector(signature)
  return { selector, ...(knownFunctions.get(selector) ?? { signature, types }) }
}

/** Larger values are more likely addresses or bytes than numbers. */
const numberLimit = 2n ** 64n
const displayValue = (value: string) => (BigInt(value) < numberLimit ? BigInt(value) : value)

const operatorSigns = { EQUAL: '=', GREATER_THAN: '>', LESS_THAN: '<' } as const

/** Types of one word, which a condition compares; for others it would compare their offset. */
const isWord = (type: string): boolean => /^(?:address|bool|bytes\d+|u?int\d+)$/.test(type)
/** Amounts and ids: wider than times and counts, more than 64 bits. */
const isAmount = (type: string): boolean => /^u?int(?:72|8[08]|96|\d{3})$/.test(type)
/** Bytes, lists and structs can contain any number of calls and amounts; a text contains none. */
const isUnbounded = (type: string): boolean => !isWord(type) && type !== 'string'

/** Whether a condition limits an argument of one word: an amount below unlimited, another number to half of its values. */
function isBound(type: string, { operator, value }: RequestedCondition): boolean {
  const compared = BigInt(value)
  if (isAmount(type) && isUnlimited(compared)) return false
  if (operator === 'EQUAL') return true
  // For other types half of the values is no limit, and only the contract decides whether a number's sign counts.
  const bits = /^uint(\d+)$/.exec(type)?.[1]
  return operator === 'LESS_THAN' && bits !== undefined && compared <= 2n ** (BigInt(bits) - 1n)
}

/** The native amount that each call may send, in base units; undefined without a limit, or if no supply comes near it. */
const maxNativeValue = (valueLimit: string | undefined) =>
  valueLimit === undefined || isUnlimited(BigInt(valueLimit)) ? undefined : nativeAmount(BigInt(valueLimit))

/**
 * What a function of a session may do. The name and the ABI in which the wallet looks it up are the dApp's: selector and
 * signature are shown, those of a known function by its selector. A condition counts if its argument is one word.
 */
export function sessionFunction(requested: RequestedFunction, abi: readonly unknown[]): SessionFunction {
  const { functionName: name, args = [], valueLimit, operation } = requested
  const called = resolveFunction(name, abi)
  const types = called?.types ?? []
  const conditions = args.flatMap((condition, at) => {
    const type = types[at]
    return type !== undefined && isWord(type) ? [{ condition, at }] : []
  })
  const boundArguments = new Set(
    conditions.flatMap(({ condition, at }) => (isBound(types[at] ?? '', condition) ? [at] : [])),
  )
  const hasBoundAmounts = types.every(
    (type, at) => boundArguments.has(at) || !(isAmount(type) || isUnbounded(type)),
  )
  return {
    name,
    called: called && { selector: called.selector, signature: called.signature },
    mostSent: maxNativeValue(valueLimit),
    isDelegated: operation === 'DelegateCall',
    isRepeated: called !== undefined && transferSelectors.has(called.selector),
    isBound:
      called !== undefined &&
      boundArguments.size > 0 &&
      hasBoundAmounts &&
      !authoritySelectors.has(called.selector),
    conditions: conditions.map(({ condition: { operator, value }, at }) => ({
      label: String(at + 1),
      value: `${operatorSigns[operator]} ${displayValue(value)}`,
    })),
  }
}
