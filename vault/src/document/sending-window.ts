import type { DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import { resumeVaultSession } from '../wallet/vault-session.ts'
import type { FlowPorts } from './flow-ports.ts'
import { loadTransfer } from './load-transfer.ts'
import { proveUser } from './proof-flows.ts'
import type { VaultScreen } from './vault-screen.ts'
import { isHere, unlock } from './wallet-flows.ts'

/** Fragment of the vault's URL that opens it, on the device that has the wallet, to send the wallet to a new one. */
export const sendingFragment = (userId: string): string => `#send.${userId}`

/** The user in a fragment of `sendingFragment`; undefined for every other fragment. */
export const readSendingFragment = (fragment: string): string | undefined =>
  /^#send\.([\w-]{16,64})$/.exec(fragment)?.[1]

/**
 * Sends the wallet from a window that the user opened by the code on the new device. Any page can open it: it sends to devices that
 * are logged in as the same user only, after a proof of the user. Resolves to the last screen.
 */
export async function serveSending(
  ports: Omit<FlowPorts, 'session'>,
  client: DpopClient,
  userId: string,
): Promise<VaultScreen> {
  const session = await resumeVaultSession({ client, records: ports.records }, userId)
  if (session === undefined) return { is: 'message', title: 'vault.send', text: 'vault.send-no-session' }
  const flows = { ...ports, session }
  if (!(await isHere(flows))) return { is: 'message', title: 'vault.send', text: 'vault.send-not-here' }
  if (!(await proveUser(flows)))
    return { is: 'message', title: 'confirm.cancelled', text: 'confirm.close-text' }
  const { sendWallet } = await loadTransfer()
  return (await sendWallet(flows, () => unlock(flows)))
    ? { is: 'message', title: 'vault.transfer-sent', text: 'confirm.close-text' }
    : { is: 'message', title: 'confirm.cancelled', text: 'confirm.close-text' }
}
