import type { Review } from '#widget/domain/review-queue/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { DangerLine } from '#widget/ui/notices/danger-line.tsx'
import { foreignNetworkAtom } from '../atoms.ts'
import { riskMessages } from '../messages.ts'
import { isShownInFooterOnly, mostSevereRisk } from '../most-severe-risk.ts'

/** The most severe warning, with its reason if Cancel is the primary button: then the body does not repeat it. */
export function GravestLine({ review }: { review: Review }) {
  const t = useT()
  const network = useAtomValue(foreignNetworkAtom)
  const danger = mostSevereRisk(review)
  if (danger === undefined) return null
  const { title, text } =
    danger.risk === 'fails'
      ? { title: t('approve.fails'), text: t('approve.fails-text') }
      : riskMessages(danger.risk, network, t)
  return (
    <DangerLine
      title={title}
      text={isShownInFooterOnly(danger) ? text : undefined}
      isGrave={danger.isGrave}
      others={danger.others > 0 ? t('approve.more', { count: danger.others }) : undefined}
    />
  )
}
