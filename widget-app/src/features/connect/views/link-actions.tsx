import { viewStackAtom } from '#widget/core/view-stack.ts'
import type { WalletRow } from '#widget/domain/wallets/wallet-rows.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { CopyButton } from '#widget/ui/buttons/copy-button.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { LiveRegion } from '#widget/ui/notices/live-region.tsx'
import type { PendingPairing } from '../pairing-messages.ts'
import { deviceKindAtom, storeLinks } from '../store-links.ts'

/** Announces politely each time the code on screen is replaced. */
export function RenewalAnnouncement({ state, declined }: { state: PendingPairing; declined: string }) {
  const t = useT()
  if (state.is !== 'waiting' || state.renewed === 0) return <LiveRegion message="" />
  const message = state.wasDeclined ? `${t('connecting.rejected')}. ${declined}` : t('pair.renewed')
  // Screen readers announce only changed text: a no-break space makes a repeated message differ.
  return <LiveRegion message={`${message}${'\u00a0'.repeat(state.renewed % 2)}`} />
}

/** Copies the pairing URI, for wallets that accept it pasted, and links to install a missing wallet. */
export function LinkActions({ uri, row }: { uri: string | undefined; row: WalletRow | undefined }) {
  const t = useT()
  const device = useAtomValue(deviceKindAtom)
  const navigate = useSetAtom(viewStackAtom)
  const hasStoreLinks = row?.entry !== undefined && storeLinks(row.entry.links, device).length > 0
  return (
    <Stack across wrap gap={8} align="center">
      {uri !== undefined && (
        <CopyButton
          text={uri}
          label={t('pair.copy')}
          copiedLabel={t('pair.copied')}
          failedLabel={t('pair.copy-failed')}
        >
          {t('pair.copy')}
        </CopyButton>
      )}
      {row && hasStoreLinks && (
        <Button
          look="quiet"
          size="small"
          onClick={() => navigate({ to: 'push', view: { name: 'GetWallet', walletId: row.id } })}
        >
          {t('get.title', { wallet: row.name })}
        </Button>
      )}
    </Stack>
  )
}
