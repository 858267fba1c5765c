import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { closeModalAtom } from '#widget/domain/modal/modal.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { SuccessTick } from '#widget/ui/progress/success-tick.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { useWallet } from './use-wallet.ts'

const titles = {
  starting: 'sessions.starting',
  active: 'sessions.created',
  'not-started': 'sessions.not-started',
  unclear: 'sessions.unclear',
} as const

/** The outcome of a permission grant: awaited, active, or granted by the wallet without its service having it. */
export function SmartSessionCreatedView({ view: { outcome } }: { view: ViewOf<'SmartSessionCreated'> }) {
  const t = useT()
  const move = useSetAtom(viewStackAtom)
  const close = useSetAtom(closeModalAtom)
  const wallet = useWallet()
  return (
    <Stack gap={20} align="center">
      <div />
      {outcome === 'active' && <SuccessTick />}
      {outcome === 'starting' && (
        <ProgressRing state="waiting">
          <WalletIcon name={wallet.name} src={wallet.icon} size={64} />
        </ProgressRing>
      )}
      <Headline
        title={t(titles[outcome])}
        text={
          outcome === 'active'
            ? t('sessions.created-text')
            : t(`sessions.${outcome}-text`, { wallet: wallet.name })
        }
        isAlert={outcome === 'not-started' || outcome === 'unclear'}
        size={22}
      />
      <ScreenFooter>
        <Stack gap={8}>
          <Button onClick={() => void close()}>
            {t(outcome === 'starting' ? 'common.close' : 'common.done')}
          </Button>
          <Button
            look="secondary"
            onClick={() => move({ to: 'replace', view: { name: 'SmartSessionList' } })}
          >
            {t('sessions.see')}
          </Button>
        </Stack>
      </ScreenFooter>
    </Stack>
  )
}
