import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue } from '#widget/lib/state.ts'
import { Checkbox } from '#widget/ui/forms/checkbox.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ScrollIntoView } from '#widget/ui/sheet/scroll-into-view.tsx'
import { swapStateAtom } from '../atoms/draft.ts'
import { displayedPlanAtom } from '../atoms/plan.ts'
import { priceImpactLossAtom } from '../atoms/swap-parameters.ts'
import {
  approvalEntryAtom,
  entryTextsAtom,
  impactTextAtom,
  networkNameAtom,
  swapperWalletAtom,
} from '../atoms/texts.ts'
import { planNotice, reviewNotice } from '../messages.ts'
import { isUnderWay, toPlanFailure } from '../model.ts'

/**
 * The one notice to read before clicking Swap: how the last attempt ended, or why there can be none, and a confirmed
 * approval. A current problem takes precedence over an attempt that ended without an error.
 */
export function PreviewNotices() {
  const t = useT()
  const state = useAtomValue(swapStateAtom)
  const { error } = useAtomValue(displayedPlanAtom)
  const wallet = useAtomValue(swapperWalletAtom)
  const network = useAtomValue(networkNameAtom)
  const approval = useAtomValue(approvalEntryAtom)
  const entry = useAtomValue(entryTextsAtom)
  const names = { wallet: wallet.name, network }
  const attempt = reviewNotice(state, names, t)
  const failed = error && !isUnderWay(state) ? planNotice(toPlanFailure(error), names, t) : undefined
  const notice = attempt?.tone === 'error' ? attempt : (failed ?? attempt)
  if (!notice) return null
  const { tone, title, text, detail } = notice
  // The approval was confirmed before the swap stopped.
  const approvalText =
    approval?.state.is === 'confirmed' &&
    entry &&
    t(entry.isReset ? 'swap.reset-only' : 'swap.approved-only', { amount: entry.sells })
  return (
    <ScrollIntoView key={title}>
      <Notice
        tone={tone}
        title={title}
        details={detail === undefined ? undefined : { label: t('common.details'), text: detail }}
        announce
      >
        {text} {approvalText}
      </Notice>
    </ScrollIntoView>
  )
}

/** Requires acceptance of a large or unknown price impact; right below the amounts, where it is visible. */
export function PriceImpactNotice() {
  const t = useT()
  const [loss, accept] = useAtom(priceImpactLossAtom)
  const percent = useAtomValue(impactTextAtom)
  if (loss === 'none' || loss === 'awaited') return null
  return (
    <Stack gap={8}>
      {percent === undefined ? (
        <Notice tone="warning" title={t('swap.untold')} announce>
          {t('swap.untold-text')}
        </Notice>
      ) : (
        <Notice tone="error" title={t('swap.loss', { percent })} announce>
          {t('swap.loss-text')}
        </Notice>
      )}
      <Checkbox label={t('swap.loss-accept')} checked={loss === 'accepted'} onChange={accept} />
    </Stack>
  )
}
