import { useT } from '#widget/lib/i18n/translate.ts'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'

type ListFailedProps = {
  readonly title: string
  readonly details: { readonly code: string; readonly text: string }
  readonly onRetry: () => unknown
}

/** In place of a list that the server did not return. */
export function ListFailed({ title, details, onRetry }: ListFailedProps) {
  const t = useT()
  return (
    <Notice
      tone="error"
      title={title}
      details={{
        label: t('common.details'),
        code: t('common.code', { code: details.code }),
        text: details.text,
      }}
      action={<RetryButton place="part" onRetry={onRetry} />}
      announce
    >
      {t('fault.network')}
    </Notice>
  )
}
