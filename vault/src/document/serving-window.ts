import type { ConfirmEnd, ConfirmOffer, ToFrame } from '#shared/confirm/messages.ts'
import type { ConfirmWindowPorts } from '#widget/app/confirm/boot-confirm-window.ts'
import type { StatedUser } from '../wallet/vault-session.ts'
import type { FlowPorts } from './flow-ports.ts'
import type { VaultPage, VaultParts } from './vault-ports.ts'
import type { VaultProblem, VaultScreen } from './vault-screen.ts'

/** The vault's window, as what it serves uses it. */
export type ServingWindow = {
  readonly page: VaultPage
  readonly ports: ConfirmWindowPorts
  readonly parts: VaultParts
  /** What flows need apart from a session. */
  readonly flowPorts: Omit<FlowPorts, 'session'>
  /** Aborts once the window shows its last screen. */
  readonly signal: AbortSignal
  /** Sends a message, unless the frame is gone. */
  readonly send: (message: ToFrame) => void
  /** Requests the challenge of the frame's session. @throws TicketRefusedError */
  readonly requestChallenge: () => Promise<string>
  /** The frame has no more to show of this window: the number to compare disappears. */
  readonly hideComparison: () => void
  /** Opens the session of the user whom the frame states. @throws as `openVaultSession` */
  readonly openSilently: (stated: StatedUser) => Promise<FlowPorts>
  /** The same while the user waits, who may repeat it after a failure. */
  readonly openSession: (stated: StatedUser) => Promise<FlowPorts>
  /** Offers ways to keep the wallet; a reminder is not due again for a day. */
  readonly keepWallet: (flows: FlowPorts, isNew: boolean, problem?: VaultProblem) => Promise<void>
  /** Whether the wallet can be lost with its devices, and its user was not reminded of it today. */
  readonly isKeepDue: (flows: FlowPorts) => boolean
}

/** What the window serves: one request to sign, or one task of the wallet. */
export type Serving = {
  /**
   * Serves it. Resolves to the window's last screen; undefined: the frame reports the end.
   * @throws what ends it: ProviderRpcError 4001 if the user cancels.
   */
  readonly run: () => Promise<VaultScreen | undefined>
  /** Whether the wallet has signed. */
  readonly hasSigned: () => boolean
  /** Whether it continues without the frame. */
  readonly isIndependent: () => boolean
  /** Whether the frame's time for a request ends it. */
  readonly expires: boolean
  /** The vault's frame on the site has loaded. */
  readonly setPaymentFrame: (index: number) => void
  /** The frame reports the end; returns whether the window still has something to ask of the user. */
  readonly settle: (how: ConfirmEnd) => boolean
}

/** The user of an offer. A frame that only knows the secret of a mailbox proves its site by a ticket. @throws TypeError */
export function statedUser(
  { userId, origin }: Pick<ConfirmOffer, 'userId' | 'origin'>,
  isProven: boolean,
): StatedUser {
  if (userId === undefined) throw new TypeError('The frame states no user')
  return { userId, ...(isProven ? {} : { site: origin }) }
}
