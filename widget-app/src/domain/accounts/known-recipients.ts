import * as z from 'zod/mini'
import type { ChainId } from '#shared/caip/chain-id.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { storedAtom } from '#widget/lib/storage.ts'

const receiverLimit = 256

/** Receivers a person has approved sending to on this site, latest first, as CAIP-10. */
export const knownRecipientsAtom = storedAtom<readonly string[]>(
  scopedKey('knownReceivers'),
  () => z.array(z.string().check(z.maxLength(256))).check(z.maxLength(receiverLimit)),
  [],
)

/** How a receiver is remembered: hex in lower case, anything else as it is, because base58 means its letters. */
export const recipientKey = (chain: ChainId, address: string): string =>
  `${chain}:${/^0x/i.test(address) ? address.toLowerCase() : address}`

/** The list after a person agreed to send there. */
export const withRecipients = (known: readonly string[], keys: readonly string[]): readonly string[] =>
  [...new Set([...keys, ...known])].slice(0, receiverLimit)
