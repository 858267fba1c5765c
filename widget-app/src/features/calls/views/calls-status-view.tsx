import { useState } from 'react'
import { localeAtom } from '#widget/core/locale.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { closeModalAtom } from '#widget/domain/modal/modal.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { MoreButton } from '#widget/ui/buttons/more-button.tsx'
import { TextLink } from '#widget/ui/buttons/text-link.tsx'
import { Headline, type HeadlineContent } from '#widget/ui/display/headline.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { type KeyValue, KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { SuccessTick } from '#widget/ui/progress/success-tick.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import {
  type BundleProgress,
  bundleNetworkAtom,
  bundleProgressAtom,
  bundleRecordAtom,
  bundleTransactionsAtom,
  bundleWalletAtom,
  watchBundleAtom,
} from '../atoms.ts'

/** The message of a bundle, which states whether anything moved. */
function messageOf({ is, last }: BundleProgress, t: Translate): HeadlineContent {
  if (is === 'failed') {
    const code = last?.status ?? 0
    const variant = code >= 600 ? 'partly' : code >= 500 ? 'reverted' : 'not-sent'
    return { title: t(`calls.${variant}`), text: t(`calls.${variant}-text`) }
  }
  return { title: t(`calls.${is}`), text: t(`calls.${is}-text`) }
}

/** A call bundle, live: its status and its transactions. */
export function CallsStatusView({ view: { id } }: { view: ViewOf<'CallsStatus'> }) {
  const t = useT()
  const record = useAtomValue(bundleRecordAtom(id))
  return record ? (
    <Bundle id={id} callCount={record.callCount} />
  ) : (
    <EmptyState drawing="activity" title={t('calls.missing')}>
      {t('calls.missing-text')}
    </EmptyState>
  )
}

/** Longer lists are collapsed. */
const maxTransactions = 10

function Bundle({ id, callCount }: { id: string; callCount: number }) {
  const t = useT()
  const progress = useAtomValue(bundleProgressAtom(id))
  const network = useAtomValue(bundleNetworkAtom(id))
  const wallet = useAtomValue(bundleWalletAtom(id))
  const transactions = useAtomValue(bundleTransactionsAtom(id))
  const locale = useAtomValue(localeAtom)
  const [isAll, setIsAll] = useState(false)
  const hiddenCount =
    isAll || transactions.length <= maxTransactions + 1 ? 0 : transactions.length - maxTransactions
  const shown = hiddenCount === 0 ? transactions : transactions.slice(0, maxTransactions)
  const { is, last } = progress
  const items: readonly KeyValue[] = [
    { id: 'calls', label: t('calls.count'), value: String(callCount) },
    ...(network ? [{ id: 'network', label: t('review.network'), value: network.name }] : []),
    ...(last
      ? [
          {
            id: 'atomic',
            label: t('calls.together'),
            value: t(last.atomic ? 'calls.all-or-none' : 'calls.one-by-one'),
          },
        ]
      : []),
    ...shown.map(({ hash, href }, at) => ({
      id: hash,
      label: t('calls.transaction', { number: String(at + 1) }),
      value: href ? (
        <TextLink href={href} newTab={t('calls.new-tab')}>
          <AddressText address={hash} />
        </TextLink>
      ) : (
        <AddressText address={hash} />
      ),
    })),
  ]
  return (
    <Stack gap={20}>
      <Stack across align="center">
        {is === 'done' ? (
          <SuccessTick size={96} />
        ) : (
          <ProgressRing state={is === 'failed' ? 'failed' : is === 'waiting' ? 'waiting' : 'stopped'}>
            <WalletIcon name={wallet.name} src={wallet.icon} size={64} />
          </ProgressRing>
        )}
      </Stack>
      <Headline {...messageOf(progress, t)} isAlert={is === 'failed'} size={22} />
      <KeyValueList items={items} />
      {hiddenCount > 0 && <MoreButton count={hiddenCount} locale={locale} onClick={() => setIsAll(true)} />}
      <ScreenFooter>
        <Stack gap={8}>
          {(is === 'timed-out' || is === 'unknown') && <CheckAgain id={id} />}
          <CloseButton isDone={is === 'done'} />
        </Stack>
      </ScreenFooter>
    </Stack>
  )
}

function CheckAgain({ id }: { id: string }) {
  const t = useT()
  const watch = useSetAtom(watchBundleAtom)
  return <Button onClick={() => void watch(id, new AbortController().signal)}>{t('calls.again')}</Button>
}

/** Closes the modal, or shows Account in an embedded widget; the bundle goes on. */
function CloseButton({ isDone }: { isDone: boolean }) {
  const t = useT()
  const close = useSetAtom(closeModalAtom)
  return (
    <Button look={isDone ? 'primary' : 'secondary'} onClick={() => void close()}>
      {t(isDone ? 'common.done' : 'common.close')}
    </Button>
  )
}
