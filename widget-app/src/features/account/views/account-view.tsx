import type { AccountId } from '#shared/caip/account-id.ts'
import type { Connection } from '#widget/chains/chain-adapter.ts'
import { requestedNamespaceAtom } from '#widget/core/modal-state.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeNetworkAtom } from '#widget/domain/accounts/active-network.ts'
import { activeAccountAtom, activeConnectionAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { networkIconUrl } from '#widget/domain/networks/network-icon.ts'
import { isEmbeddedWalletAtom } from '#widget/domain/wallets/wallet-app.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Pill } from '#widget/ui/display/pill.tsx'
import { ExternalIcon } from '#widget/ui/icons/external.tsx'
import { NetworkIcon } from '#widget/ui/identity/network-icon.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Tabs } from '#widget/ui/layout/tabs.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { PullToRefresh } from '#widget/ui/sheet/pull-to-refresh.tsx'
import { type AccountTab, availableTabsAtom, visibleTabAtom } from '../account-tab.ts'
import { canRefetchAtom, explorerAtom, refetchDisplayedAtom } from '../atoms.ts'
import { isFeatureExpectedAtom } from '../expected-features.ts'
import { AccountActions } from './account-actions.tsx'
import { GetName } from './account-name.tsx'
import styles from './account-view.module.css'
import { ActivityList } from './activity-list.tsx'
import { Headline } from './headline.tsx'
import { Identity } from './identity.tsx'
import { MissedResults } from './missed-results.tsx'
import { SmartSessionsRow } from './smart-sessions-row.tsx'
import { TokenList } from './token-list.tsx'

// Only for our own wallet.
const EmbeddedWalletPart = lazyComponent(
  async () => (await import('./embedded-wallet-part.tsx')).EmbeddedWalletPart,
)

/** The active account: identity with its wallet, total, actions, balances and activity. */
export function AccountView() {
  const connection = useAtomValue(activeConnectionAtom)
  const account = useAtomValue(activeAccountAtom)
  return connection && account ? (
    <ConnectedAccount connection={connection} account={account} />
  ) : (
    <NotConnected />
  )
}

function ConnectedAccount({ connection, account }: { connection: Connection; account: AccountId }) {
  const refresh = useSetAtom(refetchDisplayedAtom(account))
  const canRefresh = useAtomValue(canRefetchAtom(account))
  const isEmbedded = useAtomValue(isEmbeddedWalletAtom(connection.handle))
  return (
    <PullToRefresh disabled={!canRefresh} onRefresh={refresh}>
      <Stack gap={16}>
        {/* Balances, name and tokens arrive one by one: the panel keeps its height, and nothing in its head shifts. */}
        <div className={styles.head} data-keeps-height>
          <Stack gap={12}>
            <Identity account={account} connection={connection} />
            <Headline account={account} />
            <Places account={account} />
          </Stack>
        </div>
        <MissedResults />
        <AccountActions />
        {isEmbedded && <EmbeddedWalletPart />}
        <SmartSessionsRow namespace={connection.namespace} />
        <AccountTabs account={account} />
      </Stack>
    </PullToRefresh>
  )
}

const tabLabels: { readonly [Tab in AccountTab]: (t: Translate) => string } = {
  tokens: (t) => t('account.tokens'),
  activity: (t) => t('account.activity-tab'),
}

/** The balances or the activity of the account. */
function AccountTabs({ account }: { account: AccountId }) {
  const t = useT()
  const availableTabs = useAtomValue(availableTabsAtom(account))
  const [tab, select] = useAtom(visibleTabAtom(account))
  const isActivityExpected = useAtomValue(isFeatureExpectedAtom('activity'))
  if (availableTabs.length === 1 && !isActivityExpected) {
    return (
      <div>
        <TokenList account={account} />
      </div>
    )
  }
  return (
    // Until the project's settings are known, a placeholder keeps the place of the other tab.
    <Tabs
      label={t('account.halves')}
      tabs={availableTabs.map((id) => ({ id, label: tabLabels[id](t) }))}
      placeholders={availableTabs.length === 1 ? 1 : 0}
      selected={tab}
      onSelect={select}
    >
      {tab === 'tokens' ? <TokenList account={account} /> : <ActivityList account={account} />}
    </Tabs>
  )
}

/**
 * The network, name registration and the block explorer. Registration may appear late: between the two, so that neither
 * moves.
 */
function Places({ account }: { account: AccountId }) {
  const t = useT()
  const explorer = useAtomValue(explorerAtom)
  const label = explorer && t('account.explorer', { explorer: explorer.name })
  return (
    <div className={styles.places}>
      <NetworkPill />
      <GetName account={account} />
      {explorer && (
        <a
          className={styles.explorer}
          href={explorer.href}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={label}
          title={label}
        >
          <ExternalIcon />
        </a>
      )}
    </div>
  )
}

function NetworkPill() {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const network = useAtomValue(activeNetworkAtom)
  if (!network) return null
  return (
    <Pill
      opens
      icon={<NetworkIcon name={network.name} src={networkIconUrl(network)} size={20} />}
      label={t('account.network', { network: network.name })}
      onClick={() => navigate({ to: 'push', view: { name: 'Networks' } })}
    >
      {network.name}
    </Pill>
  )
}

function NotConnected() {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const setRequestedNamespace = useSetAtom(requestedNamespaceAtom)
  return (
    <EmptyState
      drawing="wallet"
      title={t('account.nobody')}
      action={
        <Button
          onClick={() => {
            setRequestedNamespace(undefined)
            navigate({ to: 'reset', view: { name: 'Connect' } })
          }}
        >
          {t('connect.title')}
        </Button>
      }
    />
  )
}
