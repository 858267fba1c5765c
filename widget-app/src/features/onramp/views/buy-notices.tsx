import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/button.tsx'
import { Notice } from '#widget/ui/notice.tsx'
import { askAgainAtom } from '../bind.ts'
import { orderTextsAtom } from '../display.ts'
import { problemsAtom } from '../problems.ts'
import { providerAtom } from '../providers.ts'
import { openOrderAtom, pageAtom } from '../purchase.ts'
import { noteAtom } from '../state.ts'

/** What a person has to know before going on: a purchase under way, a sample, a lapsed price, a page that failed. */
export function BuyNotices() {
  return (
    <>
      <UnderWay />
      <Sample />
      <Renewed />
      <PageFailed />
    </>
  )
}

function UnderWay() {
  const t = useT()
  const order = useAtomValue(openOrderAtom)
  const texts = useAtomValue(orderTextsAtom)
  const move = useSetAtom(viewStackAtom)
  if (!order) return null
  return (
    <Notice
      tone="warning"
      title={t('buy.under-way')}
      action={
        <Button
          look="secondary"
          size="small"
          onPress={() => move({ to: 'push', view: { name: 'BuyInProgress', id: order.id } })}
        >
          {t('buy.go-on')}
        </Button>
      }
    >
      {t('buy.under-way-text', { amount: texts(order).expected, provider: order.provider.name })}
    </Notice>
  )
}

function Sample() {
  const t = useT()
  const problems = useAtomValue(problemsAtom)
  const askAgain = useSetAtom(askAgainAtom)
  if (!problems.some(({ is }) => is === 'sample')) return null
  return (
    <Notice
      tone="warning"
      title={t('buy.sample-title')}
      announce
      action={
        <Button look="secondary" size="small" onPress={askAgain}>
          {t('common.tryAgain')}
        </Button>
      }
    >
      {t('buy.sample-text')}
    </Notice>
  )
}

function Renewed() {
  const t = useT()
  const note = useAtomValue(noteAtom)
  if (!note) return null
  return (
    <Notice tone="info" title={t('buy.renewed')} announce>
      {t('buy.renewed-text')}
    </Notice>
  )
}

function PageFailed() {
  const t = useT()
  const page = useAtomValue(pageAtom)
  const provider = useAtomValue(providerAtom)
  const ask = useSetAtom(pageAtom)
  if (page.is !== 'failed' || !provider) return null
  return (
    <Notice
      tone="error"
      title={t('buy.page-failed', { provider: provider.name })}
      announce
      action={
        <Button look="secondary" size="small" onPress={() => void ask()}>
          {t('common.tryAgain')}
        </Button>
      }
    >
      {t('buy.page-failed-text')}
    </Notice>
  )
}
