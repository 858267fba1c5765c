import { useState } from 'react'
import { repeatLoginAtom, resetRepeatedLoginAtom } from '#widget/domain/embedded-wallet/complete-login.ts'
import type { SocialId } from '#widget/domain/embedded-wallet/offered-socials.ts'
import { stepUpAtom } from '#widget/domain/embedded-wallet/session-proofs.ts'
import { openVaultAtom } from '#widget/domain/embedded-wallet/vault-window.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Headline } from '#widget/ui/display/headline.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { logOutAtom } from '../log-out.ts'
import { type LoginWay, loginWaysAtom } from '../login-ways.ts'
import { beginSocialLoginAtom } from '../social-login.ts'
import { socialTitles } from '../socials.ts'
import { ConnectingFarcasterView } from './connecting-farcaster-view.tsx'
import { ConnectingSocial } from './connecting-social-view.tsx'
import { WithVaultWindow } from './with-vault-window.tsx'

type LogInAgainProps = {
  /** Repeats the call that the server rejected, once the user has logged in. */
  readonly onContinue: () => void
  readonly onCancel?: () => void
}

/** The server requires a recent login, of a user without an e-mail address: leads to the logins that the user has. */
export function LogInAgain(props: LogInAgainProps) {
  useAtomValue(resetRepeatedLoginAtom)
  const stepUp = useAtomValue(stepUpAtom)
  const [stepUpBefore] = useState(stepUp)
  const [chosen, setChosen] = useState<LoginWay>()
  if (stepUp !== undefined && stepUp !== stepUpBefore) return <LoggedInAgain {...props} />
  if (chosen !== undefined && chosen !== 'passkey')
    return <SocialLogin provider={chosen} onLeave={() => setChosen(undefined)} />
  return (
    <WithVaultWindow task={{ is: 'log-in' }}>
      <Choice {...props} onChoose={setChosen} />
    </WithVaultWindow>
  )
}

function SocialLogin({ provider, onLeave }: { provider: SocialId; onLeave: () => void }) {
  const t = useT()
  return (
    <>
      {provider === 'farcaster' ? <ConnectingFarcasterView /> : <ConnectingSocial provider={provider} />}
      <ScreenFooter>
        <Button look="quiet" onClick={onLeave}>
          {t('login.other-way')}
        </Button>
      </ScreenFooter>
    </>
  )
}

type ChoiceProps = LogInAgainProps & { readonly onChoose: (way: LoginWay) => void }

/** The clicks open windows, so they must stay synchronous. */
function Choice({ onCancel, onChoose }: ChoiceProps) {
  const t = useT()
  const ways = useAtomValue(loginWaysAtom)
  const repeatLogin = useSetAtom(repeatLoginAtom)
  const startSocial = useSetAtom(beginSocialLoginAtom)
  const openVault = useSetAtom(openVaultAtom)
  const logOut = useSetAtom(logOutAtom)
  const begin = (way: LoginWay) => {
    repeatLogin()
    if (way === 'passkey') openVault({ is: 'log-in' })
    else if (way !== 'farcaster') startSocial(way)
    onChoose(way)
  }
  return (
    <Stack gap={20}>
      <div />
      <Headline title={t('login.again')} text={t('login.again-text')} isAlert={false} />
      <ScreenFooter>
        {ways.map((way, index) => (
          <Button key={way} look={index === 0 ? 'primary' : 'secondary'} onClick={() => begin(way)}>
            {way === 'passkey' ? t('login.passkey') : t('social.with', { provider: socialTitles[way] })}
          </Button>
        ))}
        {ways.length === 0 && <Button onClick={() => void logOut()}>{t('login.log-out')}</Button>}
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
      </ScreenFooter>
    </Stack>
  )
}

function LoggedInAgain({ onContinue, onCancel }: LogInAgainProps) {
  const t = useT()
  return (
    <Stack gap={20}>
      <div />
      <Headline title={t('login.logged-in')} isAlert={false} />
      <ScreenFooter>
        <Button onClick={onContinue}>{t('email.continue')}</Button>
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        )}
      </ScreenFooter>
    </Stack>
  )
}
