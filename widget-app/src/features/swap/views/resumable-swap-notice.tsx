import { localeAtom } from '#widget/core/locale.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { purposeMessages } from '#widget/domain/transactions/swap-messages.ts'
import { isBelowMinimum } from '#widget/domain/transactions/swap-outcome.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { draftAtom } from '../atoms/draft.ts'
import { type ResumableSwap, resumableSwapAtom, resumeSwapAtom } from '../atoms/resumable-swap.ts'

const knownStatuses: ReadonlySet<string> = new Set(['reset', 'approving', 'swapping'])

const toneOf = ({ is, entry }: ResumableSwap) =>
  is === 'swap-ended'
    ? isBelowMinimum(entry)
      ? 'error'
      : entry.state.is === 'confirmed'
        ? 'success'
        : 'warning'
    : knownStatuses.has(is)
      ? 'info'
      : 'warning'

/** Reports what an interrupted swap moved, and how to continue it. */
export function ResumableSwapNotice() {
  const t = useT()
  const resumable = useAtomValue(resumableSwapAtom)
  const { to } = useAtomValue(draftAtom)
  const locale = useAtomValue(localeAtom)
  const resume = useSetAtom(resumeSwapAtom)
  const move = useSetAtom(viewStackAtom)
  // A user who begins another swap has read it.
  if (!resumable || to !== undefined) return null
  const { is, entry, amount, wallet } = resumable
  const { purpose } = entry
  const isSwap = purpose?.is === 'swap'
  const continueSwap = () =>
    isSwap ? move({ to: 'push', view: { name: 'Transaction', id: entry.id } }) : resume(entry)
  return (
    <Notice
      tone={toneOf(resumable)}
      title={is === 'swap-ended' ? t('left.swap-title', { amount }) : undefined}
      announce
      action={
        <Button look="quiet" size="small" onClick={continueSwap}>
          {t(isSwap ? 'swap.resume.show' : 'swap.resume.continue')}
        </Button>
      }
    >
      {is === 'swap-ended'
        ? purpose && purposeMessages(entry, purpose, locale, t).text
        : t(`swap.resume.${is}`, { amount, wallet })}
    </Notice>
  )
}
