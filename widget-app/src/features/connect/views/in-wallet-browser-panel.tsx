import type { WalletRow } from '#widget/domain/wallets/wallet-rows.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'

type InWalletBrowserPanelProps = {
  readonly row: WalletRow
  readonly href: string
  readonly onStay: () => void
}

/** For a wallet that connects to pages in its own browser: open the page there, or stay and pair. */
export function InWalletBrowserPanel({ row, href, onStay }: InWalletBrowserPanelProps) {
  const t = useT()
  const title = t('pair.page', { wallet: row.name })
  return (
    <Stack gap={20}>
      <div />
      <Stack across align="center">
        <WalletIcon name={row.name} src={row.icon} size={64} />
      </Stack>
      <Headline title={title} text={t('pair.page-text', { wallet: row.name })} isAlert={false} />
      <ScreenFooter>
        <Stack gap={8}>
          <Button href={href} isApp={!href.startsWith('https:')}>
            {title}
          </Button>
          <Button look="quiet" onClick={onStay}>
            {t('pair.stay')}
          </Button>
        </Stack>
      </ScreenFooter>
    </Stack>
  )
}
