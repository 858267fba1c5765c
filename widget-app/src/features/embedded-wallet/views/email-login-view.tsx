import { featureAtom } from '#widget/core/feature-flags.ts'
import { displayedAuthName } from '#widget/domain/embedded-wallet/auth-name.ts'
import { continueAfterLoginAtom } from '#widget/domain/embedded-wallet/complete-login.ts'
import { offeredSocialsAtom } from '#widget/domain/embedded-wallet/offered-socials.ts'
import type { EmbeddedSession } from '#widget/domain/embedded-wallet/session.ts'
import { openVaultAtom, vaultOpenerAtom } from '#widget/domain/embedded-wallet/vault-window.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { logOutAtom } from '../log-out.ts'
import {
  editAddressAtom,
  isAddressInvalidAtom,
  loginCode,
  preparedVaultAtom,
  resumedCodeAtom,
  resumedSessionAtom,
  submitAddressAtom,
} from '../login.ts'
import { AddressForm } from './address-form.tsx'
import { SocialButtons } from './social-buttons.tsx'
import { WithVaultWindow } from './with-vault-window.tsx'

/** Login by e-mail or with a social account; or, for a user who is logged in, the next step. */
export function EmailLoginView() {
  const session = useAtomValue(resumedSessionAtom)
  const hasEmail = useAtomValue(featureAtom('email')).is !== 'off'
  const hasSocials = useAtomValue(offeredSocialsAtom).length > 0
  if (session) return <LoggedIn session={session} />
  return (
    <WithVaultWindow task={{ is: 'log-in' }}>
      {hasEmail || !hasSocials ? <Address /> : <Socials />}
    </WithVaultWindow>
  )
}

function Socials() {
  const t = useT()
  return (
    <Stack gap={20}>
      <div />
      <Headline title={t('social.accounts')} text={t('social.accounts-text')} isAlert={false} />
      <SocialButtons />
      <PasskeyButton />
    </Stack>
  )
}

/** Login by a passkey, in the vault. Its click opens the window, so it must stay synchronous. */
function PasskeyButton() {
  const t = useT()
  useAtomValue(preparedVaultAtom)
  const isReady = useAtomValue(vaultOpenerAtom) !== undefined
  const openVault = useSetAtom(openVaultAtom)
  return (
    <Button look="quiet" size="small" disabled={!isReady} onClick={() => openVault({ is: 'log-in' })}>
      {t('login.passkey')}
    </Button>
  )
}

function Address() {
  const t = useT()
  useAtomValue(resumedCodeAtom)
  const sent = useAtomValue(loginCode.sentAtom)
  const hasSocials = useAtomValue(offeredSocialsAtom).length > 0
  return (
    <AddressForm
      title={t('email.heading')}
      text={t('login.text')}
      state={useAtomValue(loginCode.stateAtom)}
      initial={sent?.email ?? ''}
      isInvalid={useAtomValue(isAddressInvalidAtom)}
      others={
        <>
          <Text size={13} tone="soft" align="center">
            {t('login.or')}
          </Text>
          {hasSocials && <SocialButtons />}
          <PasskeyButton />
        </>
      }
      onEdit={useSetAtom(editAddressAtom)}
      onSubmit={useSetAtom(submitAddressAtom)}
    />
  )
}

function LoggedIn({ session }: { session: EmbeddedSession }) {
  const t = useT()
  const proceed = useSetAtom(continueAfterLoginAtom)
  const logOut = useSetAtom(logOutAtom)
  const name = displayedAuthName(session.account.identities)
  return (
    <Stack gap={20}>
      <div />
      <Headline title={t('login.logged-in')} text={name} isAlert={false} size={22} />
      <ScreenFooter>
        <Button onClick={() => void proceed()}>{t('email.continue')}</Button>
        <Button look="quiet" onClick={() => void logOut()}>
          {t('login.log-out')}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}
