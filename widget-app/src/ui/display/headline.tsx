import { useEffect, useState } from 'react'
import { Stack } from '../layout/stack.tsx'
import { Text } from './text.tsx'

/** The main message of a view, and a line of help. */
export type Words = { readonly title: string; readonly text?: string | undefined }

type HeadlineProps = Words & {
  /** Announced at once by a screen reader, instead of when it is idle. */
  readonly isAlarm: boolean
  readonly size?: 17 | 22
}

/** A single word of this length, such as an amount, would break between its digits. */
const longWord = /\S{18}/

/** The state of an operation, announced as it changes. */
export function Headline({ title, text, isAlarm, size = 17 }: HeadlineProps) {
  // Screen readers announce changes of a live region, not its arrival: the first text is inserted after mounting.
  const [isThere, setIsThere] = useState(false)
  useEffect(() => setIsThere(true), [])
  const words = (
    <Stack gap={4}>
      <Text as="h2" size={longWord.test(title) ? 17 : size} weight="strong" align="center">
        {title}
      </Text>
      {text !== undefined && (
        <Text tone="soft" align="center">
          {text}
        </Text>
      )}
    </Stack>
  )
  return (
    <div>
      <div role="status">{isThere && !isAlarm && words}</div>
      <div role="alert">{isThere && isAlarm && words}</div>
      {!isThere && <div aria-hidden="true">{words}</div>}
    </div>
  )
}
