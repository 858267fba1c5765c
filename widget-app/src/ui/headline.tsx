import { Stack } from './stack.tsx'
import { Text } from './text.tsx'

/** What a view has to say, and a line of help. */
export type Words = { readonly title: string; readonly text?: string | undefined }

type HeadlineProps = Words & {
  /** Said at once by a screen reader, instead of when it is free. */
  readonly isAlarm: boolean
  readonly size?: 17 | 22
}

/** The state of something under way, said aloud as it changes. */
export function Headline({ title, text, isAlarm, size = 17 }: HeadlineProps) {
  const words = (
    <Stack gap={4}>
      <Text as="h2" size={size} weight="strong" align="center">
        {title}
      </Text>
      {text !== undefined && (
        <Text tone="soft" align="center">
          {text}
        </Text>
      )}
    </Stack>
  )
  // Both regions are there from the start: browsers announce changes of a region, not its arrival.
  return (
    <div>
      <div role="status">{!isAlarm && words}</div>
      <div role="alert">{isAlarm && words}</div>
    </div>
  )
}
