import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { AddressText } from '#widget/ui/address-text.tsx'
import { Avatar } from '#widget/ui/avatar.tsx'
import { CopyButton } from '#widget/ui/copy-button.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { explorerAtom } from '../bind.ts'
import styles from './account-view.module.css'

/** Whose account it is: picture, address to copy, and the way to its block explorer. */
export function Identity({ address }: { address: string }) {
  const t = useT()
  const explorer = useAtomValue(explorerAtom)
  return (
    <>
      <Avatar address={address} size={64} />
      <Stack gap={4} align="center">
        <CopyButton text={address} label={t('account.copy')} copiedLabel={t('account.copied')}>
          <AddressText address={address} />
        </CopyButton>
        {explorer && (
          <a className={styles.explorer} href={explorer.href} target="_blank" rel="noopener noreferrer">
            {t('account.explorer', { explorer: explorer.name })}
          </a>
        )}
      </Stack>
    </>
  )
}
