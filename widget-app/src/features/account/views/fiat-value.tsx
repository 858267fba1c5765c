import { useT } from '#widget/lib/i18n/translate.ts'
import { VisuallyHidden } from '#widget/ui/layout/visually-hidden.tsx'

/** A fiat value, or a dash if no price is known: an unknown price is not zero. */
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
