/**
 * A CAIP-10 account in the canonical form in which accounts are stored and compared: hexadecimal addresses in lower case.
 * The chain is part of it, because the contract at an address can have other owners on each chain.
 * @param chainId CAIP-2.
 */
export const accountKey = (chainId: string, address: string): string =>
  `${chainId}:${/^0x/i.test(address) ? address.toLowerCase() : address}`

/** The canonical form of a CAIP-10 id; undefined if the text is not one. */
export function accountKeyOf(accountId: string): string | undefined {
  const [, chainId, address] = /^([^:]{1,64}:[^:]{1,64}):([^:]{1,256})$/.exec(accountId) ?? []
  return chainId === undefined || address === undefined ? undefined : accountKey(chainId, address)
}
