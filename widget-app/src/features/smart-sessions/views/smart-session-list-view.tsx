import { type AccountId, chainOf } from '#shared/caip/account-id.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeAccountAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { networkAtom, networkTableAtom } from '#widget/domain/networks/networks.ts'
import { dateText } from '#widget/lib/date-text.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { atom, type Getter, useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { ImageOrInitial } from '#widget/ui/identity/image-or-initial.tsx'
import { RowGroup } from '#widget/ui/layout/row-group.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Tabs } from '#widget/ui/layout/tabs.tsx'
import { LoadingRows } from '#widget/ui/lists/loading-rows.tsx'
import { Row } from '#widget/ui/lists/row.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { LiveRegion } from '#widget/ui/notices/live-region.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { sessionAccountsAtom, sessionLookupAtom, sessionsOfAtom, sessionTabAtom } from '../atoms/sessions.ts'
import { type AccountSession, pciOf, type SessionStatus, siteOf } from '../model.ts'
import styles from './session-row.module.css'

const statuses = ['active', 'expired', 'revoked'] as const satisfies readonly SessionStatus[]

/** Sessions of the account: active, expired and revoked. */
export function SmartSessionListView() {
  const t = useT()
  const account = useAtomValue(activeAccountAtom)
  const [tab, choose] = useAtom(sessionTabAtom)
  if (!account) return null
  return (
    <Stack gap={16}>
      <Text tone="soft">{t('sessions.text')}</Text>
      <Tabs
        label={t('sessions.title')}
        tabs={statuses.map((status) => ({ id: status, label: t(`sessions.${status}`) }))}
        selected={tab}
        onSelect={choose}
      >
        <Sessions key={tab} status={tab} />
      </Tabs>
    </Stack>
  )
}

function networkNames(get: Getter, accounts: readonly AccountId[]): string {
  const table = get(networkTableAtom)
  const names = accounts.map((account) => table.get(chainOf(account))?.name ?? chainOf(account))
  return new Intl.ListFormat(get(localeAtom)).format(names)
}

const sessionNetworksAtom = atom((get) => networkNames(get, get(sessionAccountsAtom)))

/** Networks whose current sessions are unknown. */
const failedNetworksAtom = atom((get) => networkNames(get, get(sessionLookupAtom).failed))

function Sessions({ status }: { status: SessionStatus }) {
  const t = useT()
  const { isLoading, failed } = useAtomValue(sessionLookupAtom)
  const sessions = useAtomValue(sessionsOfAtom(status))
  const networks = useAtomValue(sessionNetworksAtom)
  const isComplete = !isLoading && failed.length === 0
  return (
    <Stack gap={16}>
      {failed.length > 0 && <Failed />}
      <LiveRegion message={isLoading ? '' : t('sessions.count', { count: sessions.length })} />
      {isLoading && <LoadingRows count={3} />}
      {sessions.length > 0 && (
        <RowGroup label={t(`sessions.${status}`)} labelHidden>
          {sessions.map((session, at) => (
            <SessionRow
              key={`${session.account} ${pciOf(session) ?? at}`}
              session={session}
              status={status}
            />
          ))}
        </RowGroup>
      )}
      {isComplete && sessions.length === 0 && (
        <EmptyState drawing="activity" title={t(`sessions.none-${status}`)}>
          {status === 'active' && t('sessions.none-text', { networks })}
        </EmptyState>
      )}
    </Stack>
  )
}

/** A session by its site, network, and expiry or end. */
function SessionRow({ session, status }: { session: AccountSession; status: SessionStatus }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const navigate = useSetAtom(viewStackAtom)
  const network = useAtomValue(networkAtom(chainOf(session.account)))
  const pci = pciOf(session)
  const { name, host } = session.is === 'session' ? siteOf(session.session) : { name: '', host: undefined }
  const when = () => {
    if (session.is === 'unreadable') return t('sessions.odd-short')
    const { expiry, revokedAt } = session.session
    return t(`sessions.when-${status}`, {
      time: dateText(BigInt(status === 'revoked' ? (revokedAt ?? 0) : expiry), locale),
    })
  }
  const title = name || t(session.is === 'session' ? 'sessions.unnamed' : 'sessions.odd')
  const subtitle = (
    <span className={styles.when}>
      <bdi>{network?.name ?? chainOf(session.account)}</bdi> · {when()}
    </span>
  )
  const icon = <ImageOrInitial shape="tile" name={host ?? name} />
  // Without an id the session cannot be opened or revoked.
  if (pci === undefined) return <Row title={title} subtitle={subtitle} icon={icon} />
  return (
    <Row
      title={<bdi>{title}</bdi>}
      subtitle={subtitle}
      icon={icon}
      chevron
      onClick={() => navigate({ to: 'push', view: { name: 'SmartSessionSettings', pci } })}
    />
  )
}

/** The sessions of an earlier load stay below this notice. */
function Failed() {
  const t = useT()
  const refetch = useSetAtom(sessionLookupAtom)
  const networks = useAtomValue(failedNetworksAtom)
  return (
    <Notice
      tone="warning"
      title={t('sessions.failed')}
      announce
      action={<RetryButton place="part" onRetry={refetch} />}
    >
      {t('sessions.failed-text', { networks })}
    </Notice>
  )
}
