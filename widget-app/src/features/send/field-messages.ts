import type { ChainId } from '#shared/caip/chain-id.ts'
import { displayName } from '#widget/domain/names/name-display.ts'
import type { Translate } from '#widget/lib/i18n/translate.ts'
import type { LinkProblem } from './recipient/parse-link.ts'
import type { Recipient } from './recipient/recipient.ts'

/** Below this length an address is incomplete, and the button's label suffices. */
const typingLength = 26

/** Why a payment link is rejected. */
const linkTexts = {
  malformed: 'link.malformed',
  'repeated-part': 'link.malformed',
  address: 'link.address',
  chain: 'link.network',
  'unknown-network': 'link.network',
  amount: 'link.amount',
  'contract-call': 'link.not-a-transfer',
  'unknown-part': 'link.not-a-transfer',
  'web-request': 'link.not-a-transfer',
  attachment: 'link.attachment',
  'other-ecosystem': 'link.other-ecosystem',
} as const satisfies Readonly<Record<LinkProblem, string>>

/** Why a name does not resolve (SPEC §8). */
function nameNote(
  { name, why }: Extract<Recipient, { is: 'unresolved' }>,
  network: string,
  t: Translate,
): string {
  switch (why) {
    case 'nobody':
      return t('name.nobody', { name: displayName(name).text, network })
    case 'failed':
      return t('name.failed')
    case 'malformed':
      return t('name.malformed')
    case 'unsupported':
      return t('name.unsupported', { network })
  }
}

/** The problem under the recipient field. */
export function recipientNote(
  recipient: Recipient,
  {
    text,
    network,
    nameOf,
  }: { readonly text: string; readonly network: string; readonly nameOf: (chain: ChainId) => string },
  t: Translate,
): string | undefined {
  if (recipient.is === 'invalid-link') return t(linkTexts[recipient.why])
  if (recipient.is === 'unresolved') return nameNote(recipient, network, t)
  if (recipient.is === 'elsewhere')
    return recipient.chain === undefined
      ? t('send.problem.to-unknown-network-text', { prefix: recipient.prefix })
      : t('send.problem.to-network-text', { other: nameOf(recipient.chain), network })
  if (recipient.is !== 'invalid') return undefined
  switch (recipient.why) {
    case 'invalid':
      return text.trim().length < typingLength ? undefined : t('send.problem.to-invalid-text', { network })
    case 'hidden':
      return t('send.problem.to-hidden')
    case 'checksum':
      return t('send.problem.to-checksum')
    case 'zero':
      return t('send.problem.to-zero')
    case 'token':
      return t('send.problem.to-contract')
  }
}
