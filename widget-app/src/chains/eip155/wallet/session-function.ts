import { toFunctionSelector, toFunctionSignature } from 'viem/utils'
import * as z from 'zod/mini'
import type { SessionFunction } from '../../request-facts.ts'
import { callAbi } from '../decode/call-abi.ts'
import { isUnlimited, native } from '../decode/call-facts.ts'
import { authorityAbi } from '../decode/decode-authority.ts'
import { planAbi } from '../decode/router/decode-router-plan.ts'

/** A function that a dApp requests (ERC-7715). */
export type AskedFunction = {
  readonly functionName: string
  /** By index of the argument. */
  readonly args?: readonly AskedCondition[] | undefined
  readonly valueLimit?: string | undefined
  readonly operation?: 'Call' | 'DelegateCall' | undefined
}
type AskedCondition = {
  readonly operator: 'EQUAL' | 'GREATER_THAN' | 'LESS_THAN'
  readonly value: string
}

type Parameter = { readonly type: string; readonly components?: readonly Parameter[] | undefined }

const lists = String.raw`(?:\[\d{0,9}\])*`
/** Types in a canonical signature: no alias such as `uint`. */
const elementary = new RegExp(
  `^(?:address|bool|string|bytes(?:[1-9]|[12]\\d|3[0-2])?|u?int(?:8|16|24|32|40|48|56|64|72|80|88|96|104|112|120|128|136|144|152|160|168|176|184|192|200|208|216|224|232|240|248|256))${lists}$`,
)
const tuple = new RegExp(`^tuple(${lists})$`)

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
  const suffix = tuple.exec(type)?.[1]
  if (suffix === undefined) return elementary.test(type) ? type : undefined
  const inner = (components ?? []).map(canonicalType)
  return inner.includes(undefined) ? undefined : `(${inner.join(',')})${suffix}`
}

type Known = { readonly signature: string; readonly types: readonly string[] }

/** Known functions by selector: they take precedence over the name in a dApp's ABI. */
const knownFunctions: ReadonlyMap<string, Known> = new Map(
  [...callAbi, ...authorityAbi, ...planAbi].map((one) => [
    toFunctionSelector(one),
    { signature: toFunctionSignature(one), types: one.inputs.map(({ type }): string => type) },
  ]),
)

/**
 * Functions that grant an authority: a condition on their arguments does not limit how much its holder takes, or how often.
 */
const givesRight: ReadonlySet<string> = new Set(
  [
    ...authorityAbi,
    ...callAbi.filter(({ name }) => /^(?:approve|permit|setApprovalForAll|increase\w+)$/.test(name)),
  ].map((one) => toFunctionSelector(one)),
)

/** Functions that move an amount: a condition limits what one call moves, but not the number of calls. */
const movesAnew: ReadonlySet<string> = new Set(
  callAbi.filter(({ name }) => /^transfer(?:From)?$/.test(name)).map((one) => toFunctionSelector(one)),
)

type Called = Known & { readonly selector: string }

/**
 * The function with a name in the dApp's ABI; undefined if no selector can be computed: the name is missing, is there twice,
 * or has invalid types.
 */
function calledBy(name: string, abi: readonly unknown[]): Called | undefined {
  const named = abi.filter((entry) => namedSchema().safeParse(entry).data?.name === name)
  const [entry, ...others] = named.map((one) => functionSchema().safeParse(one).data)
  if (entry === undefined || others.length > 0) return undefined
  const types = entry.inputs.flatMap((input) => canonicalType(input) ?? [])
  if (types.length !== entry.inputs.length) return undefined
  const signature = `${name}(${types.join(',')})`
  const selector = toFunctionSelector(signature)
  return { selector, ...(knownFunctions.get(selector) ?? { signature, types }) }
}

/** Larger values are more likely addresses or bytes than numbers. */
const numbersBelow = 2n ** 64n
const comparedWith = (value: string) => (BigInt(value) < numbersBelow ? BigInt(value) : value)

const signs = { EQUAL: '=', GREATER_THAN: '>', LESS_THAN: '<' } as const

/** Types of one word, which a condition compares; for others it would compare their offset. */
const isWord = (type: string): boolean => /^(?:address|bool|bytes\d+|u?int\d+)$/.test(type)
/** Amounts and ids: wider than times and counts, more than 64 bits. */
const isAmount = (type: string): boolean => /^u?int(?:72|8[08]|96|\d{3})$/.test(type)
/** Bytes, lists and structs can contain any number of calls and amounts; a text contains none. */
const isOpen = (type: string): boolean => !isWord(type) && type !== 'string'

/** Whether a condition limits an argument of one word: an amount below unlimited, another number to half of its values. */
function isBound(type: string, { operator, value }: AskedCondition): boolean {
  const compared = BigInt(value)
  if (isAmount(type) && isUnlimited(compared)) return false
  if (operator === 'EQUAL') return true
  // For other types half of the values is no limit, and only the contract decides whether a number's sign counts.
  const bits = /^uint(\d+)$/.exec(type)?.[1]
  return operator === 'LESS_THAN' && bits !== undefined && compared <= 2n ** (BigInt(bits) - 1n)
}

/** The native amount that each call may send, in base units; undefined without a limit, or if no supply comes near it. */
const mostSentBy = (valueLimit: string | undefined) =>
  valueLimit === undefined || isUnlimited(BigInt(valueLimit)) ? undefined : native(BigInt(valueLimit))

/**
 * What a function of a session may do. The name and the ABI in which the wallet looks it up are the dApp's: selector and
 * signature are shown, those of a known function by its selector. A condition counts if its argument is one word.
 */
export function sessionFunction(asked: AskedFunction, abi: readonly unknown[]): SessionFunction {
  const { functionName: name, args = [], valueLimit, operation } = asked
  const called = calledBy(name, abi)
  const types = called?.types ?? []
  const conditions = args.flatMap((condition, at) => {
    const type = types[at]
    return type !== undefined && isWord(type) ? [{ condition, at }] : []
  })
  const bound = new Set(
    conditions.flatMap(({ condition, at }) => (isBound(types[at] ?? '', condition) ? [at] : [])),
  )
  const areAmountsBound = types.every((type, at) => bound.has(at) || !(isAmount(type) || isOpen(type)))
  return {
    name,
    called: called && { selector: called.selector, signature: called.signature },
    mostSent: mostSentBy(valueLimit),
    isDelegated: operation === 'DelegateCall',
    isRepeated: called !== undefined && movesAnew.has(called.selector),
    isBound: called !== undefined && bound.size > 0 && areAmountsBound && !givesRight.has(called.selector),
    conditions: conditions.map(({ condition: { operator, value }, at }) => ({
      label: String(at + 1),
      value: `${signs[operator]} ${comparedWith(value)}`,
    })),
  }
}
