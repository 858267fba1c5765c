import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { VisuallyHidden } from '#widget/ui/layout/visually-hidden.tsx'
import { type KeyValue, KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { slippageAtom } from '../atoms/draft.ts'
import { displayedPlanAtom } from '../atoms/plan.ts'
import {
  feeTextsAtom,
  impactTextAtom,
  networkNameAtom,
  parameterTextsAtom,
  swapperWalletAtom,
  unknownValue,
} from '../atoms/texts.ts'

/** Minimum received, rate, price impact, fees, slippage and approval, one per line. */
export function PreviewFacts() {
  const t = useT()
  const texts = useAtomValue(parameterTextsAtom)
  const impact = useAtomValue(impactTextAtom)
  const fee = useAtomValue(feeTextsAtom)
  const { plan, error } = useAtomValue(displayedPlanAtom)
  const network = useAtomValue(networkNameAtom)
  const wallet = useAtomValue(swapperWalletAtom)
  const slippage = useAtomValue(slippageAtom)
  if (!texts) return null
  const pending = error ? (
    unknownValue
  ) : (
    <>
      <Skeleton shape="text" width="96px" />
      <VisuallyHidden>{t('review.fee-loading')}</VisuallyHidden>
    </>
  )
  const feeHint =
    fee && `${fee.fiatValue} · ${t('review.fee-max', { amount: fee.maxFee, symbol: fee.symbol })}`
  const items: readonly KeyValue[] = [
    {
      id: 'minimum',
      label: t('swap.minimum'),
      value: texts.minimum,
      hint: t(plan?.containsMinimum === false ? 'swap.minimum-unread' : 'swap.minimum-text'),
      strong: true,
    },
    { id: 'rate', label: t('swap.rate'), value: texts.rate },
    { id: 'impact', label: t('swap.impact'), value: impact ?? unknownValue },
    {
      id: 'slippage',
      label: t('swap.slippage'),
      value: texts.slippage,
      hint: slippage.is === 'fine' && slippage.advice === 'high' ? t('swap.slippage-high') : undefined,
    },
    {
      id: 'provider-fee',
      label: t('swap.provider-fee'),
      value: texts.providerFee ?? t('swap.in-rate'),
      hint: texts.providerFee && t('swap.provider-fee-text'),
    },
    {
      id: 'fee',
      label: t('review.fee'),
      value: fee?.expected ?? pending,
      hint: fee?.isRough ? `${feeHint} · ${t('swap.fee-rough')}` : feeHint,
    },
    ...(fee?.deposit === undefined
      ? []
      : [
          {
            id: 'deposit',
            label: t('review.deposit'),
            value: fee.deposit,
            hint: t('swap.deposit-text'),
          },
        ]),
    { id: 'network', label: t('review.network'), value: network },
    ...(plan?.approvals ?? []).map(({ value }) =>
      value === 0n
        ? {
            id: 'reset',
            label: t('swap.reset'),
            value: t('swap.reset-value'),
            hint: t('swap.reset-text', { wallet: wallet.name }),
          }
        : {
            id: 'approval',
            label: t('swap.approval'),
            value: texts.sells,
            hint: t(plan?.isBundle ? 'swap.approval-bundle' : 'swap.approval-text', {
              amount: texts.sells,
              wallet: wallet.name,
            }),
          },
    ),
  ]
  return <KeyValueList items={items} />
}
