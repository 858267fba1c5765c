import { Text } from '../display/text.tsx'

/** The line under an amount, such as its fiat value; an empty one keeps its height. */
export function AmountHint({ text = '\u00a0' }: { text: string | undefined }) {
  return (
    <Text as="span" size={13} tone="soft" numeric>
      {text}
    </Text>
  )
}
