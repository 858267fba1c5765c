import type { SmartSession } from '#shared/api/sessions.ts'
import { addressOf } from '#shared/caip/account-id.ts'
import { activeAccountAtom } from '#widget/kernel/account.ts'
import { activeNetworkAtom } from '#widget/kernel/networks.ts'
import { permissionWords } from '#widget/kernel/permission-words.ts'
import { dateText } from '#widget/lib/date-text.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue } from '#widget/lib/state.ts'
import { AddressText } from '#widget/ui/address-text.tsx'
import { Details } from '#widget/ui/details.tsx'
import { FactLines } from '#widget/ui/fact-lines.tsx'
import { type KeyValue, KeyValueList } from '#widget/ui/key-value-list.tsx'
import { Notice } from '#widget/ui/notice.tsx'
import { Skeleton } from '#widget/ui/skeleton.tsx'
import { Stack } from '#widget/ui/stack.tsx'
import { Text } from '#widget/ui/text.tsx'
import { permissionsAtom } from '../permissions.ts'
import { localeAtom } from '../state.ts'

/** What a session may do, for which account, from when and until when. */
export function SessionFacts({ session }: { session: SmartSession }) {
  const t = useT()
  const locale = useAtomValue(localeAtom)
  const account = useAtomValue(activeAccountAtom)
  const network = useAtomValue(activeNetworkAtom)
  const { pci, createdAt, expiry, revokedAt } = session
  const time = (seconds: number) => dateText(BigInt(seconds), locale)
  const items: readonly KeyValue[] = [
    revokedAt === undefined || revokedAt === null
      ? { id: 'until', label: t('approve.until'), value: time(expiry) }
      : { id: 'revoked', label: t('sessions.revoked-on'), value: time(revokedAt) },
    { id: 'granted', label: t('sessions.granted'), value: time(createdAt) },
    {
      id: 'account',
      label: t('approve.account'),
      value: <AddressText address={account ? addressOf(account) : ''} />,
    },
    { id: 'network', label: t('review.network'), value: network?.name ?? '' },
  ]
  return (
    <Stack gap={16}>
      <Permissions pci={pci} />
      <KeyValueList items={items} />
      <Details label={t('common.details')}>
        <FactLines lines={[{ id: 'pci', label: t('sessions.id'), value: pci, look: 'code' }]} />
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
        const { title, lines } = permissionWords(permission, { t, locale })
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the permissions of a session never move
          <Stack key={at} gap={8}>
            <Text as="h3" weight="strong" figures>
              {title}
            </Text>
            <FactLines lines={lines} />
          </Stack>
        )
      })}
    </Stack>
  )
}

/** Silence would say that it may do less than it may. */
function Unreadable() {
  const t = useT()
  return (
    <Notice tone="warning" title={t('sessions.unreadable')}>
      {t('sessions.unreadable-text')}
    </Notice>
  )
}
