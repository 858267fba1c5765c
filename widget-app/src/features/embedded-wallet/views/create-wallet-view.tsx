import { deployConfigAtom } from '#widget/core/config.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { openVaultAtom } from '#widget/domain/embedded-wallet/vault-window.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { displayOrigin } from '#widget/lib/text/origin-display.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { SuccessTick } from '#widget/ui/progress/success-tick.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { logOutAtom } from '../log-out.ts'
import { WithVaultWindow } from './with-vault-window.tsx'

/** For a user without a wallet: leads to the vault, which creates the wallet's keys in a window of its own. */
export function CreateWalletView() {
  return (
    <WithVaultWindow task={{ is: 'create' }}>
      <CreateWallet />
    </WithVaultWindow>
  )
}

function CreateWallet() {
  const t = useT()
  const openVault = useSetAtom(openVaultAtom)
  const { vaultUrl } = useAtomValue(deployConfigAtom)
  const logOut = useSetAtom(logOutAtom)
  const identities = useAtomValue(embeddedSessionAtom)?.account.identities ?? []
  const hasEmail = identities.some(({ provider }) => provider === 'email')
  return (
    <Stack gap={20} align="center">
      <div />
      <SuccessTick />
      <Headline
        title={hasEmail ? t('create-wallet.heading') : t('login.logged-in')}
        text={t('create-wallet.text')}
        isAlert={false}
      />
      <Notice tone="info">
        {t('create-wallet.window', { host: vaultUrl === undefined ? '' : displayOrigin(vaultUrl) })}
      </Notice>
      <ScreenFooter>
        <Button onClick={() => openVault({ is: 'create' })}>{t('create-wallet.open')}</Button>
        <Button look="quiet" onClick={() => void logOut()}>
          {t('login.log-out')}
        </Button>
      </ScreenFooter>
    </Stack>
  )
}
