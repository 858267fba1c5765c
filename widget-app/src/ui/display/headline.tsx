import { useEffect, useState } from 'react'
import { Stack } from '../layout/stack.tsx'
import { Text } from './text.tsx'

/** What a view has to say, and a line of help. */
export type Words = { readonly title: string; readonly text?: string | undefined }

type HeadlineProps = Words & {
  /** Said at once by a screen reader, instead of when it is free. */
  readonly isAlarm: boolean
  readonly size?: 17 | 22
}

/** An amount of so many letters would break between its digits. */
const longWord = /\S{18}/

/** The state of something under way, said aloud as it changes. */
export function Headline({ title, text, isAlarm, size = 17 }: HeadlineProps) {
  // Browsers announce changes of a region, not its arrival: the first words come into it once it is there.
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
