import type { Bytes } from '../core/bytes.ts'
import { proveWalletKeys } from '../wallet/passkeys.ts'
import { type FlowPorts, wait } from './flow-ports.ts'

/**
 * Opens the wallet. A requested deletion of the account states that its keys are lost: the user reads that the keys cancel it, and the
 * server gets their proof. After a failure of that call the next proof cancels it. The caller erases the entropy.
 * @throws as `open`
 */
export async function openAgainstDeletion(
  { session, ask, show }: FlowPorts,
  open: () => Promise<Bytes>,
): Promise<Bytes> {
  const isRequested = () => session.account().deletion !== undefined
  if (!isRequested()) return open()
  await ask<void>((answer) => ({ is: 'deletion-alert', answer }))
  show(wait('vault.loading'))
  const entropy = await open()
  // An envelope that was completed meanwhile has cancelled it.
  if (isRequested())
    await proveWalletKeys(session, entropy)
      .then(session.reload)
      .catch(() => undefined)
  return entropy
}
