import { useT } from '#widget/lib/i18n/translate.ts'
import { VisuallyHidden } from '#widget/ui/layout/visually-hidden.tsx'

/** A worth, or a dash where no price is known: unknown is not zero. */
export function FiatValue({ text }: { text: string | undefined }) {
  const t = useT()
  if (text !== undefined) return <span>{text}</span>
  return (
    <>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>{t('balance.unknown-price')}</VisuallyHidden>
    </>
  )
}
