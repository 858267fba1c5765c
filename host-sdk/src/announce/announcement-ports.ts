import type { Drawbridge } from '../drawbridge.ts'

/** What the widget's faces among the wallets of a page are made of. */
export type AnnouncementPorts = {
  readonly bridge: Drawbridge
  /** EIP-6963. */
  readonly uuid: string
  /** Resolves when the wallets of the last visit are back or will not be, or nobody should wait any longer. */
  restored(): Promise<void>
  /** Ends with the instance, or when another one takes its place. */
  readonly signal: AbortSignal
}
