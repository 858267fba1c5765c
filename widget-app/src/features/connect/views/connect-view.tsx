import { flagsAtom } from '#widget/core/config.ts'
import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { connectionsAtom } from '#widget/domain/accounts/connections.ts'
import { embeddedWalletOfferAtom } from '#widget/domain/embedded-wallet/is-offered.ts'
import { walletCountAtom } from '#widget/domain/wallets/wallet-catalogue.ts'
import { walletRowsAtom } from '#widget/domain/wallets/wallet-rows.ts'
import { type Translate, useT } from '#widget/lib/i18n/translate.ts'
import { lazyComponent } from '#widget/lib/lazy-component.tsx'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Badge } from '#widget/ui/display/badge.tsx'
import { GatedRows } from '#widget/ui/gated-button/gated-rows.tsx'
import { GridIcon } from '#widget/ui/icons/grid.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { LiveRegion } from '#widget/ui/notices/live-region.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { legalTermsAtom } from '../legal-consent.ts'
import { roundedCount, type SectionKind, walletSections } from '../wallet-sections.ts'
import { useWalletRow } from './wallet-list-row.tsx'

const LegalConsent = lazyComponent(
  async () => (await import('./legal-consent.tsx')).LegalConsent,
  () => <Skeleton shape="block" height="76px" />,
)

/** As high as the row, and the line below it, that replace it. */
function LoginPlaceholder() {
  const t = useT()
  return (
    <Stack>
      <RowGroup label={t('common.loading')} labelHidden busy>
        <Skeleton shape="row" />
      </RowGroup>
      <div style={{ blockSize: '18px' }} />
    </Stack>
  )
}

const EmailLogin = lazyComponent(
  async () => (await import('./email-login-row.tsx')).EmailLoginRow,
  LoginPlaceholder,
)

const headings: { readonly [Kind in SectionKind]: (t: Translate) => string } = {
  yours: (t) => t('connect.group.yours'),
  walletConnect: (t) => t('connect.group.walletConnect'),
  featured: (t) => t('connect.group.featured'),
  custom: (t) => t('connect.group.custom'),
  external: (t) => t('connect.group.external'),
  recommended: (t) => t('connect.group.recommended'),
}

/**
 * The list of wallets, in the specified order and groups, with a link to all others. It is behind one button if the host
 * collapses it (`collapseWallets`, or `emailShowWallets` off, SPEC §3).
 */
export function ConnectView({ view }: { view: ViewOf<'Connect' | 'ConnectWallets'> }) {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  const { collapseWallets, emailShowWallets } = useAtomValue(flagsAtom)
  const hasTerms = useAtomValue(legalTermsAtom) !== undefined
  const offer = useAtomValue(embeddedWalletOfferAtom)
  const hasEmail = offer !== 'off' && view.name === 'Connect'
  const isCollapsed = view.name === 'Connect' && (collapseWallets || !emailShowWallets)
  const open = (name: 'ConnectWallets' | 'WhatIsAWallet') => navigate({ to: 'push', view: { name } })
  return (
    <Stack>
      {hasTerms && (hasEmail || !isCollapsed) && <LegalConsent />}
      {hasEmail && (offer === 'on' ? <EmailLogin /> : <LoginPlaceholder />)}
      {isCollapsed ? (
        <Button onClick={() => open('ConnectWallets')}>{t('connect.continue')}</Button>
      ) : (
        <Wallets />
      )}
      <Button look="quiet" size="small" onClick={() => open('WhatIsAWallet')}>
        {t('connect.help')}
      </Button>
    </Stack>
  )
}

function Wallets() {
  const t = useT()
  const renderRow = useWalletRow()
  const rows = useAtomValue(walletRowsAtom)
  const count = useAtomValue(walletCountAtom)
  const connections = useAtomValue(connectionsAtom)
  const { allWallets } = useAtomValue(flagsAtom)
  // The WalletConnect row exists without a list, so it does not prove that one is loaded.
  const isLoading = count === undefined && rows.every(({ group }) => group === 'walletConnect')
  const isRestoring = Object.values(connections).some(
    (state) => state.is === 'connecting' && state.kind === 'restored',
  )
  return (
    <>
      <LiveRegion message={isRestoring ? t('connect.restoring') : isLoading ? t('common.loading') : ''} />
      {rows.length === 0 && !isLoading ? (
        <NoWallet canBrowse={allWallets} />
      ) : (
        <div>
          <GatedRows>
            {walletSections(rows).map(({ kind, rows: sectionRows }, index) => (
              <RowGroup
                key={sectionRows[0]?.id}
                label={headings[kind](t)}
                labelHidden={index === 0 && (kind === 'yours' || kind === 'walletConnect')}
              >
                {sectionRows.map((row) => renderRow(row, row.id))}
              </RowGroup>
            ))}
          </GatedRows>
          {isLoading && (
            <RowGroup label={t('connect.group.yours')} labelHidden busy>
              <Skeleton shape="row" count={7} />
            </RowGroup>
          )}
          {allWallets && <AllWalletsRow count={count} />}
        </div>
      )}
    </>
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
        onClick={() => navigate({ to: 'push', view: { name: 'AllWallets' } })}
      />
    </RowGroup>
  )
}

function NoWallet({ canBrowse }: { canBrowse: boolean }) {
  const t = useT()
  const navigate = useSetAtom(viewStackAtom)
  return (
    <EmptyState
      drawing="wallet"
      title={t('connect.none.title')}
      action={
        canBrowse && (
          <Button onClick={() => navigate({ to: 'push', view: { name: 'AllWallets' } })}>
            {t('connect.get')}
          </Button>
        )
      }
    >
      {t('connect.none.text')}
    </EmptyState>
  )
}
