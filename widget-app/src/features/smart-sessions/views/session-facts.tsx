import type { SmartSession } from '#shared/api/smart-sessions.ts'
import { addressOf, chainOf } from '#shared/caip/account-id.ts'
import { localeAtom } from '#widget/core/locale.ts'
import { networkAtom } from '#widget/domain/networks/networks.ts'
import { permissionMessages } from '#widget/domain/review/permission-messages.ts'
import { dateText } from '#widget/lib/date-text.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { escapeInvisible } from '#widget/lib/text/escape-invisible.ts'
import { Text } from '#widget/ui/display/text.tsx'
import { FactLines } from '#widget/ui/fact-lines.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { CollapsibleLines } from '#widget/ui/layout/collapsible-lines.tsx'
import { Details } from '#widget/ui/layout/details.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { type KeyValue, KeyValueList } from '#widget/ui/lists/key-value-list.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { Skeleton } from '#widget/ui/progress/skeleton.tsx'
import { permissionsAtom, policiesOf } from '../atoms/permissions.ts'
import type { AccountSession } from '../model.ts'

type SessionTimes = Pick<SmartSession, 'createdAt' | 'expiry' | 'revokedAt'>

/** Rows for when a session began and when it ends or ended. */
function useTimeRows() {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const time = (seconds: number) => dateText(BigInt(seconds), locale)
  return ({ createdAt, expiry, revokedAt }: SessionTimes): readonly KeyValue[] => [
    revokedAt === undefined || revokedAt === null
      ? { id: 'until', label: t('approve.until'), value: time(expiry) }
      : { id: 'revoked', label: t('sessions.revoked-on'), value: time(revokedAt) },
    { id: 'granted', label: t('sessions.granted'), value: time(createdAt) },
  ]
}

/** What a session may do, for which account, from when and until when. */
export function SessionFacts({ session, pci }: { session: AccountSession; pci: string }) {
  const t = useT()
  const timeRows = useTimeRows()
  const chain = chainOf(session.account)
  const network = useAtomValue(networkAtom(chain))
  const items: readonly KeyValue[] = [
    ...(session.is === 'session' ? timeRows(session.session) : []),
    {
      id: 'account',
      label: t('approve.account'),
      value: <AddressText address={addressOf(session.account)} />,
    },
    { id: 'network', label: t('review.network'), value: network?.name ?? chain },
  ]
  return (
    <Stack gap={16}>
      {session.is === 'session' ? (
        <>
          <Permissions pci={pci} />
          <Policies session={session.session} />
        </>
      ) : (
        <Notice tone="warning" title={t('sessions.odd')}>
          {t('sessions.odd-text')}
        </Notice>
      )}
      <KeyValueList items={items} />
      <Details label={t('common.details')}>
        <FactLines
          lines={[{ id: 'pci', label: t('sessions.id'), value: escapeInvisible(pci), look: 'code' }]}
        />
      </Details>
    </Stack>
  )
}

function Permissions({ pci }: { pci: string }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const loaded = useAtomValue(permissionsAtom(pci))
  if (loaded.is === 'loading') return <Skeleton shape="block" height="96px" />
  if (loaded.is === 'failed') return <Unreadable />
  return (
    <Stack gap={16}>
      {loaded.data.map((permission, at) => {
        // biome-ignore lint/suspicious/noArrayIndexKey: the permissions of a session never move
        if (permission === undefined) return <Unreadable key={at} />
        const { title, lines } = permissionMessages(permission, { t, locale })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the permissions of a session never move
          <Stack key={at} gap={8}>
            <Text as="h3" weight="strong" numeric>
              {title}
            </Text>
            <CollapsibleLines lines={lines} locale={locale} />
          </Stack>
        )
      })}
    </Stack>
  )
}

/** The additional policies that the wallet received, as the review showed them. */
function Policies({ session }: { session: SmartSession }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const policies = policiesOf(session)
  const lines = policies.flatMap((policy, at) =>
    policy === undefined
      ? []
      : [
          {
            id: `${at}`,
            label: t('permission.policy', { type: policy.type }),
            value: policy.data,
            look: 'code',
          } as const,
        ],
  )
  return (
    <>
      {lines.length > 0 && <CollapsibleLines lines={lines} locale={locale} />}
      {lines.length < policies.length && <Unreadable />}
    </>
  )
}

/** Without this notice an undecodable permission would look like no permission. */
function Unreadable() {
  const t = useT()
  return (
    <Notice tone="warning" title={t('sessions.unreadable')}>
      {t('sessions.unreadable-text')}
    </Notice>
  )
}
