import { RetryButton, type RetryButtonProps } from '#widget/ui/buttons/retry-button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import styles from './account-view.module.css'

type ListUnavailableProps = Pick<RetryButtonProps, 'onRetry' | 'busy' | 'waitText'> & {
  readonly text: string
}

/**
 * Why a list has no current rows, with a retry. It is a line and no notice, because a toast reports the same failure
 * (SPEC §8): a failure is an alert once.
 */
export function ListUnavailable({ text, ...retry }: ListUnavailableProps) {
  return (
    <div className={styles.unavailable}>
      <Stack align="start" gap={8}>
        <Text size={13} tone="soft">
          {text}
        </Text>
        <RetryButton place="part" {...retry} />
      </Stack>
    </div>
  )
}
