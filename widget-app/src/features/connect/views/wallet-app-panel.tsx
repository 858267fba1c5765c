import type { WalletRow } from '#widget/domain/wallets/wallet-rows.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { useAppDidNotOpen } from '#widget/ui/hooks/use-app-did-not-open.ts'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import type { DeepLink } from '../deep-link.ts'
import { type PendingPairing, pairingMessages } from '../pairing-messages.ts'
import { LinkActions, RenewalAnnouncement } from './link-actions.tsx'

type WalletAppPanelProps = {
  readonly state: PendingPairing
  readonly row: WalletRow
  /** Best first. */
  readonly links: readonly DeepLink[]
  readonly text: string
}

/**
 * A wallet on this device. Its button is a plain link that exists before the click, because browsers drop the user
 * activation while code awaits.
 */
export function WalletAppPanel({ state, row, links, text }: WalletAppPanelProps) {
  const t = useT()
  const { at, markLeaving } = useAppDidNotOpen()
  const didNotOpen = at === 'stayed'
  const { name } = row
  const isWaiting = state.is === 'waiting'
  const [first, second] = links
  const title = t('connecting.opening', { wallet: name })
  const message = isWaiting ? { title, text } : pairingMessages(state, name, t)
  return (
    <Stack gap={20}>
      <div />
      <Stack across align="center">
        <ProgressRing state={!isWaiting || at === 'leaving' ? 'waiting' : 'stopped'}>
          <WalletIcon name={name} src={row.icon} size={64} />
        </ProgressRing>
      </Stack>
      <RenewalAnnouncement state={state} declined={t('pair.declined-link')} />
      <Headline {...message} isAlert={false} />
      {isWaiting && state.wasDeclined && (
        <Notice tone="info" title={t('connecting.rejected')}>
          {t('pair.declined-link')}
        </Notice>
      )}
      {didNotOpen && (
        <Notice tone="info" title={t('pair.stayed')} announce>
          {t('pair.stayed-text', { wallet: name })}
        </Notice>
      )}
      <LinkActions uri={isWaiting ? state.uri : undefined} row={row} />
      <ScreenFooter>
        <Stack gap={8}>
          {isWaiting && first ? (
            <Button href={first.href} isApp={first.is === 'scheme'} onClick={markLeaving}>
              {title}
            </Button>
          ) : (
            <Button busy onClick={() => {}}>
              {title}
            </Button>
          )}
          {isWaiting && didNotOpen && second && (
            <Button look="secondary" href={second.href} isApp={second.is === 'scheme'} onClick={markLeaving}>
              {t('pair.other-link')}
            </Button>
          )}
        </Stack>
      </ScreenFooter>
    </Stack>
  )
}
