import type { ReactNode } from 'react'
import type { FactLine } from '#widget/lib/text/fact-line.ts'
import { CodeText } from './display/code-text.tsx'
import { AddressText } from './identity/address-text.tsx'
import { KeyValueList } from './lists/key-value-list.tsx'

/** Maximum length of a text that is shown on the line of its label. */
const shortText = 24

/** Signed data does not state types, so addresses are detected. */
const address = /^0x[\da-f]{40}$/i

function displayedValue({ value, look }: FactLine): ReactNode {
  if (look === 'address' || address.test(value)) return <AddressText address={value} whole />
  return look === 'code' ? <CodeText>{value}</CodeText> : value
}

/** Labelled lines, the long ones under their labels; renders nothing without lines. */
export function FactLines({ lines }: { lines: readonly FactLine[] }) {
  if (lines.length === 0) return null
  const items = lines.map((line) => ({
    id: line.id,
    label: line.label,
    value: displayedValue(line),
    below: line.look === 'address' || line.value.length > shortText,
  }))
  return <KeyValueList items={items} />
}
