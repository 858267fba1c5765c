import type { ReactNode } from 'react'
import { Text } from '#widget/ui/display/text.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import styles from './account-view.module.css'

type ListUnavailableProps = {
  readonly title?: string
  readonly text: string
  /** A retry, or another next step. */
  readonly action: ReactNode
}

/**
 * Why a list has no current rows, with the next step. It is a line and no notice, because a toast reports the same failure
 * (SPEC §8): a failure is an alert once.
 */
export function ListUnavailable({ title, text, action }: ListUnavailableProps) {
  return (
    <div className={styles.unavailable}>
      <Stack align="start" gap={8}>
        {title && (
          <Text size={13} weight="medium">
            {title}
          </Text>
        )}
        <Text size={13} tone="soft">
          {text}
        </Text>
        {action}
      </Stack>
    </div>
  )
}
