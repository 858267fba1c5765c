import { WindowMessage } from '#widget/app/confirm/window-sheet.tsx'
import { useT } from '#widget/lib/i18n/translate.ts'
import { GatedButton } from '#widget/ui/gated-button/gated-button.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import type { ScreenOf } from './vault-screen.ts'

/** Lets the user sign a change of the account. */
export function ProveScreen({ screen: { answer } }: { screen: ScreenOf<'prove'> }) {
  const t = useT()
  return (
    <>
      <WindowMessage title={t('vault.prove')} text={t('vault.prove-text')} />
      <ScreenFooter>
        <GatedButton onClick={answer}>{t('approve.sign')}</GatedButton>
      </ScreenFooter>
    </>
  )
}
