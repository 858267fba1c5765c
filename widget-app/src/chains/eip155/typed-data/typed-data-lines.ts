import { escapeInvisible } from '#widget/lib/text/escape-invisible.ts'
import type { DecodedLine } from '../../request-facts.ts'
import type { CanonicalTypedData } from '../canonical/canonical-typed-data.ts'
import { memberType } from './typed-data-types.ts'
import { isList, isStruct, type TypedValue } from './typed-data-values.ts'

const valueMaxLength = 400
const labelMaxLength = 120

/**
 * Members with recipients, amounts and expiries: their lines are first, so that other members cannot push them off screen.
 */
const leadingNames =
  /^(?:to|recipient|receiver|refundReceiver|destination|beneficiary|spender|operator|delegate|delegatee|agentAddress|manager|authorized|taker|target|token|tokenId|identifierOrCriteria|collection|(?:sell|buy|start|end|making|taking|maker|taker)?Amount|amount|value|price|allowed|approved|deadline|expiry|expiration|expirationTime|sigDeadline|validTo|validBefore|validUntil|endTime|operation|data|callData|functionSignature)$/

type Leaf = DecodedLine & { readonly name: string; readonly depth: number }

/**
 * A text for display: invisible characters are written as their number, and a cut text shows how many characters are
 * missing.
 */
function displayText(text: string): string {
  const cut = text.length - valueMaxLength
  const start = escapeInvisible(text.slice(0, valueMaxLength))
  return cut > 0 ? `${start}… (+${cut})` : start
}

/** The end of a label identifies the value: a long label loses its start. */
const displayLabel = (label: string): string =>
  label.length > labelMaxLength ? `…${label.slice(-labelMaxLength)}` : label

/** Every value of the message by its path: first the leading ones, outer before inner, then the rest in order. */
export function linesOf({ types, primaryType, message }: CanonicalTypedData): readonly DecodedLine[] {
  const toLeaf = (label: string, name: string, depth: number, text: string): readonly Leaf[] => [
    { label: displayLabel(label), value: displayText(text), name, depth },
  ]
  const toLeaves = (
    type: string,
    value: TypedValue | undefined,
    label: string,
    name: string,
    depth: number,
  ): readonly Leaf[] => {
    const shape = memberType(type)
    if (isList(value) && shape.is === 'array' && value.length > 0)
      return value.flatMap((item, index) => toLeaves(shape.item, item, `${label}[${index}]`, name, depth))
    if (isList(value)) return toLeaf(label, name, depth, '[]')
    if (!isStruct(value)) return toLeaf(label, name, depth, String(value))
    const members = types.get(type) ?? []
    if (members.length === 0) return toLeaf(label, name, depth, '{}')
    return members.flatMap((member) =>
      toLeaves(
        member.type,
        value[member.name],
        label === '' ? member.name : `${label}.${member.name}`,
        member.name,
        depth + 1,
      ),
    )
  }
  const all = toLeaves(primaryType, message, '', '', 0)
  const first = all
    .filter(({ name }) => leadingNames.test(name))
    .sort((one, other) => one.depth - other.depth)
  const rest = all.filter(({ name }) => !leadingNames.test(name))
  return [...first, ...rest].map(({ label, value }) => ({ label, value }))
}
