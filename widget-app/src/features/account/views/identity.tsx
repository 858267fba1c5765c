import { type AccountId, addressOf } from '#shared/caip/account-id.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { CopyButton } from '#widget/ui/buttons/copy-button.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { explorerAtom } from '../atoms.ts'
import { AccountAvatar, AccountName, GetName } from './account-name.tsx'
import styles from './account-view.module.css'

/** Avatar, name and copyable address of the account, with the links to its block explorer and to name registration. */
export function Identity({ account }: { account: AccountId }) {
  const address = addressOf(account)
  const t = useT()
  const explorer = useAtomValue(explorerAtom)
  return (
    <>
      <AccountAvatar account={account} />
      <AccountName account={account} />
      <Stack gap={4} align="center">
        <Stack across wrap gap={8} align="center">
          <CopyButton text={address} label={t('account.copy')} copiedLabel={t('account.copied')}>
            <AddressText address={address} />
          </CopyButton>
          {explorer && (
            <a className={styles.explorer} href={explorer.href} target="_blank" rel="noopener noreferrer">
              {t('account.explorer', { explorer: explorer.name })}
            </a>
          )}
        </Stack>
        <GetName account={account} />
      </Stack>
    </>
  )
}
