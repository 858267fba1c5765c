import { walletHintAfterMs } from '#shared/config/limits.ts'
import { useViewOverride } from '#widget/core/use-view-override.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { isWatched, type TransactionState } from '#widget/domain/transactions/transaction-entry.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { useDelayed } from '#widget/ui/hooks/use-delayed.ts'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { type KeyValue, KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { VerificationNotice } from '#widget/ui/notices/verification-notice.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { SuccessTick } from '#widget/ui/progress/success-tick.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { swapStateAtom } from '../atoms/draft.ts'
import {
  approvalEntryAtom,
  entryTextsAtom,
  explorerLinkAtom,
  parameterTextsAtom,
  swapEntryAtom,
  swapperWalletAtom,
} from '../atoms/texts.ts'
import { progressMessage } from '../messages.ts'
import { isUnderWay, type SwapState } from '../model.ts'

type Ring = 'waiting' | 'failed' | 'stopped'

function ringOf(state: SwapState, entry: TransactionState | undefined): Ring {
  if (state.is === 'mismatched') return 'failed'
  if (state.is === 'unknown') return 'stopped'
  if (isUnderWay(state) || entry === undefined || isWatched(entry)) return 'waiting'
  return entry.is === 'failed' ? 'failed' : 'stopped'
}

/** In place of form and review: the wallet's next action, each step with its state, and the end by the receipt. */
export function SwapProgress() {
  const t = useT()
  const state = useAtomValue(swapStateAtom)
  const entry = useAtomValue(swapEntryAtom)
  const approval = useAtomValue(approvalEntryAtom)
  const texts = useAtomValue(entryTextsAtom)
  const { name, icon, isApp, app } = useAtomValue(swapperWalletAtom)
  const isSigning = state.is === 'signing'
  const isSlow = useDelayed(isSigning, walletHintAfterMs)
  const isDone = state.is === 'submitted' && entry?.state.is === 'confirmed'
  const ring = ringOf(state, entry?.state)
  const names = {
    wallet: name,
    amount: texts?.sells ?? '',
    received: texts?.received,
    shortfall: texts?.shortfall,
  }
  // Form and review both show the progress: going back skips both.
  useViewOverride(t('swap.title'), 'swap')
  return (
    <Stack gap={20}>
      <Stack across align="center">
        {isDone ? (
          <SuccessTick size={96} />
        ) : (
          <ProgressRing state={ring}>
            <WalletIcon name={name} src={icon} size={64} />
          </ProgressRing>
        )}
      </Stack>
      <Headline {...progressMessage(state, entry?.state, names, t)} isAlert={ring === 'failed'} size={22} />
      <Steps isWaiting={ring === 'waiting'} />
      {state.is !== 'mismatched' && <VerificationNotice entries={[entry, approval]} />}
      {isSlow && (
        <Notice tone="info" announce>
          {t(isApp ? 'sending.hint-app' : 'sending.hint', { wallet: name })}
        </Notice>
      )}
      <ScreenFooter>
        {isUnderWay(state) ? (
          isSigning && app && <Button {...app}>{t('connecting.opening', { wallet: name })}</Button>
        ) : (
          <EndButtons />
        )}
      </ScreenFooter>
    </Stack>
  )
}

function stepStatus(state: TransactionState | undefined, wallet: string, t: Translate): string {
  switch (state?.is) {
    case undefined:
      return t('swap.step.next')
    case 'signing':
      return t('swap.step.wallet', { wallet })
    case 'bundled':
    case 'submitted':
      return t('swap.step.network')
    case 'confirmed':
      return t('swap.step.done')
    case 'unknown':
      return t('swap.step.unknown')
    case 'replaced':
      return t('transaction.replaced')
    case 'dropped':
      return t('transaction.dropped')
    default:
      return t('swap.step.failed')
  }
}

/** Each step with its state, and the amounts; no minimum is shown next to an end that may not reach it. */
function Steps({ isWaiting }: { isWaiting: boolean }) {
  const t = useT()
  const state = useAtomValue(swapStateAtom)
  const approval = useAtomValue(approvalEntryAtom)
  const entry = useAtomValue(swapEntryAtom)
  const texts = useAtomValue(entryTextsAtom)
  const order = useAtomValue(parameterTextsAtom)
  const { name } = useAtomValue(swapperWalletAtom)
  if (!texts) return null
  const isApproving = state.is === 'signing' && (state.step === 'approve' || state.step === 'reset')
  const first = isApproving ? entry : approval
  const second = isApproving ? undefined : entry
  // A revocation has no amount of its own.
  const amount = texts.isReset ? (order?.sells ?? texts.sells) : texts.sells
  const items: readonly KeyValue[] = [
    ...(first
      ? [
          {
            id: 'approve',
            label: t(first.value === 0n ? 'swap.step.reset' : 'swap.step.approve', { amount }),
            value: stepStatus(first.state, name, t),
          },
        ]
      : []),
    {
      id: 'swap',
      label: t('swap.step.swap', { amount }),
      value: state.is === 'rebuilding' ? t('swap.step.checking') : stepStatus(second?.state, name, t),
    },
    ...(texts.received === undefined
      ? texts.minimum === undefined || !isWaiting
        ? []
        : [{ id: 'minimum', label: t('swap.minimum'), value: texts.minimum }]
      : [{ id: 'received', label: t('swap.received'), value: texts.received, strong: true }]),
  ]
  return <KeyValueList items={items} />
}

function EndButtons() {
  const t = useT()
  const link = useAtomValue(explorerLinkAtom)
  const move = useSetAtom(viewStackAtom)
  return (
    <Stack gap={8}>
      {link && (
        <Button look="secondary" href={link.href}>
          {t(link.is === 'account' ? 'transaction.account-explorer' : 'transaction.explorer', {
            explorer: link.name,
          })}
        </Button>
      )}
      <Button onClick={() => move({ to: 'reset', view: { name: 'Account' } })}>{t('common.done')}</Button>
    </Stack>
  )
}
