import { describe, expect, it } from 'vitest'
import { noReturnTokenArtefact } from './out/no-return-token.ts'
import { priceFeedArtefact } from './out/price-feed.ts'
import { tokenArtefact } from './out/token.ts'
import { sourceHash } from './sources.ts'

describe('contract artefacts', () => {
  it.each([
    ['Token.sol', tokenArtefact],
    ['NoReturnToken.sol', noReturnTokenArtefact],
    ['PriceFeed.sol', priceFeedArtefact],
  ])('behavior: %s was compiled after its last change', (source, artefact) => {
    expect(artefact.sourceHash).toBe(sourceHash(source))
  })
})
