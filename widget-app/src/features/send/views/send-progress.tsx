import { walletHintAfterMs } from '#shared/config/limits.ts'
import { useViewOverride } from '#widget/core/use-view-override.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline, type HeadlineContent } from '#widget/ui/display/headline.tsx'
import { useDelayed } from '#widget/ui/hooks/use-delayed.ts'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { HostReportedMark } from '#widget/ui/identity/host-reported-mark.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { type KeyValue, KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { VerificationNotice } from '#widget/ui/notices/verification-notice.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { SuccessTick } from '#widget/ui/progress/success-tick.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { sendStateAtom } from '../atoms/draft.ts'
import {
  entryAmountAtom,
  entryAtom,
  entryReceivedAtom,
  explorerLinkAtom,
  isEntryHostReportedAtom,
} from '../atoms/progress.ts'
import { isSenderAppAtom, networkNameAtom, senderAppAtom, senderWalletAtom } from '../atoms/texts.ts'
import { isUnderWay, type ProgressStage, stageOf } from '../model.ts'

type Names = {
  readonly wallet: string
  readonly network: string
  /** The received amount; empty before the transaction is in a block. */
  readonly received: string
}
function headlineOf(stage: ProgressStage, names: Names, t: Translate): HeadlineContent {
  const { wallet, network, received } = names
  switch (stage) {
    case 'switching':
      return { title: t('sending.switching', { wallet }), text: t('sending.switching-text', { network }) }
    case 'signing':
      return { title: t('sending.confirm', { wallet }), text: t('sending.confirm-text') }
    case 'unknown':
      return { title: t('sending.unknown'), text: t('sending.unknown-text', { wallet }) }
    case 'mismatched':
      return { title: t('transaction.mismatch'), text: t('transaction.mismatch-text') }
    case 'confirmed':
      return { title: t('transaction.confirmed'), text: received }
    default:
      return { title: t(`transaction.${stage}`), text: t(`transaction.${stage}-text`) }
  }
}

const ringOf = (stage: ProgressStage): 'waiting' | 'failed' | 'stopped' => {
  if (stage === 'switching' || stage === 'signing' || stage === 'submitted') return 'waiting'
  return stage === 'failed' || stage === 'mismatched' ? 'failed' : 'stopped'
}

/** In place of form and review: the wallet's next action, then submitted and confirmed, live. */
export function SendProgress() {
  const t = useT()
  const state = useAtomValue(sendStateAtom)
  const entry = useAtomValue(entryAtom)
  const wallet = useAtomValue(senderWalletAtom)
  const network = useAtomValue(networkNameAtom)
  const received = useAtomValue(entryReceivedAtom)
  const isWalletApp = useAtomValue(isSenderAppAtom)
  const isHostReported = useAtomValue(isEntryHostReportedAtom)
  const app = useAtomValue(senderAppAtom)
  const isSlow = useDelayed(isUnderWay(state), walletHintAfterMs)
  const stage = stageOf(state, entry?.state)
  const name = entry?.walletName ?? wallet.name
  const names = { wallet: name, network, received }
  const headline = headlineOf(stage, names, t)
  const isError = stage === 'failed' || stage === 'mismatched'
  // Form and review both show the progress: going back skips both.
  useViewOverride(t('transaction.title'), 'send')
  return (
    <Stack gap={20}>
      <Stack across align="center">
        {stage === 'confirmed' ? (
          <SuccessTick size={96} />
        ) : (
          <ProgressRing state={ringOf(stage)}>
            <WalletIcon name={name} src={wallet.icon} size={64} />
          </ProgressRing>
        )}
      </Stack>
      <Headline {...headline} isAlert={isError} size={22} />
      {isHostReported && !isUnderWay(state) && (
        <Stack across align="center">
          <HostReportedMark />
        </Stack>
      )}
      {stage !== 'mismatched' && <VerificationNotice entries={[entry]} />}
      <TransferFacts />
      {isSlow && (
        <Notice tone="info" announce>
          {t(isWalletApp ? 'sending.hint-app' : 'sending.hint', { wallet: name })}
        </Notice>
      )}
      <ScreenFooter>
        {isUnderWay(state) ? (
          app && <Button {...app}>{t('connecting.opening', { wallet: name })}</Button>
        ) : (
          <EndButtons />
        )}
      </ScreenFooter>
    </Stack>
  )
}

/** The values to compare with the wallet's own screen. */
function TransferFacts() {
  const t = useT()
  const entry = useAtomValue(entryAtom)
  const sum = useAtomValue(entryAmountAtom)
  if (!entry || !sum) return null
  const items: readonly KeyValue[] = [
    { id: 'amount', label: t('review.amount'), value: `${sum.amount} ${sum.symbol}` },
    ...(sum.received === undefined
      ? []
      : [{ id: 'arrived', label: t('transaction.arrived'), value: sum.received, strong: true }]),
    { id: 'to', label: t('review.to'), value: <AddressText address={entry.to} whole />, below: true },
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
