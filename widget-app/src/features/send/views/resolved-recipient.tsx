import type { ResolvedName } from '#widget/chains/chain-adapter.ts'
import { displayName } from '#widget/domain/names/name-display.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { RetryButton } from '#widget/ui/buttons/retry-button.tsx'
import { Text } from '#widget/ui/display/text.tsx'
import { AddressText } from '#widget/ui/identity/address-text.tsx'
import { Avatar } from '#widget/ui/identity/avatar.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { Notice } from '#widget/ui/notices/notice.tsx'
import { recipientAtom } from '../atoms/form.ts'
import { resolvedRecipientAtom } from '../atoms/resolved-recipient.ts'
import type { Recipient } from '../recipient/recipient.ts'

/** Avatar, name and whole address of a resolved name, with a warning for confusable letters. */
export function ResolvedRecipient({ recipient }: { recipient: Recipient }) {
  if (recipient.is !== 'address' || !recipient.named) return null
  return <ResolvedAccount address={recipient.address} resolved={recipient.named} />
}

function ResolvedAccount({ address, resolved }: { address: string; resolved: ResolvedName }) {
  const t = useT()
  const { text, isStrange } = displayName(resolved.name)
  return (
    <Stack gap={8}>
      <Stack across gap={12} align="center">
        <Avatar address={address} src={resolved.avatar} size={40} />
        <Stack gap={4}>
          <Text as="span" weight="strong">
            <bdi dir="ltr">{text}</bdi>
          </Text>
          <AddressText address={address} whole />
        </Stack>
      </Stack>
      {isStrange && (
        <Notice tone="warning" announce>
          {t('name.strange')}
        </Notice>
      )}
    </Stack>
  )
}

/** Button to resolve a name again after a failure. */
export function NameRetry() {
  const recipient = useAtomValue(recipientAtom)
  const resolveAgain = useSetAtom(resolvedRecipientAtom)
  if (recipient.is !== 'unresolved' || recipient.why !== 'failed') return null
  return (
    <Stack across>
      <RetryButton place="part" onRetry={resolveAgain} />
    </Stack>
  )
}

/** The recipient of the transfer under review: whole address, with the name that resolved to it. */
export function TransferRecipient({ address }: { address: string }) {
  const recipient = useAtomValue(recipientAtom)
  const named = recipient.is === 'address' && recipient.address === address ? recipient.named : undefined
  return named ? (
    <ResolvedAccount address={address} resolved={named} />
  ) : (
    <AddressText address={address} whole />
  )
}
