import type { PostTarget } from '#shared/channel/message-event.ts'
import type { WindowStorage } from '#widget/app/confirm/confirm-window-storage.ts'
import type { OpenerWindow } from '#widget/app/confirm/connect-to-frame.ts'
import type { DpopClient } from '#widget/lib/dpop/dpop-client.ts'
import type { Authenticator } from '../wallet/authenticator.ts'
import type { RecoveryKeys } from '../wallet/recovery-keys.ts'
import type { WalletRecords } from '../wallet/wallet-records.ts'
import type { KeepReminders } from './keep-reminders.ts'
import type { PaidSites } from './paid-sites.ts'
import type { UnfinishedSignUp } from './unfinished-sign-up.ts'

/** What the vault needs of its document. */
export type VaultPage = {
  /** Its URL without the fragment. */
  readonly url: string
  /** The fragment of the URL that opened it. */
  readonly fragment: string
  /** Removes the fragment from the address bar and the history. */
  readonly hideFragment: () => void
  readonly document: Pick<Document, 'documentElement'>
  readonly opener: OpenerWindow | null
  /** A frame of the opener's document; undefined: it has none with this index. */
  readonly frameOfOpener: (index: number) => PostTarget | undefined
  /** See `framed-site.ts`. */
  readonly provesVisibility: boolean
  readonly paidSites: PaidSites
  readonly keepReminders: KeepReminders
  /** Origin of the widget; undefined in a document that the server did not write. */
  readonly widgetOrigin: string | undefined
  readonly onLeave: (run: () => void) => void
  readonly storage: WindowStorage
  readonly close: () => void
}

/** What it needs of this device and the server. */
export type VaultParts = {
  readonly client: DpopClient
  readonly records: WalletRecords
  readonly authenticator: Authenticator
  readonly passkeyName: () => string
  readonly recoveryKeys: () => Promise<RecoveryKeys>
  readonly persistStorage: () => void
  readonly unfinishedSignUp: UnfinishedSignUp
}
