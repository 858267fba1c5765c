import type { FactLine } from '#widget/lib/fact-line.ts'
import { AddressText } from './address-text.tsx'
import { CodeText } from './code-text.tsx'
import { KeyValueList } from './key-value-list.tsx'

/** So long a text stands beside its label. */
const shortText = 24

function Value({ line: { value, look } }: { line: FactLine }) {
  if (look === 'address') return <AddressText address={value} whole />
  return look === 'code' ? <CodeText>{value}</CodeText> : value
}

/** Labelled lines, the long ones under their labels; nothing where there are none. */
export function FactLines({ lines }: { lines: readonly FactLine[] }) {
  if (lines.length === 0) return null
  const items = lines.map((line) => ({
    id: line.id,
    label: line.label,
    value: <Value line={line} />,
    below: line.look === 'address' || line.value.length > shortText,
  }))
  return <KeyValueList items={items} />
}
