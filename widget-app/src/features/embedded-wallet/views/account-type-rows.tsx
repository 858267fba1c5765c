import type { ChainId } from '#shared/caip/chain-id.ts'
import { currentChainAtom } from '#widget/domain/accounts/active-network.ts'
import { preferredAccountTypeAtom } from '#widget/domain/embedded-wallet/account-type.ts'
import { embeddedSessionAtom } from '#widget/domain/embedded-wallet/session.ts'
import { configuredNamespacesAtom, networkAtom } from '#widget/domain/networks/networks.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Text } from '#widget/ui/display/text.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { selectAccountTypeAtom, upgradeStatusAtom } from '../account-type.ts'
import { ListFailed } from './list-failed.tsx'

/** How the wallet's Ethereum account is used on this site; absent where the site has no such networks. */
export function AccountTypeRows() {
  const hasAccount = useAtomValue(embeddedSessionAtom)?.account.accounts !== undefined
  const isConfigured = useAtomValue(configuredNamespacesAtom).includes('eip155')
  const chain = useAtomValue(currentChainAtom('eip155'))
  return hasAccount && isConfigured && chain !== undefined ? <Choice chain={chain} /> : null
}

function Choice({ chain }: { chain: ChainId }) {
  const t = useT()
  const type = useAtomValue(preferredAccountTypeAtom)
  const select = useSetAtom(selectAccountTypeAtom)
  return (
    <Stack gap={8}>
      <RowGroup label={t('account-type.title')}>
        <Row
          title={t('account-type.smart')}
          subtitle={t('account-type.smart-text')}
          selected={type === 'smartAccount'}
          onClick={() => select('smartAccount', chain)}
        />
        <Row
          title={t('account-type.standard')}
          subtitle={t('account-type.standard-text')}
          selected={type === 'eoa'}
          onClick={() => select('eoa', chain)}
        />
      </RowGroup>
      <Text size={13} tone="soft">
        {t('account-type.same')}
      </Text>
      {type === 'eoa' ? (
        <Text size={13} tone="soft">
          {t('account-type.standard-more')}
        </Text>
      ) : (
        <ChainStatus chain={chain} />
      )}
    </Stack>
  )
}

/** Whether the account is upgraded on the current network. */
function ChainStatus({ chain }: { chain: ChainId }) {
  const t = useT()
  const [status, read] = useAtom(upgradeStatusAtom(chain))
  const network = useAtomValue(networkAtom(chain))?.name ?? chain
  if (status.is === 'failed')
    return (
      <ListFailed
        title={t('account-type.failed', { network })}
        details={status.details}
        onRetry={() => void read()}
      />
    )
  return (
    <div role="status">
      <Text size={13} tone="soft">
        {status.is === 'loading' ? t('account-type.loading') : t(`account-type.${status.is}`, { network })}
      </Text>
    </div>
  )
}
