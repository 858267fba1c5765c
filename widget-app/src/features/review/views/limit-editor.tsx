import { useState } from 'react'
import type { Review } from '#widget/domain/review-queue/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { Button } from '#widget/ui/buttons/button.tsx'
import { limitedApproval } from '../approval-limit.ts'

/** Loads the amount parser once the user wants to set a limit. */
const LimitFields = lazyComponent(async () => (await import('./limit-fields.tsx')).LimitFields)

/** Lets the user lower an approval: to what the request needs, to the current balance, or to a typed amount. */
export function LimitEditor({ review }: { review: Review }) {
  const t = useT()
  const approval = limitedApproval(review)
  // The amount of the first request: a lowered request no longer has it.
  const [requested] = useState(approval?.figure.value ?? 0n)
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const { asset } = approval?.figure ?? {}
  if (approval === undefined || asset === undefined || review.decoding.is !== 'read') return null
  if (!approval.isUnlimited && approval.figure.value === requested) return null
  if (!isOpen)
    return (
      <div>
        <Button
          look="secondary"
          size="small"
          disabled={review.stage.is !== 'deciding'}
          onClick={() => setIsOpen(true)}
        >
          {t('approve.limit')}
        </Button>
      </div>
    )
  return (
    <LimitFields
      review={review}
      approval={approval}
      asset={asset}
      requested={requested}
      text={text}
      onText={setText}
      onBack={() => setIsOpen(false)}
      onLimit={(amount) => {
        setIsOpen(false)
        setText('')
        review.limit?.(amount)
      }}
    />
  )
}
