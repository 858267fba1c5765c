import { describe, expect, it } from 'vitest'
import { blockingTokenArtefact } from './out/blocking-token.ts'
import { bundleAccountArtefact } from './out/bundle-account.ts'
import { collectionArtefact } from './out/collection.ts'
import { ensRegistryArtefact } from './out/ens-registry.ts'
import { ensResolverArtefact } from './out/ens-resolver.ts'
import { ensUniversalResolverArtefact } from './out/ens-universal-resolver.ts'
import { errorBlockingTokenArtefact } from './out/error-blocking-token.ts'
import { falseTokenArtefact } from './out/false-token.ts'
import { farcasterIdRegistryArtefact } from './out/farcaster-id-registry.ts'
import { farcasterKeyRegistryArtefact } from './out/farcaster-key-registry.ts'
import { feeTokenArtefact } from './out/fee-token.ts'
import { leastTokenArtefact } from './out/least-token.ts'
import { nativeTwinTokenArtefact } from './out/native-twin-token.ts'
import { noDecimalsTokenArtefact } from './out/no-decimals-token.ts'
import { noReturnTokenArtefact } from './out/no-return-token.ts'
import { noZeroTokenArtefact } from './out/no-zero-token.ts'
import { oddErrorTokenArtefact } from './out/odd-error-token.ts'
import { operatedTokensArtefact } from './out/operated-tokens.ts'
import { pausedTokenArtefact } from './out/paused-token.ts'
import { permitTransfersArtefact } from './out/permit-transfers.ts'
import { priceFeedArtefact } from './out/price-feed.ts'
import { quietFeeTokenArtefact } from './out/quiet-fee-token.ts'
import { rebasingTokenArtefact } from './out/rebasing-token.ts'
import { receiverBlockingTokenArtefact } from './out/receiver-blocking-token.ts'
import { runDetectorArtefact } from './out/run-detector.ts'
import { safeCollectionArtefact } from './out/safe-collection.ts'
import { safeMultiTokenArtefact } from './out/safe-multi-token.ts'
import { senderFeeTokenArtefact } from './out/sender-fee-token.ts'
import { sessionAccountArtefact } from './out/session-account.ts'
import { silentTokenArtefact } from './out/silent-token.ts'
import { smartAccountFactoryArtefact } from './out/smart-account-factory.ts'
import { sponsorArtefact } from './out/sponsor.ts'
import { stipendSenderArtefact } from './out/stipend-sender.ts'
import { takerArtefact } from './out/taker.ts'
import { tokenArtefact } from './out/token.ts'
import { wordyPausedTokenArtefact } from './out/wordy-paused-token.ts'
import { sourceHash } from './sources.ts'

describe('contract artefacts', () => {
  it.each([
    ['Token.sol', tokenArtefact],
    ['NoReturnToken.sol', noReturnTokenArtefact],
    ['TokenZoo.sol', blockingTokenArtefact],
    ['TokenZoo.sol', falseTokenArtefact],
    ['TokenZoo.sol', feeTokenArtefact],
    ['TokenZoo.sol', leastTokenArtefact],
    ['TokenZoo.sol', pausedTokenArtefact],
    ['TokenZoo.sol', quietFeeTokenArtefact],
    ['TokenZoo.sol', rebasingTokenArtefact],
    ['TokenZoo.sol', wordyPausedTokenArtefact],
    ['TokenTwins.sol', nativeTwinTokenArtefact],
    ['TokenTwins.sol', noDecimalsTokenArtefact],
    ['PriceFeed.sol', priceFeedArtefact],
    ['BundleAccount.sol', bundleAccountArtefact],
    ['RunDetector.sol', runDetectorArtefact],
    ['SessionAccount.sol', sessionAccountArtefact],
    ['SmartAccount.sol', smartAccountFactoryArtefact],
    ['Rights.sol', collectionArtefact],
    ['Rights.sol', operatedTokensArtefact],
    ['Rights.sol', takerArtefact],
    ['Ens.sol', ensRegistryArtefact],
    ['Ens.sol', ensResolverArtefact],
    ['Ens.sol', ensUniversalResolverArtefact],
    ['RefusingTokens.sol', receiverBlockingTokenArtefact],
    ['RefusingTokens.sol', silentTokenArtefact],
    ['RefusingTokens.sol', errorBlockingTokenArtefact],
    ['RefusingTokens.sol', oddErrorTokenArtefact],
    ['RefusingTokens.sol', noZeroTokenArtefact],
    ['SenderFeeToken.sol', senderFeeTokenArtefact],
    ['PermitTransfers.sol', permitTransfersArtefact],
    ['AccountPeers.sol', safeCollectionArtefact],
    ['AccountPeers.sol', safeMultiTokenArtefact],
    ['AccountPeers.sol', stipendSenderArtefact],
    ['AccountPeers.sol', sponsorArtefact],
    ['FarcasterRegistries.sol', farcasterIdRegistryArtefact],
    ['FarcasterRegistries.sol', farcasterKeyRegistryArtefact],
  ])('%s › compiled after its last change', (source, artefact) => {
    expect(artefact.sourceHash).toBe(sourceHash(source))
  })
})
