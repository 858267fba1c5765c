import { flagsAtom } from '#widget/kernel/config.ts'
import { connectionsAtom } from '#widget/kernel/connections.ts'
import { recentWalletsAtom } from '#widget/kernel/enabled-wallets.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { walletCountAtom } from '#widget/kernel/wallet-catalogue.ts'
import { walletRowsAtom } from '#widget/kernel/wallets.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Badge } from '#widget/ui/badge.tsx'
import { Button } from '#widget/ui/button.tsx'
import { Details } from '#widget/ui/details.tsx'
import { EmptyState } from '#widget/ui/empty-state.tsx'
import { GridIcon } from '#widget/ui/icons/grid.tsx'
import { LiveRegion } from '#widget/ui/live-region.tsx'
import { Row } from '#widget/ui/row.tsx'
import { RowGroup } from '#widget/ui/row-group.tsx'
import { Skeleton } from '#widget/ui/skeleton.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { Text } from '#widget/ui/text.tsx'
import { roundedCount, type SectionKind, walletSections } from '../sections.ts'
import { WalletListRow } from './wallet-list-row.tsx'

const headings: { readonly [Kind in SectionKind]: (t: Translate) => string } = {
  yours: (t) => t('connect.group.yours'),
  walletConnect: (t) => t('connect.group.external'),
  featured: (t) => t('connect.group.featured'),
  custom: (t) => t('connect.group.custom'),
  external: (t) => t('connect.group.external'),
  recommended: (t) => t('connect.group.recommended'),
}

/** The wallets to choose from, in the spec's order and groups, and the way to all others. */
export function ConnectView() {
  const t = useT()
  const rows = useAtomValue(walletRowsAtom)
  const count = useAtomValue(walletCountAtom)
  const connections = useAtomValue(connectionsAtom)
  const { allWallets } = useAtomValue(flagsAtom)
  const isLoading = rows.length === 0 && count === undefined
  const isRestoring = Object.values(connections).some(
    (state) => state.is === 'connecting' && state.kind === 'restored',
  )
  return (
    <Stack>
      <LiveRegion message={isRestoring ? t('connect.restoring') : isLoading ? t('common.loading') : ''} />
      {rows.length === 0 && !isLoading ? (
        <NoWallet mayBrowse={allWallets} />
      ) : (
        <div>
          {isLoading && (
            <RowGroup label={t('connect.group.yours')} labelHidden busy>
              <Skeleton shape="row" count={5} />
            </RowGroup>
          )}
          {walletSections(rows).map(({ kind, rows: own }, index) => (
            <RowGroup
              key={own[0]?.id}
              label={headings[kind](t)}
              labelHidden={kind === 'yours' && index === 0}
            >
              {own.map((row) => (
                <WalletListRow key={row.id} row={row} />
              ))}
            </RowGroup>
          ))}
          {allWallets && <AllWalletsRow count={count} />}
        </div>
      )}
      <FirstTime isNothingInstalled={!rows.some(({ found }) => found.length > 0)} />
    </Stack>
  )
}

function AllWalletsRow({ count }: { count: number | undefined }) {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  return (
    <RowGroup label={t('connect.all')} labelHidden>
      <Row
        title={t('connect.all')}
        icon={<GridIcon />}
        badge={count !== undefined && <Badge>{roundedCount(count)}</Badge>}
        chevron
        onPress={() => navigate({ to: 'push', view: { name: 'AllWallets' } })}
      />
    </RowGroup>
  )
}

function NoWallet({ mayBrowse }: { mayBrowse: boolean }) {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  return (
    <EmptyState
      drawing="wallet"
      title={t('connect.none.title')}
      action={
        mayBrowse && (
          <Button onPress={() => navigate({ to: 'push', view: { name: 'AllWallets' } })}>
            {t('connect.get')}
          </Button>
        )
      }
    >
      {t('connect.none.text')}
    </EmptyState>
  )
}

/** A quiet line for people who have never connected here. */
function FirstTime({ isNothingInstalled }: { isNothingInstalled: boolean }) {
  const t = useT()
  const recents = useAtomValue(recentWalletsAtom)
  if (recents.length > 0) return null
  return (
    <Details label={t('connect.help')}>
      <Stack gap={8}>
        <Text size={13} tone="soft">
          {t('connect.help-keys')}
        </Text>
        <Text size={13} tone="soft">
          {t('connect.help-login')}
        </Text>
        {isNothingInstalled && (
          <Text size={13} tone="soft">
            {t('connect.no-js-wallet')}
          </Text>
        )}
      </Stack>
    </Details>
  )
}
