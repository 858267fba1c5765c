import { describe, expect, it } from 'vitest'
import { bundleAccountArtefact } from './out/bundle-account.ts'
import { collectionArtefact } from './out/collection.ts'
import { ensRegistryArtefact } from './out/ens-registry.ts'
import { ensResolverArtefact } from './out/ens-resolver.ts'
import { ensUniversalResolverArtefact } from './out/ens-universal-resolver.ts'
import { noReturnTokenArtefact } from './out/no-return-token.ts'
import { operatedTokensArtefact } from './out/operated-tokens.ts'
import { priceFeedArtefact } from './out/price-feed.ts'
import { runDetectorArtefact } from './out/run-detector.ts'
import { sessionAccountArtefact } from './out/session-account.ts'
import { smartAccountFactoryArtefact } from './out/smart-account-factory.ts'
import { takerArtefact } from './out/taker.ts'
import { tokenArtefact } from './out/token.ts'
import { sourceHash } from './sources.ts'

describe('contract artefacts', () => {
  it.each([
    ['Token.sol', tokenArtefact],
    ['NoReturnToken.sol', noReturnTokenArtefact],
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
  ])('behavior: %s was compiled after its last change', (source, artefact) => {
    expect(artefact.sourceHash).toBe(sourceHash(source))
  })
})
