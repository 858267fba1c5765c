import { embeddedAccountAddress } from '#shared/config/embedded-account.ts'
import type { Fact } from '../../request-facts.ts'
import type { CanonicalAuthorization } from '../canonical/canonical-transaction.ts'
import type { SentTransaction } from '../chain-records.ts'
import { isSameHex } from '../hex.ts'
import { isSameAuthorization } from '../transactions/transaction-differences.ts'
import { authorizationFact } from './call-facts.ts'

type Authorization = NonNullable<SentTransaction['authorizationList']>[number]

/** Whether another account than `account` signed the authorization: bundlers send those of several accounts. */
async function isSignedByOther(authorization: Authorization, account: string): Promise<boolean> {
  const { address, chainId, nonce, r, s, yParity } = authorization
  if (nonce == null || r == null || s == null || yParity == null) return false
  const { recoverAuthority } = await import('./recover-authorization.ts')
  const authority = await recoverAuthority({ address, chainId, nonce, r, s, yParity })
  return authority !== undefined && !isSameHex(authority, account)
}

/**
 * Whether an authorization is for the account contract of our own wallet on one chain, which the review has shown. It gives no
 * other account any right (docs/security.md).
 */
const isOwnUpgrade = ({ address, chainId }: Authorization): boolean =>
  isSameHex(address, embeddedAccountAddress) && BigInt(chainId) !== 0n

/**
 * Authorizations of a transaction that delegate an account (EIP-7702) and that the request did not contain: the wallet added
 * them. One whose signer cannot be recovered counts as the account's.
 */
export async function addedAuthorizations(
  { authorizationList }: Pick<SentTransaction, 'authorizationList'>,
  requested: readonly CanonicalAuthorization[],
  account: string,
): Promise<readonly Fact[]> {
  const added: Fact[] = []
  for (const one of authorizationList ?? []) {
    if (
      isOwnUpgrade(one) ||
      requested.some((expected) => isSameAuthorization(one, expected)) ||
      (await isSignedByOther(one, account))
    )
      continue
    added.push(authorizationFact(one.address, one.chainId))
  }
  return added
}
