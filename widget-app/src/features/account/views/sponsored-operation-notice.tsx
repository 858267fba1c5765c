import { noticedOperationAtom } from '#widget/domain/embedded-wallet/sponsored-operations.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'

/** Shows what became of a transaction whose fee the operator pays, unless it was carried out: whether anything moved. */
export function SponsoredOperationNotice() {
  const t = useT()
  const [operation, dismiss] = useAtom(noticedOperationAtom)
  if (!operation || operation.state.is === 'included') return null
  const { is } = operation.state
  return (
    <Notice
      tone={is === 'open' ? 'info' : 'warning'}
      title={t(`operation.${is}`)}
      details={{ label: t('common.details'), code: operation.hash }}
      announce
      action={
        <Button look="quiet" size="small" onClick={dismiss}>
          {t('common.dismiss')}
        </Button>
      }
    >
      {t(`operation.${is}-text`)}
    </Notice>
  )
}
