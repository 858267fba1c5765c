import { featureAtom } from '#widget/core/feature-flags.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { isLoggedOutAtom } from '#widget/domain/embedded-wallet/session-end.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Text } from '#widget/ui/display/text.tsx'
import { GlobeIcon } from '#widget/ui/icons/globe.tsx'
import { MailIcon } from '#widget/ui/icons/mail.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { canSelectWalletAtom } from '../legal-consent.ts'

/** Login by e-mail, or only with social accounts, above the wallets. */
export function EmailLoginRow() {
  const hasEmail = useAtomValue(featureAtom('email')).is !== 'off'
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const canSelect = useAtomValue(canSelectWalletAtom)
  const isLoggedOut = useAtomValue(isLoggedOutAtom)
  const title = hasEmail ? t('login.title') : t('sign-in.title')
  return (
    <>
      {isLoggedOut && <Notice tone="info" title={t('login.logged-out')} announce />}
      <RowGroup label={title} labelHidden>
        <Row
          title={title}
          icon={hasEmail ? <MailIcon /> : <GlobeIcon />}
          chevron
          disabled={!canSelect}
          onClick={() => navigate({ to: 'push', view: { name: 'EmailLogin' } })}
        />
      </RowGroup>
      <Text size={13} tone="soft" align="center">
        {t('login.or')}
      </Text>
    </>
  )
}
