import { useEffect } from 'react'
import { localeAtom } from '#widget/core/locale.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { transactionAtom } from '#widget/domain/transactions/journal.ts'
import { purposeMessages } from '#widget/domain/transactions/swap-messages.ts'
import { isBelowMinimum } from '#widget/domain/transactions/swap-outcome.ts'
import type { TransactionState } from '#widget/domain/transactions/transaction-entry.ts'
import { receivedMessage } from '#widget/domain/transactions/transfer-messages.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline, type HeadlineContent } from '#widget/ui/display/headline.tsx'
import { HostReportedMark } from '#widget/ui/identity/host-reported-mark.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { UnverifiableNotice, VerificationNotice } from '#widget/ui/notices/verification-notice.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { SuccessTick } from '#widget/ui/progress/success-tick.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import {
  entryTextsAtom,
  entryVerdictAtom,
  explorerLinkAtom,
  isEntryHostReportedAtom,
  isNeverVerifiedAtom,
  storeVerdictAtom,
  walletIconAtom,
  watchTransactionsAtom,
} from '../atoms.ts'
import { TransactionFacts } from './transaction-facts.tsx'

type MessageTexts = { readonly wallet: string; readonly receivedText: string }

/** The message of a transfer, which states whether anything moved. */
function messageOf(
  { is }: TransactionState,
  { wallet, receivedText }: MessageTexts,
  t: Translate,
): HeadlineContent {
  switch (is) {
    case 'signing':
      return { title: t('transaction.signing', { wallet }), text: t('transaction.signing-text') }
    case 'bundled':
      return { title: t('transaction.submitted'), text: t('transaction.submitted-text') }
    case 'confirmed':
      return { title: t('transaction.confirmed'), text: receivedText }
    case 'unknown':
      return { title: t('transaction.unknown'), text: t('transaction.unknown-text', { wallet }) }
    default:
      return { title: t(`transaction.${is}`), text: t(`transaction.${is}-text`) }
  }
}

const ringOf = ({ is }: TransactionState): 'waiting' | 'failed' | 'stopped' => {
  if (is === 'signing' || is === 'bundled' || is === 'submitted') return 'waiting'
  return is === 'failed' ? 'failed' : 'stopped'
}

/** A journal entry, live: its status, whether anything moved, and its details. */
export function TransactionView({ view: { id } }: { view: ViewOf<'Transaction'> }) {
  const t = useT()
  useAtomValue(watchTransactionsAtom)
  const entry = useAtomValue(transactionAtom(id))
  const texts = useAtomValue(entryTextsAtom(id))
  const icon = useAtomValue(walletIconAtom(id))
  const locale = useAtomValue(localeAtom)
  const verdict = useAtomValue(entryVerdictAtom(id))
  const isNeverVerified = useAtomValue(isNeverVerifiedAtom(id))
  const hasMismatch = verdict === 'mismatch'
  const storeVerdict = useSetAtom(storeVerdictAtom)
  // biome-ignore lint/correctness/useExhaustiveDependencies: stores the verdict whenever verification ends
  useEffect(() => storeVerdict(id), [id, verdict, storeVerdict])
  const isHostReported = useAtomValue(isEntryHostReportedAtom(id))
  if (!entry || !texts) {
    return (
      <EmptyState drawing="activity" title={t('transaction.missing')}>
        {t('transaction.missing-text')}
      </EmptyState>
    )
  }
  const { state, walletName: wallet, purpose } = entry
  const message = hasMismatch
    ? { title: t('transaction.mismatch'), text: t('transaction.mismatch-text') }
    : purpose
      ? purposeMessages(entry, purpose, locale, t)
      : messageOf(state, { wallet, receivedText: receivedMessage(entry, locale, t) }, t)
  const isMismatch = hasMismatch || isBelowMinimum(entry)
  const isAlarm = isMismatch || state.is === 'failed'
  return (
    <Stack gap={20}>
      <Stack across align="center">
        {state.is === 'confirmed' && !isMismatch ? (
          <SuccessTick size={96} />
        ) : (
          <ProgressRing state={isMismatch ? 'failed' : ringOf(state)}>
            <WalletIcon name={wallet} src={icon} size={64} />
          </ProgressRing>
        )}
      </Stack>
      <Headline {...message} isAlert={isAlarm} size={22} />
      {isHostReported && (
        <Stack across align="center">
          <HostReportedMark />
        </Stack>
      )}
      <VerificationNotice entries={[{ check: verdict }]} />
      {isNeverVerified && <UnverifiableNotice />}
      <TransactionFacts entry={entry} />
      <Explorer id={id} />
    </Stack>
  )
}

function Explorer({ id }: { id: string }) {
  const t = useT()
  const link = useAtomValue(explorerLinkAtom(id))
  if (!link) return null
  const key = link.is === 'account' ? 'transaction.account-explorer' : 'transaction.explorer'
  return (
    <ScreenFooter>
      <Button look="secondary" href={link.href}>
        {t(key, { explorer: link.name })}
      </Button>
    </ScreenFooter>
  )
}
