import type { Review, ReviewStage } from '#widget/domain/review-queue/reviews.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { CopyButton } from '#widget/ui/buttons/copy-button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { accountOf, resultKindAtom, reviewWalletAtom } from '../atoms.ts'
import { isTerm } from '../terms.ts'
import { ExplorerLinkButton } from './answer-link-button.tsx'
import { CancelFooter } from './cancel-button.tsx'
import { FactCard } from './fact-card.tsx'

type WalletUnverifiedProps = {
  readonly review: Review
  readonly stage: Extract<ReviewStage, { is: 'unverified' }>
}

const addedTexts = {
  calls: ['approve.added', 'approve.added-text'],
  rights: ['approve.delegated', 'approve.delegated-text'],
} as const

const texts = {
  sent: ['approve.unchecked-sent', 'approve.unchecked-sent-text'],
  signed: ['approve.unchecked-signed', 'approve.unchecked-signed-text'],
  granted: ['approve.unchecked-granted', 'approve.unchecked-granted-text'],
} as const

/** The wallet responded, and what it sent or signed could not be compared with the review: neither an alert nor silence. */
export function WalletUnverified({ review, stage: { hash, account, added } }: WalletUnverifiedProps) {
  const t = useT()
  const wallet = useAtomValue(reviewWalletAtom)
  const kind = useAtomValue(resultKindAtom)
  const [title, text] = added === 'nothing' ? texts[kind] : addedTexts[added]
  const facts = review.decoding.is === 'read' ? review.decoding.description.facts : []
  return (
    <Stack gap={20}>
      <Stack across align="center">
        <ProgressRing state="stopped">
          <WalletIcon name={wallet.name} src={wallet.icon} size={64} />
        </ProgressRing>
      </Stack>
      <div role="status">
        <Headline
          title={t(title, { wallet: wallet.name })}
          text={t(text, { wallet: wallet.name })}
          isAlert={false}
          size={22}
        />
      </div>
      {facts
        .filter((fact) => !isTerm(fact))
        .map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the facts of a request never move
          <FactCard key={index} fact={fact} isMain={false} />
        ))}
      <KeyValueList
        items={[
          hash === undefined
            ? {
                id: 'account',
                label: t('approve.account'),
                value: <AddressText address={account ?? accountOf(review)} />,
              }
            : {
                id: 'hash',
                label: t('transaction.hash'),
                value: (
                  <CopyButton
                    text={hash}
                    label={t('transaction.copy-hash')}
                    copiedLabel={t('transaction.hash-copied')}
                  >
                    <AddressText address={hash} />
                  </CopyButton>
                ),
              },
        ]}
      />
      <ScreenFooter>
        <Stack gap={8}>
          <ExplorerLinkButton />
          <Button onClick={() => review.decide('acknowledge')}>{t('common.done')}</Button>
        </Stack>
      </ScreenFooter>
      <CancelFooter />
    </Stack>
  )
}
