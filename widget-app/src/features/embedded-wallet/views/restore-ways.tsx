import { localeAtom } from '#widget/core/locale.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { openVaultAtom } from '#widget/domain/embedded-wallet/vault-window.ts'
import { dateText } from '#widget/lib/date-text.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { IconButton } from '#widget/ui/buttons/icon-button.tsx'
import { CloseIcon } from '#widget/ui/icons/close.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { openChangeAtom } from '../account-change.ts'

/** The passkeys and recovery codes of the wallet, of which a code can be removed; the vault adds others, and shows its words and keys. */
export function RestoreWays() {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  // The clicks open a window, so they stay synchronous.
  const openVault = useSetAtom(openVaultAtom)
  const openChange = useSetAtom(openChangeAtom)
  const account = useAtomValue(embeddedSessionAtom)?.account
  if (account?.accounts === undefined) return null
  const complete = account.envelopes.filter(({ isComplete }) => isComplete)
  const opening = new Set(complete.map(({ passkeyId }) => passkeyId))
  const codes = complete.filter(({ kind }) => kind === 'recovery')
  const keep = () => openVault({ is: 'keep' })
  return (
    <RowGroup label={t('wallet-settings.restore')}>
      {account.passkeys.map(({ id, name, isBackedUp }) => (
        <Row
          key={id}
          title={<bdi>{name}</bdi>}
          subtitle={t(
            opening.has(id)
              ? isBackedUp
                ? 'wallet-settings.passkey-synced'
                : 'wallet-settings.passkey-device'
              : 'wallet-settings.passkey-login',
          )}
        />
      ))}
      {codes.map(({ id, createdAtMs }) => {
        const time = dateText(BigInt(Math.floor(createdAtMs / 1_000)), locale)
        return (
          <Row
            key={id}
            title={t('wallet-settings.recovery')}
            subtitle={t('wallet-settings.added', { time })}
            action={
              <IconButton
                label={t('wallet-settings.remove-code', { time })}
                onClick={() => openChange({ is: 'remove-code', code: { id, createdAtMs } })}
              >
                <CloseIcon />
              </IconButton>
            }
          />
        )
      })}
      {account.recovery !== undefined && complete.some(({ kind }) => kind === 'assisted') && (
        <Row
          title={t('wallet-settings.assisted')}
          subtitle={t('wallet-settings.assisted-text')}
          chevron
          onClick={keep}
        />
      )}
      <Row
        title={t('wallet-settings.add-way')}
        subtitle={t('wallet-settings.window')}
        chevron
        onClick={keep}
      />
      <Row
        title={t('wallet-settings.phrase')}
        subtitle={t('wallet-settings.window')}
        chevron
        onClick={keep}
      />
    </RowGroup>
  )
}
