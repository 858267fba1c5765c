import type { WalletRow } from '#widget/domain/wallets/wallet-rows.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { usePrompt } from '#widget/lib/state.ts'
import { Headline } from '#widget/ui/display/headline.tsx'
import { GatedButton } from '#widget/ui/gated-button/gated-button.tsx'
import { rowsArmAfterMs } from '#widget/ui/gated-button/gated-rows.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { selectInstalledAtom } from '../choose-wallet.ts'

/** The wallet as an extension of this browser. */
export function ExtensionPanel({ row }: { row: WalletRow }) {
  const t = useT()
  const select = usePrompt(selectInstalledAtom)
  const title = t('connecting.continue', { wallet: row.name })
  return (
    <Stack gap={20}>
      <div />
      <Stack across align="center">
        <WalletIcon name={row.name} src={row.icon} size={64} />
      </Stack>
      <Headline title={t('pair.browser-text', { wallet: row.name })} isAlert={false} />
      <ScreenFooter>
        {row.found.length > 0 && (
          <GatedButton onClick={(click) => select(click, row.id)} armAfterMs={rowsArmAfterMs}>
            {title}
          </GatedButton>
        )}
      </ScreenFooter>
    </Stack>
  )
}
