import { viewStackAtom } from '#widget/core/view-stack.ts'
import type { AppLink } from '#widget/domain/wallets/wallet-app.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { SuccessTick } from '#widget/ui/progress/success-tick.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import type { RevokeState } from '../model.ts'

type RevokingProps = {
  readonly state: Extract<RevokeState, { is: 'signing' | 'revoking' }>
  readonly wallet: {
    readonly name: string
    readonly icon: string | undefined
    /** Opens the wallet if it is an app on this phone. */
    readonly app: AppLink | undefined
  }
}

/** Progress: the wallet is prompted to sign, then the service revokes. */
export function Revoking({ state, wallet: { name, icon, app } }: RevokingProps) {
  const t = useT()
  const move = useSetAtom(viewStackAtom)
  const isSigning = state.is === 'signing'
  return (
    <Stack gap={20}>
      <div />
      <Stack across align="center">
        <ProgressRing state="waiting">
          <WalletIcon name={name} src={icon} size={64} />
        </ProgressRing>
      </Stack>
      <Headline
        title={isSigning ? t('connecting.confirm', { wallet: name }) : t('sessions.revoking')}
        text={t('sessions.signing-text')}
        isAlert={false}
      />
      <ScreenFooter>
        {isSigning && app && <Button {...app}>{t('connecting.opening', { wallet: name })}</Button>}
        <Button look="secondary" disabled={!isSigning} onClick={() => move({ to: 'back' })}>
          {t('common.cancel')}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}

/** The service has reported that the session ended. */
export function Revoked() {
  const t = useT()
  const move = useSetAtom(viewStackAtom)
  return (
    <Stack gap={20} align="center">
      <div />
      <SuccessTick />
      <Headline title={t('sessions.done')} text={t('sessions.done-text')} isAlert={false} size={22} />
      <ScreenFooter>
        <Button onClick={() => move({ to: 'back' })}>{t('sessions.see')}</Button>
      </ScreenFooter>
    </Stack>
  )
}
