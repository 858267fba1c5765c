import type { AccountEntry } from '../../../shared/channel/records/entries.ts'
import { type AccountReader, deriveAccounts } from '../derived-accounts.ts'
import { type InjectedSigner, injectedSigner } from '../injected-signer.ts'

export type { InjectedSigner, RawPayload, SignerResult } from '../injected-signer.ts'
export { injectedSigner }

/** A Polkadot account with a signer for `@polkadot/api`. */
export type InjectedAccount = AccountEntry & { readonly injectedSigner: InjectedSigner }

/**
 * The Polkadot accounts of a bridge, each with its signer for `@polkadot/api`; has no peer dependency.
 * @example const [account] = injectedAccounts(bridge) await api.tx.balances.transferKeepAlive(to,
 * value).signAndSend(account.address, { signer: account.injectedSigner })
 */
export const injectedAccounts: (bridge: AccountReader) => readonly InjectedAccount[] = deriveAccounts(
  (bridge, account) =>
    account.platform === 'polkadot' ? { injectedSigner: injectedSigner(bridge, account) } : undefined,
)
