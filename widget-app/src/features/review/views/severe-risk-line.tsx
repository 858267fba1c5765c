import type { Review } from '#widget/domain/review-queue/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { DangerLine } from '#widget/ui/notices/danger-line.tsx'
import { otherNetworkAtom } from '../atoms.ts'
import { riskMessages } from '../messages.ts'
import { isShownInFooterOnly, mostSevereRisk } from '../most-severe-risk.ts'

/** The most severe warning, with its reason if Cancel is the primary button: then the body does not repeat it. */
export function SevereRiskLine({ review }: { review: Review }) {
  const t = useT()
  const network = useAtomValue(otherNetworkAtom)
  const severeRisk = mostSevereRisk(review)
  if (severeRisk === undefined) return null
  const { title, text } =
    severeRisk.risk === 'fails'
      ? { title: t('approve.fails'), text: t('approve.fails-text') }
      : riskMessages(severeRisk.risk, network, t)
  return (
    <DangerLine
      title={title}
      text={isShownInFooterOnly(severeRisk) ? text : undefined}
      isSevere={severeRisk.isSevere}
      others={severeRisk.others > 0 ? t('approve.more', { count: severeRisk.others }) : undefined}
    />
  )
}
