import { viewStackAtom } from '#widget/core/view-stack.ts'
import type { AppLink } from '#widget/domain/wallets/wallet-app.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { WalletIcon } from '#widget/ui/identity/wallet-icon.tsx'
import { Details } from '#widget/ui/layout/details.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ProgressRing } from '#widget/ui/progress/progress-ring.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import type { RegisterState } from '../model.ts'

type RegistrationProgressProps = {
  readonly state: Exclude<RegisterState, { is: 'choosing' }>
  readonly wallet: { readonly name: string; readonly icon: string | undefined }
  /** Opens the wallet, if it is an app on this phone. */
  readonly app: AppLink | undefined
}

/** Shows the signature request, then the request to the registry, with the message that is signed. */
export function RegistrationProgress({ state, wallet, app }: RegistrationProgressProps) {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const isSigning = state.is === 'signing'
  return (
    <Stack gap={20}>
      <div />
      <Stack across align="center">
        <ProgressRing state="waiting">
          <WalletIcon name={wallet.name} src={wallet.icon} size={64} />
        </ProgressRing>
      </Stack>
      <Headline
        title={isSigning ? t('connecting.confirm', { wallet: wallet.name }) : t('register.registering')}
        text={t('register.signing-text', { name: state.name })}
        isAlert={false}
      />
      <Details label={t('sign-in.message')}>
        <Text as="span" size={13}>
          <bdi dir="ltr">{state.message}</bdi>
        </Text>
      </Details>
      <ScreenFooter>
        {isSigning && app && <Button {...app}>{t('connecting.opening', { wallet: wallet.name })}</Button>}
        <Button look="secondary" disabled={!isSigning} onClick={() => navigate({ to: 'back' })}>
          {t('common.cancel')}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}
