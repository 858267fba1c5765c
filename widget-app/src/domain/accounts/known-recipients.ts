import type { ChainId } from '#shared/caip/chain-id.ts'
import * as z from '#shared/zod.ts'
import { scopedKey } from '#widget/core/storage-keys.ts'
import { storedAtom } from '#widget/lib/storage.ts'

const receiverLimit = 256

/** Recipients that the user approved sending to on this host, latest first, as CAIP-10. */
export const knownRecipientsAtom = storedAtom<readonly string[]>(
  scopedKey('knownReceivers'),
  () => z.array(z.string().check(z.maxLength(256))).check(z.maxLength(receiverLimit)),
  [],
)

/** The stored form of a recipient: hex in lower case; others unchanged, because base58 is case-sensitive. */
export const recipientKey = (chain: ChainId, address: string): string =>
  `${chain}:${/^0x/i.test(address) ? address.toLowerCase() : address}`

/** The list after the user approved sending to `keys`. */
export const withRecipients = (recipients: readonly string[], keys: readonly string[]): readonly string[] =>
  [...new Set([...keys, ...recipients])].slice(0, receiverLimit)
