import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isAllowListed } from '#widget/domain/review/allow-list.ts'
import { needsReview } from '#widget/domain/review/needs-review.ts'
import { flatFacts, risksOf } from '#widget/domain/review/request-risk.ts'
import { caseCount, caseSeed, checkProperty } from '../testing/check-property.ts'
import { decodeCall, decodePayload } from './decode/decode-request.ts'
import { papiCallHex } from './testing/papi-encoder.ts'
import { randomCall, randomTerms } from './testing/random-calls.ts'
import { payloadParams, testChain } from './testing/runtime.ts'
import { type CallValue, callHex, type Value } from './testing/scale-encoder.ts'
import { connection } from './testing/unit-world.ts'
import { encodePayload, walletBytes } from './wallet/payload-bytes.ts'
import { parsePayload } from './wallet/signer-payload.ts'

const numRuns = caseCount(500, 40_000)
const seed = caseSeed(160_718)
const { signal } = new AbortController()

type Terms = {
  readonly era: string
  readonly nonce: string
  readonly tip: string
  readonly mode: number
  readonly metadataHash: string | null
}

/** Whether a request is exactly an entry of the allow list, by its values and independently of the widget's decoding. */
function isPlainTransfer([pallet, name, dest]: CallValue['call'], terms: Terms): boolean {
  const isTransfer = pallet === 'Balances' && /^transfer_(allow_death|keep_alive)$/.test(name)
  const isAccount = typeof dest === 'string' || (Array.isArray(dest) && dest[0] === 'Id')
  const low = Number.parseInt(terms.era.slice(2, 4), 16) & 0x0f
  const isShort = terms.era !== '0x00' && low <= 11
  return (
    isTransfer &&
    isAccount &&
    isShort &&
    BigInt(terms.nonce) === 0n &&
    BigInt(terms.tip) === 0n &&
    terms.mode === 0 &&
    (terms.metadataHash === null || /^0x0*$/.test(terms.metadataHash))
  )
}

/** The accounts in a call, including its inner calls. */
const accountsIn = (value: Value): readonly string[] => {
  if (typeof value === 'string') return value.startsWith('5') ? [value] : []
  if (Array.isArray(value)) return value.flatMap((each) => accountsIn(each))
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((each) => accountsIn(each))
}

/**
 * Whether polkadot-js misreads an address in a call: an `Index` and a `Raw`, and a 20-byte address with 11 bytes after it. It takes the
 * last 32 bytes of a call for an `AccountId32` (`GenericMultiAddress`).
 */
const isMisread = (call: CallValue['call'], method: string): boolean =>
  /"(?:Index|Raw)"/.test(text(call)) || (/"Address20"/.test(text(call)) && method.slice(-64).startsWith('04'))

const text = (value: unknown): string =>
  JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? each.toString() : each))

it('R6 › random extrinsics › reviewed with facts, or exactly allow-listed', async () => {
  const chain = testChain()
  let [allowed, undecodable] = [0, 0]
  const property = fc.asyncProperty(randomCall(3), randomTerms, async (call, terms) => {
    const method = callHex(...call)
    expect(papiCallHex(...call)).toBe(method)
    const requested = parsePayload(connection, payloadParams(method, terms))
    // The decoded bytes are the bytes that wallets sign, by two encoders.
    expect(walletBytes(chain, requested)).toEqual(encodePayload(requested))
    const description = await decodePayload(chain, requested, signal).catch(() => undefined)
    if (description === undefined) {
      // An undecodable request is reviewed as such; the library loses some kinds of addresses.
      undecodable += 1
      expect(isMisread(call, method), text(call)).toBe(true)
      return
    }
    expect(decodeCall(chain, requested).toHex()).toBe(method)
    const allowListContext = { host: 'shop.example', isBundledToken: () => false }
    const risks = risksOf(description, { host: 'shop.example', newContracts: [], now: 0 })
    const isAllowed = isAllowListed(description, allowListContext)
    const isReviewed = needsReview({ reviewMode: 'risky', keys: 'wallet', risks, isAllowListed: isAllowed })
    expect(isReviewed).toBe(!isPlainTransfer(call, terms))
    if (!isReviewed) allowed += 1
    const flat = flatFacts(description.facts)
    if (flat.some(({ is }) => is === 'unknown-call')) return
    // If nothing is unknown, each account of the call is named.
    const factsText = text(description.facts)
    for (const account of accountsIn(call))
      if (account !== connection.accounts[0]) expect(factsText).toContain(account)
  })
  await checkProperty(property, { numRuns, seed })
  // The property is meaningful only if both cases occur.
  expect(allowed).toBeGreaterThan(0)
  expect(undecodable).toBeLessThan(numRuns / 20)
}, 3_600_000)
