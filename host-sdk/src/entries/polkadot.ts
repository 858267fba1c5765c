import { getPolkadotSignerFromPjs, type PolkadotSigner } from '@polkadot-api/pjs-signer'
import type { AccountEntry } from '../../../shared/channel/records/entries.ts'
import { type AccountReader, deriveAccounts } from '../derived-accounts.ts'
import { type InjectedSigner, injectedSigner } from '../injected-signer.ts'

export type { InjectedSigner, RawPayload, SignerResult } from '../injected-signer.ts'
export { injectedSigner }

/** A Polkadot account with its signers (SPEC §3): for polkadot-api, and for `@polkadot/api`. */
export type PolkadotAccount = AccountEntry & {
  readonly polkadotSigner: PolkadotSigner
  readonly injectedSigner: InjectedSigner
}

/**
 * A signer for polkadot-api over the wallet of an account. Rejects chains without extrinsics of version 4.
 * Rejects as `injectedSigner` does.
 */
export function polkadotSigner(
  bridge: Pick<AccountReader, 'requestWallet'>,
  account: Pick<AccountEntry, 'walletId' | 'address'>,
): PolkadotSigner {
  const { signPayload, signRaw } = injectedSigner(bridge, account)
  return getPolkadotSignerFromPjs(account.address, signPayload, signRaw)
}

/**
 * The Polkadot accounts of a bridge, each with its signers.
 * @example const [account] = polkadotAccounts(bridge) await typedApi.tx.Balances.transfer_keep_alive({ dest, value
 * }).signAndSubmit(account.polkadotSigner)
 */
export const polkadotAccounts: (bridge: AccountReader) => readonly PolkadotAccount[] = deriveAccounts(
  (bridge, account) =>
    account.platform === 'polkadot'
      ? {
          polkadotSigner: polkadotSigner(bridge, account),
          injectedSigner: injectedSigner(bridge, account),
        }
      : undefined,
)
