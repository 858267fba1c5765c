import { formatWhole } from '#shared/amount/format-amount.ts'
import { leftBehindAtom } from '#widget/kernel/left-behind.ts'
import { localeAtom } from '#widget/kernel/number-locale.ts'
import type { TransactionEntry, TransactionState } from '#widget/kernel/transaction-entry.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/button.tsx'
import { Notice, type NoticeProps } from '#widget/ui/notice.tsx'
import { Stack } from '#widget/ui/stack.tsx'

const tones: { readonly [State in TransactionState['is']]: NoticeProps['tone'] } = {
  signing: 'info',
  bundled: 'info',
  submitted: 'info',
  confirmed: 'success',
  failed: 'warning',
  replaced: 'warning',
  dropped: 'info',
  expired: 'info',
  rejected: 'info',
  unknown: 'warning',
}

function textOf(
  { state, walletName: wallet, asset: { symbol } }: TransactionEntry,
  amount: string,
  t: Translate,
) {
  switch (state.is) {
    case 'confirmed':
      return t('transaction.confirmed-text', { amount, symbol })
    case 'bundled':
      return t('transaction.submitted-text')
    case 'unknown':
      return t('transaction.unknown-text', { wallet })
    default:
      return t(`transaction.${state.is}-text`)
  }
}

/** Where the last payment of a page that is gone stands: whether anything moved, and what to do next. */
export function LeftBehindNotice() {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const [entry, putAside] = useAtom(leftBehindAtom)
  const move = useSetAtom(viewStackAtom)
  if (!entry) return null
  const { asset, value, state, id } = entry
  const amount = formatWhole(value, asset.decimals, locale)
  return (
    <Notice
      tone={tones[state.is]}
      title={t('left.title', { amount, symbol: asset.symbol })}
      announce
      action={
        <Stack across gap={8}>
          <Button
            look="secondary"
            size="small"
            onPress={() => move({ to: 'push', view: { name: 'Transaction', id } })}
          >
            {t('left.see')}
          </Button>
          <Button look="quiet" size="small" onPress={putAside}>
            {t('common.dismiss')}
          </Button>
        </Stack>
      }
    >
      {textOf(entry, amount, t)}
    </Notice>
  )
}
