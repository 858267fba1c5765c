import type { ViewOf } from '#widget/core/view.ts'
import { viewStackAtom } from '#widget/core/view-stack.ts'
import { activeAccountAtom } from '#widget/domain/accounts/connected-accounts.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, usePrompt, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { Badge } from '#widget/ui/display/badge.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { GatedButton } from '#widget/ui/gated-button/gated-button.tsx'
import { ImageOrInitial } from '#widget/ui/identity/image-or-initial.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { LoadingRows } from '#widget/ui/lists/loading-rows.tsx'
import { EmptyState } from '#widget/ui/notices/empty-state.tsx'
import { FailureNotice } from '#widget/ui/notices/failure-notice.tsx'
import { ScreenFooter } from '#widget/ui/sheet/screen-footer.tsx'
import { resetOnLeaveAtom, revokeAtom, revokeStateAtom } from '../atoms/revoke.ts'
import { sessionAtom, sessionLookupAtom } from '../atoms/sessions.ts'
import { type AccountSession, type SessionStatus, siteOf } from '../model.ts'
import { Revoked, Revoking } from './revoking.tsx'
import { SessionFacts } from './session-facts.tsx'
import { useWallet } from './use-wallet.ts'

const tones = { active: 'success', expired: 'neutral', revoked: 'neutral' } as const

/** One session: its site, permissions and expiry, and the button that revokes it. */
export function SmartSessionSettingsView({ view: { pci } }: { view: ViewOf<'SmartSessionSettings'> }) {
  useAtomValue(resetOnLeaveAtom)
  const account = useAtomValue(activeAccountAtom)
  const found = useAtomValue(sessionAtom(pci))
  const state = useAtomValue(revokeStateAtom)
  const wallet = useWallet()
  if (!account) return null
  if (state.is === 'signing' || state.is === 'revoking') return <Revoking state={state} wallet={wallet} />
  if (state.is === 'revoked') return <Revoked />
  if (found === undefined) return <SessionNotFound />
  return <Settings {...found} pci={pci} wallet={wallet.name} />
}

function SessionNotFound() {
  const t = useT()
  const { isLoading, failed } = useAtomValue(sessionLookupAtom)
  const navigate = useSetAtom(viewStackAtom)
  if (isLoading) return <LoadingRows count={3} />
  return (
    <EmptyState
      drawing="activity"
      title={t(failed.length > 0 ? 'sessions.failed' : 'sessions.unknown')}
      action={<Button onClick={() => navigate({ to: 'back' })}>{t('sessions.see')}</Button>}
    />
  )
}

type SettingsProps = {
  readonly session: AccountSession
  readonly pci: string
  readonly status: SessionStatus
  readonly wallet: string
}

function Settings({ session, pci, status, wallet }: SettingsProps) {
  const t = useT()
  const state = useAtomValue(revokeStateAtom)
  const revoke = usePrompt(revokeAtom)
  const { name, host } = session.is === 'session' ? siteOf(session.session) : { name: '', host: undefined }
  const unnamed = t(session.is === 'session' ? 'sessions.unnamed' : 'sessions.odd')
  return (
    <Stack gap={20}>
      <Stack gap={8} align="center">
        <ImageOrInitial shape="tile" name={host ?? name} size={64} />
        <Text as="h2" size={22} weight="strong" align="center">
          <bdi>{name || unnamed}</bdi>
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
      {state.is === 'idle' && state.failure && (
        <FailureNotice
          failure={state.failure}
          wallet={wallet}
          messages={{
            rejectedText: t('sessions.rejected-text'),
            notDone: t('sessions.not-revoked'),
            notDoneText: t('sessions.not-revoked-text'),
            perhaps: t('sessions.maybe'),
            perhapsText: t('sessions.maybe-text'),
          }}
        />
      )}
      <SessionFacts session={session} pci={pci} />
      {status === 'active' && (
        <ScreenFooter>
          <GatedButton look="danger" onClick={(click) => void revoke(click, session)}>
            {t('sessions.revoke', { wallet })}
          </GatedButton>
        </ScreenFooter>
      )}
    </Stack>
  )
}
