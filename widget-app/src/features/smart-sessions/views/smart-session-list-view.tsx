import type { SmartSession } from '#shared/api/sessions.ts'
import type { AccountId } from '#shared/caip/account-id.ts'
import { activeAccountAtom } from '#widget/kernel/account.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { dateText } from '#widget/lib/date-text.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/button.tsx'
import { EmptyState } from '#widget/ui/empty-state.tsx'
import { LiveRegion } from '#widget/ui/live-region.tsx'
import { LoadingRows } from '#widget/ui/loading-rows.tsx'
import { Mark } from '#widget/ui/mark.tsx'
import { Notice } from '#widget/ui/notice.tsx'
import { Row } from '#widget/ui/row.tsx'
import { RowGroup } from '#widget/ui/row-group.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { Tabs } from '#widget/ui/tabs.tsx'
import { Text } from '#widget/ui/text.tsx'
import {
  localeAtom,
  type SessionStatus,
  sessionsAtom,
  sessionsOfAtom,
  sessionTabAtom,
  siteOf,
} from '../state.ts'
import styles from './session-row.module.css'

const statuses = ['active', 'expired', 'revoked'] as const satisfies readonly SessionStatus[]

/** Who may act for the account without asking again, who could, and whose permission was taken back. */
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
        <Sessions key={tab} account={account} status={tab} />
      </Tabs>
    </Stack>
  )
}

function Sessions({ account, status }: { account: AccountId; status: SessionStatus }) {
  const t = useT()
  const loaded = useAtomValue(sessionsAtom(account))
  const sessions = useAtomValue(sessionsOfAtom({ account, status }))
  const isFailed = loaded.is === 'failed' || (loaded.is === 'ready' && loaded.failure !== undefined)
  return (
    <Stack gap={16}>
      {isFailed && <Failed account={account} />}
      <LiveRegion message={loaded.is === 'ready' ? t('sessions.count', { count: sessions.length }) : ''} />
      {loaded.is === 'loading' && <LoadingRows count={3} />}
      {sessions.length > 0 && (
        <RowGroup label={t(`sessions.${status}`)} labelHidden>
          {sessions.map((session) => (
            <SessionRow key={session.pci} session={session} status={status} />
          ))}
        </RowGroup>
      )}
      {loaded.is === 'ready' && sessions.length === 0 && (
        <EmptyState drawing="activity" title={t(`sessions.none-${status}`)}>
          {status === 'active' && t('sessions.none-text')}
        </EmptyState>
      )}
    </Stack>
  )
}

function SessionRow({ session, status }: { session: SmartSession; status: SessionStatus }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const navigate = useSetAtom(viewStackAtom)
  const { pci, expiry, revokedAt } = session
  const { name, host } = siteOf(session)
  const time = dateText(BigInt(status === 'revoked' ? (revokedAt ?? 0) : expiry), locale)
  return (
    <Row
      title={<bdi>{name || t('sessions.unnamed')}</bdi>}
      subtitle={<span className={styles.when}>{t(`sessions.when-${status}`, { time })}</span>}
      icon={<Mark shape="tile" name={host ?? name} />}
      chevron
      onPress={() => navigate({ to: 'push', view: { name: 'SmartSessionSettings', pci } })}
    />
  )
}

/** What was known before stays below. */
function Failed({ account }: { account: AccountId }) {
  const t = useT()
  const ask = useSetAtom(sessionsAtom(account))
  return (
    <Notice
      tone="warning"
      title={t('sessions.failed')}
      announce
      action={
        <Button look="secondary" size="small" onPress={() => void ask()}>
          {t('common.tryAgain')}
        </Button>
      }
    >
      {t('sessions.failed-text')}
    </Notice>
  )
}
