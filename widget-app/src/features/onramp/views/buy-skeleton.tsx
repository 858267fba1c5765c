import { useT } from '#widget/lib/i18n/translate.ts'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { VisuallyHidden } from '#widget/ui/layout/visually-hidden.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'

/** The placeholder of the form while its options load: paid amount, methods, received amount and provider. */
export function BuySkeleton() {
  const t = useT()
  return (
    <Stack gap={12}>
      <span role="status">
        <VisuallyHidden>{t('common.loading')}</VisuallyHidden>
      </span>
      <Skeleton shape="text" width="56px" />
      <Skeleton shape="block" width="148px" height="40px" />
      <Skeleton shape="block" width="220px" height="32px" />
      <Skeleton shape="text" width="56px" />
      <Skeleton shape="block" width="148px" height="40px" />
      <Skeleton shape="block" height="56px" />
      <Skeleton shape="block" height="48px" />
    </Stack>
  )
}
