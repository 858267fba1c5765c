import { hasOpenMinimum } from '#widget/domain/review/request-risk.ts'
import type { Review } from '#widget/domain/review-queue/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { AddressDifference } from '#widget/ui/identity/address-difference.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { otherNetworkAtom, similarRecipientsAtom } from '../atoms.ts'
import { riskMessages, toneOf } from '../messages.ts'
import { isShownInFooterOnly, mostSevereRisk } from '../most-severe-risk.ts'

/** A change of the review while it was open, announced when it appears. */
export function ReviewChangedNotice({ review: { stage } }: { review: Review }) {
  const t = useT()
  return (
    <>
      {stage.is === 'deciding' && stage.changed && (
        <Notice tone="error" title={t('approve.changed')} announce>
          {t('approve.changed-text')}
        </Notice>
      )}
    </>
  )
}

/** The risks that the footer does not show in full, each with its reason, announced when they appear. */
export function ReviewWarnings({ review }: { review: Review }) {
  const t = useT()
  const network = useAtomValue(otherNetworkAtom)
  const footerRisk = mostSevereRisk(review)
  const risks = review.risks.filter(
    (risk) => !footerRisk || risk !== footerRisk.risk || !isShownInFooterOnly(footerRisk),
  )
  const { decoding, simulation } = review
  const facts = decoding.is === 'read' ? decoding.description.facts : []
  // A running simulation shows no warning yet.
  const endedSimulation = simulation.is === 'unavailable' ? undefined : simulation
  return (
    <>
      {endedSimulation?.is !== 'running' && hasOpenMinimum(facts, endedSimulation) && (
        <Notice tone="warning" title={t('approve.open-minimum')} announce>
          {t('approve.open-minimum-text')}
        </Notice>
      )}
      {risks.map((risk) => {
        const { title, text } = riskMessages(risk, network, t)
        return (
          <Notice key={risk} tone={toneOf(risk)} title={title} announce>
            {text}
            {risk === 'look-alike' && <SimilarRecipients />}
          </Notice>
        )
      })}
    </>
  )
}

/** Both addresses, the requested one first. */
function SimilarRecipients() {
  return useAtomValue(similarRecipientsAtom).map(({ to, known }) => (
    <div key={to}>
      <AddressDifference address={to} other={known} />
      <AddressDifference address={known} other={to} />
    </div>
  ))
}
