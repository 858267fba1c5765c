import type { Drawbridge } from '../drawbridge.ts'

/** What the announced wallets need from an SDK instance. */
export type AnnouncementPorts = {
  readonly bridge: Drawbridge
  /** EIP-6963. */
  readonly uuid: string
  /** Resolves when the enabled wallets have reconnected or cannot, or when the wait times out. */
  reconnected(): Promise<void>
  /** Aborts with the instance, or when another instance replaces it. */
  readonly signal: AbortSignal
}
