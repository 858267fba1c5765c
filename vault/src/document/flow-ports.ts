import type { Authenticator } from '../wallet/authenticator.ts'
import type { RecoveryKeys } from '../wallet/recovery-keys.ts'
import type { VaultSession } from '../wallet/vault-session.ts'
import type { WalletRecords } from '../wallet/wallet-records.ts'
import { problemOf } from './vault-problem.ts'
import type { AskUser, VaultScreen } from './vault-screen.ts'

/** What the flows of a wallet need. */
export type FlowPorts = {
  readonly session: VaultSession
  readonly records: WalletRecords
  readonly authenticator: Authenticator
  readonly show: (screen: VaultScreen) => void
  readonly ask: AskUser
  /** Key pairs of this browser for recoveries; loads their code. */
  readonly recoveryKeys: () => Promise<RecoveryKeys>
  /** Name for a new passkey. */
  readonly passkeyName: () => string
  /** Waits before the server is asked for the other device's message again. */
  readonly pause: () => Promise<void>
  /** URL that opens the vault of the user's other device, which has the wallet, to send it. */
  readonly sendingLink: (userId: string) => string
  /** See `persist-storage.ts`. */
  readonly persistStorage: () => void
}

/** The screen of an operation that the user waits for. */
export const wait = (title: Extract<VaultScreen, { is: 'working' }>['title']): VaultScreen => ({
  is: 'working',
  title,
})
/** The browser's dialog for a passkey is open. */
export const followDevice: VaultScreen = {
  is: 'working',
  title: 'vault.passkey-wait',
  text: 'vault.passkey-wait-text',
}

/** Runs an operation until it succeeds; after a failure the user may repeat it. @throws what cannot be repeated */
export async function retried<Result>(ask: AskUser, operation: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await operation()
    } catch (error) {
      const { problem, canRetry } = problemOf(error)
      if (!canRetry) throw error
      await ask<void>((answer) => ({ is: 'failed', problem, retry: answer }))
    }
  }
}
