/** Messages of a transfer after the first, in their order. */
export const transferSteps = ['key', 'reveal', 'secret'] as const
export type TransferStep = (typeof transferSteps)[number]

/** A transfer of a wallet to a new device of its user. The messages are JSON texts. */
export type StoredTransfer = {
  readonly id: string
  readonly userId: string
  /** The new device, and its name. */
  readonly deviceId: string
  readonly deviceName: string
  readonly commit: string
  readonly key: string | undefined
  readonly reveal: string | undefined
  readonly secret: string | undefined
  readonly expiresAtMs: number
}

export type NewTransfer = Omit<StoredTransfer, TransferStep>

export type TransferStore = {
  /** Starts a transfer, and ends the user's other one. One transaction. */
  readonly start: (transfer: NewTransfer) => Promise<void>
  /** The user's transfer, until it expires. */
  readonly find: (userId: string, nowMs: number) => Promise<StoredTransfer | undefined>
  /**
   * Adds a message after the one before it. The same one may be added twice: of several other ones exactly one is stored, and the
   * others get false.
   */
  readonly put: (id: string, step: TransferStep, message: string, nowMs: number) => Promise<boolean>
  readonly end: (userId: string, id: string) => Promise<void>
}
