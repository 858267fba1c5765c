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

/** The picture that goes with the account's name, else the one made of its address. */
export function AccountPicture({ account }: { account: AccountId }) {
  const identity = useAtomValue(identityAtom(account))
  return (
    <Avatar
      address={addressOf(account)}
      src={identity.is === 'ready' ? identity.data.avatar : undefined}
      size={64}
    />
  )
}

/** What the account is called, where it has a name. */
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

/** The way to a name, for an account that has none and can have one. */
export function GetName({ account }: { account: AccountId }) {
  const t = useT()
  const identity = useAtomValue(identityAtom(account))
  const canClaim = useAtomValue(
    capabilityAtom({ capability: 'nameRegistration', namespace: namespaceOf(chainOf(account)) }),
  )
  const navigate = useSetAtom(viewStackAtom)
  if (!canClaim) return null
  // What comes then is as high, be it this or a name: nothing below moves from under a finger.
  if (identity.is === 'loading') return <div className={styles.naming} />
  // A service that does not answer keeps nobody from a name: the view looks the one that is typed up itself.
  if (identity.is === 'ready' && identity.data.name !== undefined) return null
  return (
    <Button
      look="quiet"
      size="small"
      onPress={() => navigate({ to: 'push', view: { name: 'RegisterAccountName' } })}
    >
      {t('register.title')}
    </Button>
  )
}
