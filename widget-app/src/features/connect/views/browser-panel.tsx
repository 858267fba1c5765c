import { askedNamespaceAtom } from '#widget/kernel/modal.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { installedTarget, type WalletRow } from '#widget/kernel/wallets.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/button.tsx'
import { Headline } from '#widget/ui/headline.tsx'
import { ScreenFooter } from '#widget/ui/screen-footer.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { WalletIcon } from '#widget/ui/wallet-icon.tsx'

/** The wallet as an extension of this browser. */
export function BrowserPanel({ row }: { row: WalletRow }) {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const asked = useAtomValue(askedNamespaceAtom)
  const view = installedTarget(row, asked)
  const title = t('connecting.continue', { wallet: row.name })
  return (
    <Stack gap={20}>
      <div />
      <Stack across align="center">
        <WalletIcon name={row.name} src={row.icon} size={64} />
      </Stack>
      <Headline title={t('pair.browser-text', { wallet: row.name })} isAlarm={false} />
      <ScreenFooter>
        {view && <Button onPress={() => navigate({ to: 'push', view })}>{title}</Button>}
      </ScreenFooter>
    </Stack>
  )
}
