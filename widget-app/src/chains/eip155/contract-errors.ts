import { toFunctionSelector } from 'viem/utils'

/** Errors of widely used tokens for a rejected transfer; selectors are computed from these. */
const signatures = [
  // Paused: OpenZeppelin; Paxos (PYUSD, USDG); Agora (AUSD); Mountain Protocol (USDM).
  ...['EnforcedPause()', 'ContractPaused()', 'TokenPaused()', 'TransferPaused()', 'USDMPausedTransfers()'],
  // A list of accounts: OpenZeppelin's community contracts, Paxos, Agora, Mountain Protocol. Circle's tokens revert with a
  // text, and Tether's of 2017 with no data.
  ...['ERC20Blocked(address)', 'ERC20Disallowed(address)', 'ERC20UserRestricted(address)'],
  ...['AddressFrozen()', 'AccountFrozen(address)', 'AccountIsFrozen(address)', 'USDMBlockedSender(address)'],
  ...['AccountBlacklisted()', 'AccountBlacklisted(address)', 'Blacklisted()', 'Blacklisted(address)'],
  ...['AccountBlocked()', 'AccountBlocked(address)'],
]

/** A selector with its arguments: any other length is a hash, an address or a text of the node. */
const encodedError = /(?<![0-9a-f])0x([0-9a-f]{8})(?:[0-9a-f]{64})*(?![0-9a-f])/i

/** A custom error with its selector, and its signature if a widely used token has it. */
export type ContractError = { readonly selector: string; readonly signature: string | undefined }

/** The first custom error in a text, other than `Error(string)` and `Panic(uint256)`. */
export function contractErrorIn(text: string): ContractError | undefined {
  const selector = `0x${encodedError.exec(text)?.[1]?.toLowerCase() ?? ''}`
  if (['0x', '0x08c379a0', '0x4e487b71'].includes(selector)) return undefined
  return { selector, signature: signatures.find((one) => toFunctionSelector(one) === selector) }
}
