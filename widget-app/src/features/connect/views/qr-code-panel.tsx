import { nowAtom } from '#widget/core/current-time.ts'
import type { WalletRow } from '#widget/domain/wallets/wallet-rows.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { Headline } from '#widget/ui/display/headline.tsx'
import { QrCode } from '#widget/ui/display/qr-code.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { CountdownBar } from '#widget/ui/progress/countdown-bar.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { type PendingPairing, pairingMessages, qrCodeLifetime } from '../pairing-messages.ts'
import { LinkActions, RenewalAnnouncement } from './link-actions.tsx'
import styles from './qr-code-panel.module.css'

type QrCodePanelProps = { readonly state: PendingPairing; readonly row: WalletRow | undefined }

/** The QR code for a wallet on another device, with its remaining time and alternatives. */
export function QrCodePanel({ state, row }: QrCodePanelProps) {
  const t = useT()
  const name = row?.name
  const isWaiting = state.is === 'waiting'
  const message = isWaiting
    ? { title: name ? t('pair.scan', { wallet: name }) : t('pair.scan-any'), text: t('pair.scan-text') }
    : pairingMessages(state, name ?? t('connecting.wallet'), t)
  return (
    <Stack gap={16}>
      {isWaiting && state.wasDeclined && (
        <Notice tone="info" title={t('connecting.rejected')}>
          {t('pair.declined')}
        </Notice>
      )}
      <div className={styles.code}>
        {isWaiting ? (
          <QrCode text={state.uri} label={name ? t('pair.code', { wallet: name }) : t('pair.code-any')}>
            {name && <WalletIcon name={name} src={row?.icon} size={40} />}
          </QrCode>
        ) : (
          <div className={styles.waiting}>
            <Skeleton shape="block" height="100%" />
          </div>
        )}
        <div className={styles.life}>
          {isWaiting && state.expiresAt !== undefined && <RemainingTime expiresAt={state.expiresAt} />}
        </div>
      </div>
      <RenewalAnnouncement state={state} declined={t('pair.declined')} />
      <Headline {...message} isAlert={false} />
      <LinkActions uri={isWaiting ? state.uri : undefined} row={row} />
    </Stack>
  )
}

function RemainingTime({ expiresAt }: { expiresAt: number }) {
  const t = useT()
  const { seconds, share, isShownAsText } = qrCodeLifetime(expiresAt, useAtomValue(nowAtom))
  return (
    <>
      <CountdownBar share={share} />
      {isShownAsText && (
        <Text size={13} tone="soft" align="center" numeric>
          {t('pair.left', { count: seconds })}
        </Text>
      )}
    </>
  )
}
