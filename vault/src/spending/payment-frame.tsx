import { formatBalance, formatWhole } from '#shared/amount/format-amount.ts'
import { WindowMessage, WindowSheet } from '#widget/app/confirm/window-sheet.tsx'
import { localeAtom } from '#widget/core/locale.ts'
import { dateText } from '#widget/lib/date-text.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { useAtomValue } from '#widget/lib/state.ts'
import { Text } from '#widget/ui/display/text.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Spinner } from '#widget/ui/progress/spinner.tsx'
import { loadReview } from '../document/load-review.ts'
import { frameScreenAtom, type LimitCover } from './frame-screen.ts'

const ApproveTransactionView = lazyComponent(async () => (await loadReview()).ApproveTransactionView)

/** The vault's frame in the widget: the request as the vault reads it, and what is left of the limit. */
export function PaymentFrame() {
  const t = useT()
  const screen = useAtomValue(frameScreenAtom)
  return (
    <WindowSheet title={t('vault.limit-covers')} viewKey={screen.is}>
      {screen.is === 'payment' ? (
        <Stack gap={16}>
          <CoverLine cover={screen.cover} />
          <ApproveTransactionView />
        </Stack>
      ) : (
        <WindowMessage title={t(screen.is === 'signing' ? 'vault.signing' : 'vault.loading')}>
          <Spinner />
        </WindowMessage>
      )}
    </WindowSheet>
  )
}

/** What is left of the limit after the payment; floored, so that it is never more. */
function CoverLine({ cover: { asset, maximum, left, expiresAtMs } }: { cover: LimitCover }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const { decimals, symbol } = asset
  return (
    <Text tone="soft" size={13} align="center">
      {t('vault.limit-left', {
        left: `${formatBalance(left, decimals, locale)} ${symbol}`,
        maximum: `${formatWhole(maximum, decimals, locale)} ${symbol}`,
        time: dateText(BigInt(Math.floor(expiresAtMs / 1_000)), locale),
      })}
    </Text>
  )
}
