import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** The test contracts: Solidity file, contract name, and the artefact's file under `out/`. */
export const contracts = [
  { source: 'Token.sol', name: 'Token', artefact: 'token' },
  { source: 'NoReturnToken.sol', name: 'NoReturnToken', artefact: 'no-return-token' },
  { source: 'TokenZoo.sol', name: 'FeeToken', artefact: 'fee-token' },
  { source: 'TokenZoo.sol', name: 'QuietFeeToken', artefact: 'quiet-fee-token' },
  { source: 'TokenZoo.sol', name: 'RebasingToken', artefact: 'rebasing-token' },
  { source: 'TokenZoo.sol', name: 'PausedToken', artefact: 'paused-token' },
  { source: 'TokenZoo.sol', name: 'WordyPausedToken', artefact: 'wordy-paused-token' },
  { source: 'TokenZoo.sol', name: 'BlockingToken', artefact: 'blocking-token' },
  { source: 'TokenZoo.sol', name: 'LeastToken', artefact: 'least-token' },
  { source: 'TokenZoo.sol', name: 'FalseToken', artefact: 'false-token' },
  { source: 'TokenTwins.sol', name: 'NativeTwinToken', artefact: 'native-twin-token' },
  { source: 'TokenTwins.sol', name: 'NoDecimalsToken', artefact: 'no-decimals-token' },
  { source: 'PriceFeed.sol', name: 'PriceFeed', artefact: 'price-feed' },
  { source: 'SmartAccount.sol', name: 'SmartAccountFactory', artefact: 'smart-account-factory' },
  { source: 'BundleAccount.sol', name: 'BundleAccount', artefact: 'bundle-account' },
  { source: 'SessionAccount.sol', name: 'SessionAccount', artefact: 'session-account' },
  { source: 'RunDetector.sol', name: 'RunDetector', artefact: 'run-detector' },
  { source: 'Rights.sol', name: 'Collection', artefact: 'collection' },
  { source: 'Rights.sol', name: 'OperatedTokens', artefact: 'operated-tokens' },
  { source: 'Rights.sol', name: 'Taker', artefact: 'taker' },
  { source: 'Ens.sol', name: 'EnsRegistry', artefact: 'ens-registry' },
  { source: 'Ens.sol', name: 'EnsResolver', artefact: 'ens-resolver' },
  { source: 'Ens.sol', name: 'EnsUniversalResolver', artefact: 'ens-universal-resolver' },
  { source: 'RefusingTokens.sol', name: 'ReceiverBlockingToken', artefact: 'receiver-blocking-token' },
  { source: 'RefusingTokens.sol', name: 'SilentToken', artefact: 'silent-token' },
  { source: 'RefusingTokens.sol', name: 'ErrorBlockingToken', artefact: 'error-blocking-token' },
  { source: 'RefusingTokens.sol', name: 'OddErrorToken', artefact: 'odd-error-token' },
  { source: 'RefusingTokens.sol', name: 'NoZeroToken', artefact: 'no-zero-token' },
  { source: 'SenderFeeToken.sol', name: 'SenderFeeToken', artefact: 'sender-fee-token' },
  { source: 'PermitTransfers.sol', name: 'PermitTransfers', artefact: 'permit-transfers' },
  { source: 'AccountPeers.sol', name: 'SafeCollection', artefact: 'safe-collection' },
  { source: 'AccountPeers.sol', name: 'SafeMultiToken', artefact: 'safe-multi-token' },
  { source: 'AccountPeers.sol', name: 'StipendSender', artefact: 'stipend-sender' },
  { source: 'AccountPeers.sol', name: 'Sponsor', artefact: 'sponsor' },
  { source: 'FarcasterRegistries.sol', name: 'FarcasterIdRegistry', artefact: 'farcaster-id-registry' },
  { source: 'FarcasterRegistries.sol', name: 'FarcasterKeyRegistry', artefact: 'farcaster-key-registry' },
] as const

/** Returns the SHA-256 of a contract's source. The artefact stores it, so that a test detects a missing compilation. */
export function sourceHash(source: string): string {
  return createHash('sha256')
    .update(readFileSync(new URL(source, import.meta.url)))
    .digest('hex')
}
