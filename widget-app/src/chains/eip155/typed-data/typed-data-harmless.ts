import { messageRisk } from '../../message-risks.ts'
import type { CanonicalTypedData } from '../canonical/canonical-typed-data.ts'
import { isSameHex } from '../hex.ts'
import { allStructs, messageFields } from './typed-data-fields.ts'
import { memberType } from './typed-data-types.ts'
import { isList, type TypedValue } from './typed-data-values.ts'

/**
 * Members that are neither an amount nor an account, by the names in the type's hash: the verifying service chose them.
 * Their value may be a number or bytes of any size.
 */
const harmlessNames =
  /^(?:nonce|salt|challenge|version|chainId|proposal|proposalId|poll|pollId|(?:issued|signed|created|expires|valid)(?:At|Until|Before|After)|timestamp|time|date|deadline|expiry|expiration)$/

/** Numbers of more than 32 bits may be amounts. */
const smallInteger = /^u?int(?:8|16|24|32)$/

/** Characters without a break, as in addresses, keys and encodings; words of languages are shorter. */
const longRunPattern = /[\w+/=-]{24,}/
const numberPattern = /^[\s\d.,+-]*$/
/** JSON, in which a service may read accounts and amounts. */
const isJson = (text: string): boolean => /^\s*[[{"]/.test(text) && /[\p{L}\d]/u.test(text)

const isHarmlessText = (text: string): boolean =>
  text === '' ||
  (!(numberPattern.test(text) || longRunPattern.test(text) || isJson(text) || /\b0x[\da-f]/i.test(text)) &&
    messageRisk(text) === undefined)

function isHarmless(name: string, type: string, value: TypedValue | undefined, account: string): boolean {
  const shape = memberType(type)
  if (shape.is === 'struct') return true
  if (shape.is === 'array')
    return isList(value) && value.every((item) => isHarmless(name, shape.item, item, account))
  if (type === 'bool') return true
  if (type === 'address')
    return typeof value === 'string' && (isSameHex(value, account) || BigInt(value) === 0n)
  if (harmlessNames.test(name)) return true
  if (type === 'string') return typeof value === 'string' && isHarmlessText(value)
  return smallInteger.test(type)
}

/**
 * Whether data of no known standard contains, at any depth, no account but the user's, no amount, and no bytes or text that
 * may contain one. Examples are a login or a vote.
 */
export const isHarmlessData = (typed: CanonicalTypedData, account: string): boolean =>
  allStructs(typed, messageFields(typed)).every(({ members, value }) =>
    members.every(({ name, type }) => isHarmless(name, type, value[name], account)),
  )
