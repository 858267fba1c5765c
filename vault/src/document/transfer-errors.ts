import type { TransferFailure } from '../core/device-transfer.ts'

/** A message between the devices was changed, or the number was wrong: nothing was sent. */
export class TransferFailedError extends Error {
  override readonly name = 'TransferFailedError'
  readonly reason: TransferFailure['reason']
  constructor(reason: TransferFailure['reason']) {
    super(`The transfer failed: ${reason}`)
    this.reason = reason
  }
}

/** Whether the new device got the wallet is not known. */
export class TransferUnknownError extends Error {
  override readonly name = 'TransferUnknownError'
}
