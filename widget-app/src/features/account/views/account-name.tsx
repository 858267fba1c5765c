import { type AccountId, addressOf, chainOf } from '#shared/caip/account-id.ts'
import { namespaceOf } from '#shared/caip/chain-id.ts'
import { capabilityAtom } from '#widget/core/capabilities.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { identityAtom } from '#widget/domain/names/identity.ts'
import { displayName } from '#widget/domain/names/name-display.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Pill } from '#widget/ui/display/pill.tsx'
import { Avatar } from '#widget/ui/identity/avatar.tsx'

/** The avatar of the account's name, otherwise the one generated from its address. */
export function AccountAvatar({ account }: { account: AccountId }) {
  const identity = useAtomValue(identityAtom(account))
  return (
    <Avatar address={addressOf(account)} src={identity.is === 'ready' ? identity.data.avatar : undefined} />
  )
}

/** The name of the account as displayed, if it has one. */
export function useAccountName(account: AccountId): string | undefined {
  const identity = useAtomValue(identityAtom(account))
  const name = identity.is === 'ready' ? identity.data.name : undefined
  return name === undefined ? undefined : displayName(name).text
}

/** Opens name registration, for an account without a name in a namespace that supports it. */
export function GetName({ account }: { account: AccountId }) {
  const t = useT()
  const identity = useAtomValue(identityAtom(account))
  const canRegister = useAtomValue(
    capabilityAtom({ capability: 'nameRegistration', namespace: namespaceOf(chainOf(account)) }),
  )
  const navigate = useSetAtom(viewStackAtom)
  if (!canRegister || identity.is === 'loading') return null
  // A failed lookup does not block registration: the Register view checks the typed name itself.
  if (identity.is === 'ready' && identity.data.name !== undefined) return null
  return (
    <Pill onClick={() => navigate({ to: 'push', view: { name: 'RegisterAccountName' } })}>
      {t('register.title')}
    </Pill>
  )
}
