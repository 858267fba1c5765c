import { useEffect, useState } from 'react'
import { Stack } from '../layout/stack.tsx'
import { Text } from './text.tsx'

/** The main message of a view, and a line of help. */
export type HeadlineContent = { readonly title: string; readonly text?: string | undefined }

type HeadlineProps = HeadlineContent & {
  /** Announced at once by a screen reader, instead of when it is idle. */
  readonly isAlert: boolean
  readonly size?: 17 | 22
}

/** A single word of this length, such as an amount, would break between its digits. */
const longWord = /\S{18}/

/** The state of an operation, announced as it changes. */
export function Headline({ title, text, isAlert, size = 17 }: HeadlineProps) {
  // Screen readers announce changes of a live region, not its arrival: the first text is inserted after mounting.
  const [isMounted, setIsMounted] = useState(false)
  useEffect(() => setIsMounted(true), [])
  const content = (
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
      <div role="status">{isMounted && !isAlert && content}</div>
      <div role="alert">{isMounted && isAlert && content}</div>
      {!isMounted && <div aria-hidden="true">{content}</div>}
    </div>
  )
}
