import type { EmbeddedAccounts, WalletSignatures } from '../../../shared/api/embedded-account.ts'

/** Whether the keys of all three accounts signed a text. Contracts are not asked: the accounts of an embedded wallet are keys. */
export type VerifyWalletKeys = (
  accounts: EmbeddedAccounts,
  text: string,
  signatures: WalletSignatures,
) => Promise<boolean>
