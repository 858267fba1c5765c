import { viewStackAtom } from '#widget/core/view-stack.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { IconButton } from '#widget/ui/buttons/icon-button.tsx'
import { CloseIcon } from '#widget/ui/icons/close.tsx'
import { MailIcon } from '#widget/ui/icons/mail.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { openChangeAtom, type UnlinkedLogin } from '../account-change.ts'
import { canUnlinkAtom, chooseLinkAtom, linkableSocialsAtom } from '../logins.ts'
import { socialTitles } from '../socials.ts'
import { SocialIcon } from './social-icon.tsx'

/** What the user logs in with: each can be removed while another way is left, and accounts of other services can be added. */
export function Logins() {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const identities = useAtomValue(embeddedSessionAtom)?.account.identities ?? []
  const canAdd = useAtomValue(linkableSocialsAtom).length > 0
  const chooseLink = useSetAtom(chooseLinkAtom)
  const changeEmail = () => navigate({ to: 'push', view: { name: 'UpdateEmailWallet' } })
  return (
    <RowGroup label={t('wallet-settings.logins')}>
      {identities.map(({ provider, name }) =>
        provider === 'email' ? (
          <Row
            key={provider}
            title={<bdi dir="ltr">{name}</bdi>}
            subtitle={t('wallet-settings.email')}
            icon={<MailIcon />}
            chevron
            onClick={changeEmail}
            action={<Unlink login={{ provider, name }} />}
          />
        ) : (
          <Row
            key={provider}
            title={<bdi>{name}</bdi>}
            subtitle={socialTitles[provider]}
            icon={<SocialIcon social={provider} />}
            action={<Unlink login={{ provider, name }} />}
          />
        ),
      )}
      {!identities.some(({ provider }) => provider === 'email') && (
        <Row title={t('wallet-settings.add-email')} icon={<MailIcon />} chevron onClick={changeEmail} />
      )}
      {canAdd && <Row title={t('logins.add')} chevron onClick={chooseLink} />}
    </RowGroup>
  )
}

function Unlink({ login }: { login: UnlinkedLogin }) {
  const t = useT()
  const canUnlink = useAtomValue(canUnlinkAtom)
  const openChange = useSetAtom(openChangeAtom)
  if (!canUnlink) return null
  return (
    <IconButton
      label={t('wallet-settings.remove', { device: login.name })}
      onClick={() => openChange({ is: 'unlink-login', login })}
    >
      <CloseIcon />
    </IconButton>
  )
}
