/**
 * A CAIP-10 account in the one notation that stored accounts are compared in: hexadecimal addresses in lower case. Its chain counts,
 * because the contract at an address can have other owners on each chain.
 * @param chainId CAIP-2.
 */
export const accountKey = (chainId: string, address: string): string =>
  `${chainId}:${/^0x/i.test(address) ? address.toLowerCase() : address}`

/** The same of a CAIP-10 id; undefined for a text that is none. */
export function accountKeyOf(accountId: string): string | undefined {
  const [, chainId, address] = /^([^:]{1,64}:[^:]{1,64}):([^:]{1,256})$/.exec(accountId) ?? []
  return chainId === undefined || address === undefined ? undefined : accountKey(chainId, address)
}
