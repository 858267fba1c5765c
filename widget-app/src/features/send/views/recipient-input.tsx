import type { ComponentType } from 'react'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { displayName } from '#widget/domain/names/name-display.ts'
import { networkTableAtom } from '#widget/domain/networks/networks.ts'
import { useT } from '#widget/lib/i18n/translate.ts'
import { EmptyComponent, lazyComponent } from '#widget/lib/lazy-component.tsx'
import { useAtom, useAtomValue, useSetAtom } from '#widget/lib/state.ts'
import { Button } from '#widget/ui/buttons/button.tsx'
import { TextField } from '#widget/ui/forms/text-field.tsx'
import { Stack } from '#widget/ui/layout/stack.tsx'
import { addressNetworkAtom, canPasteAtom, pasteAtom, switchToAddressNetworkAtom } from '../atoms/actions.ts'
import { draftAtom } from '../atoms/draft.ts'
import { recipientAtom } from '../atoms/form.ts'
import { setRecipientAtom } from '../atoms/link.ts'
import { networkNameAtom } from '../atoms/texts.ts'
import { recipientNote } from '../messages.ts'
import { AddressPoisoningNotice } from './address-poisoning-notice.tsx'
import { NameRetry, ResolvedRecipient } from './resolved-recipient.tsx'

type RecipientActions = typeof import('./recipient-actions.tsx')
const load = () => import('./recipient-actions.tsx')

/** Optional parts of the field, which works without them if their file fails to load. */
const optionalPart = (pick: (file: RecipientActions) => ComponentType) =>
  lazyComponent(() =>
    load()
      .catch(load)
      .then(pick, () => EmptyComponent),
  )
const RecipientAddressBook = optionalPart((file) => file.RecipientAddressBook)
const ScanButton = optionalPart((file) => file.ScanButton)

/** In characters; longer than any address or payment link. A longer text shows no other problem. */
const recipientMaxLength = 2_048

/** Switches the form to the network that the address names. */
function OtherNetwork() {
  const t = useT()
  const network = useAtomValue(addressNetworkAtom)
  const setRecipient = useSetAtom(switchToAddressNetworkAtom)
  if (!network) return null
  return (
    <Stack align="start">
      <Button look="quiet" size="small" onClick={setRecipient}>
        {t('send.use-network', { network: network.name })}
      </Button>
    </Stack>
  )
}

/** The recipient field, with Paste if the browser allows to read the clipboard. */
export function RecipientInput() {
  const t = useT()
  const [{ to }, edit] = useAtom(draftAtom)
  const setRecipient = useSetAtom(setRecipientAtom)
  const recipient = useAtomValue(recipientAtom)
  const network = useAtomValue(networkNameAtom)
  const canPaste = useAtomValue(canPasteAtom)
  const paste = useSetAtom(pasteAtom)
  const networks = useAtomValue(networkTableAtom)
  const nameOf = (chain: ChainId) => networks.get(chain)?.name ?? chain
  const note = recipientNote(recipient, { text: to, network, nameOf }, t)
  return (
    <>
      <TextField
        label={t('send.to')}
        value={to}
        // A link is not parsed during IME composition.
        onChange={(text, isComposing) => (isComposing ? edit({ to: text }) : void setRecipient(text))}
        placeholder={t('send.to-hint')}
        mono={to !== ''}
        hint={recipient.is === 'resolving' && t('name.resolving', { name: displayName(recipient.name).text })}
        error={
          note && to.length > recipientMaxLength ? t('field.too-long', { count: recipientMaxLength }) : note
        }
        trailing={
          to === '' && (
            <>
              {canPaste && (
                <Button look="quiet" size="small" onClick={paste}>
                  {t('send.paste')}
                </Button>
              )}
              <ScanButton />
            </>
          )
        }
      />
      <OtherNetwork />
      <NameRetry />
      <ResolvedRecipient recipient={recipient} />
      <AddressPoisoningNotice />
      <RecipientAddressBook />
    </>
  )
}
