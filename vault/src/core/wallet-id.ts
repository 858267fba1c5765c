/** Names one wallet of one user in authenticated data: the server's ids. */
export type WalletId = {
  /** 1 to 128 printable ASCII characters without spaces. */
  readonly userId: string
  /** 1 to 128 printable ASCII characters without spaces. */
  readonly walletId: string
}

/** No other character, so that two ids that look the same are the same, and each has one encoding in UTF-8. */
const idPattern = /^[\x21-\x7e]{1,128}$/

/** Throws unless both ids are valid. @throws RangeError */
export function assertWalletId({ userId, walletId }: WalletId): void {
  if (!idPattern.test(userId) || !idPattern.test(walletId))
    throw new RangeError('A user id or wallet id must be 1 to 128 printable ASCII characters')
}
