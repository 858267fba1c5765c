import type { EmbeddedAccount } from './embedded-account.ts'

/**
 * What is missing for a wallet to survive the loss of the devices that have its keys, if anything: a way to open its keys, or a
 * login. A passkey that its provider does not synchronize is lost with its device; the operator's help counts as
 * long as it is offered.
 */
export type MissingWay = 'envelope' | 'login'

/** @returns undefined if the wallet can be restored without any of its devices. */
export function missingWay({
  identities,
  passkeys,
  envelopes,
  recovery,
}: Pick<EmbeddedAccount, 'identities' | 'passkeys' | 'envelopes' | 'recovery'>): MissingWay | undefined {
  const synchronized = new Set(passkeys.filter(({ isBackedUp }) => isBackedUp).map(({ id }) => id))
  const canOpen = envelopes.some(
    ({ kind, isComplete, passkeyId = '' }) =>
      isComplete &&
      kind !== 'device' &&
      (kind !== 'passkey' || synchronized.has(passkeyId)) &&
      (kind !== 'assisted' || recovery !== undefined),
  )
  if (!canOpen) return 'envelope'
  return identities.length > 0 || synchronized.size > 0 ? undefined : 'login'
}
