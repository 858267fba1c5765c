import type { SmartSession } from '#shared/api/sessions.ts'
import type { AccountId } from '#shared/caip/account-id.ts'
import { activeAccountAtom, activeConnectionAtom } from '#widget/kernel/account.ts'
import type { ViewOf } from '#widget/kernel/view.ts'
import { viewStackAtom } from '#widget/kernel/view-stack.ts'
import { walletAppAtom } from '#widget/kernel/wallet-app.ts'
import { walletByIdAtom } from '#widget/kernel/wallets.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Badge } from '#widget/ui/badge.tsx'
import { Button } from '#widget/ui/button.tsx'
import { EmptyState } from '#widget/ui/empty-state.tsx'
import { LoadingRows } from '#widget/ui/loading-rows.tsx'
import { Mark } from '#widget/ui/mark.tsx'
import { ScreenFooter } from '#widget/ui/screen-footer.tsx'
import { SetbackNotice } from '#widget/ui/setback-notice.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { Text } from '#widget/ui/text.tsx'
import { presenceAtom, revokeAtom, revokeStateAtom } from '../bind.ts'
import { type SessionStatus, sessionAtom, sessionsAtom, siteOf } from '../state.ts'
import { Revoked, Revoking } from './revoking.tsx'
import { SessionFacts } from './session-facts.tsx'

const tones = { active: 'success', expired: 'neutral', revoked: 'neutral' } as const

/** One session: whose it is, what it may do and until when, and the way to end it. */
export function SmartSessionSettingsView({ view: { pci } }: { view: ViewOf<'SmartSessionSettings'> }) {
  useAtomValue(presenceAtom)
  const account = useAtomValue(activeAccountAtom)
  const found = useAtomValue(sessionAtom(pci))
  const state = useAtomValue(revokeStateAtom)
  const wallet = useWallet()
  if (!account) return null
  if (state.is === 'signing' || state.is === 'revoking') return <Revoking state={state} wallet={wallet} />
  if (state.is === 'revoked') return <Revoked />
  if (found === undefined) return <NotThere account={account} />
  return <Settings {...found} wallet={wallet.name} />
}

/** The wallet in use, and what opens it where it is an app of this phone. */
function useWallet() {
  const t = useT()
  const connection = useAtomValue(activeConnectionAtom)
  const row = useAtomValue(walletByIdAtom(connection?.walletId ?? ''))
  const app = useAtomValue(walletAppAtom(connection?.handle ?? ''))
  const name = row?.name ?? connection?.walletName ?? t('connecting.wallet')
  return { name, icon: row?.icon ?? connection?.icon, app }
}

function NotThere({ account }: { account: AccountId }) {
  const t = useT()
  const loaded = useAtomValue(sessionsAtom(account))
  const navigate = useSetAtom(viewStackAtom)
  if (loaded.is === 'loading') return <LoadingRows count={3} />
  return (
    <EmptyState
      drawing="activity"
      title={t(loaded.is === 'failed' ? 'sessions.failed' : 'sessions.unknown')}
      action={<Button onPress={() => navigate({ to: 'back' })}>{t('sessions.see')}</Button>}
    />
  )
}

type SettingsProps = {
  readonly session: SmartSession
  readonly status: SessionStatus
  readonly wallet: string
}

function Settings({ session, status, wallet }: SettingsProps) {
  const t = useT()
  const state = useAtomValue(revokeStateAtom)
  const revoke = useSetAtom(revokeAtom)
  const { name, host } = siteOf(session)
  return (
    <Stack gap={20}>
      <Stack gap={8} align="center">
        <Mark shape="tile" name={host ?? name} size={64} />
        <Text as="h2" size={22} weight="strong" align="center">
          <bdi>{name || t('sessions.unnamed')}</bdi>
        </Text>
        {host !== undefined && (
          <Text tone="soft" align="center">
            <bdi dir="ltr">{host}</bdi>
          </Text>
        )}
        <Badge tone={tones[status]} dot>
          {t(`sessions.${status}`)}
        </Badge>
      </Stack>
      {state.is === 'idle' && state.setback && (
        <SetbackNotice
          setback={state.setback}
          wallet={wallet}
          words={{
            rejectedText: t('sessions.rejected-text'),
            notDone: t('sessions.not-revoked'),
            notDoneText: t('sessions.not-revoked-text'),
            perhaps: t('sessions.maybe'),
            perhapsText: t('sessions.maybe-text'),
          }}
        />
      )}
      <SessionFacts session={session} />
      {status === 'active' && (
        <ScreenFooter>
          <Button onPress={() => void revoke(session)}>{t('sessions.revoke', { wallet })}</Button>
        </ScreenFooter>
      )}
    </Stack>
  )
}
