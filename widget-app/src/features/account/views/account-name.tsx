import { type AccountId, addressOf, chainOf } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { capabilityAtom } from '#widget/core/capabilities.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { identityAtom } from '#widget/domain/names/identity.ts'
import { displayName } from '#widget/domain/names/name-display.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { Avatar } from '#widget/ui/identity/avatar.tsx'
import styles from './account-view.module.css'

/** The avatar of the account's name, otherwise the one generated from its address. */
export function AccountAvatar({ account }: { account: AccountId }) {
  const identity = useAtomValue(identityAtom(account))
  return (
    <Avatar
      address={addressOf(account)}
      src={identity.is === 'ready' ? identity.data.avatar : undefined}
      size={64}
    />
  )
}

/** The name of the account, if it has one. */
export function AccountName({ account }: { account: AccountId }) {
  const identity = useAtomValue(identityAtom(account))
  const name = identity.is === 'ready' ? identity.data.name : undefined
  if (name === undefined) return null
  return (
    <Text as="h2" size={17} weight="strong" align="center">
      <bdi dir="ltr">{displayName(name).text}</bdi>
    </Text>
  )
}

/** Opens name registration, for an account without a name in a namespace that supports it. */
export function GetName({ account }: { account: AccountId }) {
  const t = useT()
  const identity = useAtomValue(identityAtom(account))
  const canRegister = useAtomValue(
    capabilityAtom({ capability: 'nameRegistration', namespace: namespaceOf(chainOf(account)) }),
  )
  const navigate = useSetAtom(viewStackAtom)
  if (!canRegister) return null
  // The placeholder is as high as the button or the name that replaces it, so that nothing below shifts.
  if (identity.is === 'loading') return <div className={styles.naming} />
  // A failed lookup does not block registration: the Register view checks the typed name itself.
  if (identity.is === 'ready' && identity.data.name !== undefined) return null
  return (
    <Button
      look="quiet"
      size="small"
      onClick={() => navigate({ to: 'push', view: { name: 'RegisterAccountName' } })}
    >
      {t('register.title')}
    </Button>
  )
}
