import { describe, expect, it } from 'vitest'
import type { Description, Fact } from '#widget/chains/request-facts.ts'
import { knownRecipientsAtom, recipientKey } from '#widget/domain/accounts/known-recipients.ts'
import { reviewsAtom } from '#widget/domain/review-queue/reviews.ts'
import { bob } from '#widget/testing/world.ts'
import { described, nativeTransfer, plain, runs, reviewWorld as world } from './testing/review-world.ts'

/** A promise that the test settles. */
function createDeferred<Value>() {
  let resolve = (_value: Value) => {}
  let reject = (_reason: Error) => {}
  const promise = new Promise<Value>((done, failed) => {
    resolve = done
    reject = failed
  })
  return { promise, resolve, reject }
}

const known = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
/** The same digits at both ends. */
const imitation = '0x3C499999999999999999999999999999999993BC'
const unlisted = {
  ...({ is: 'transfer', from: undefined, to: bob } as const),
  figure: { value: 5n, contract: `0x${'cd'.repeat(20)}` },
}
const asset = { symbol: 'ONE', decimals: 2 }

describe('names that arrive after the click', () => {
  it.each<[name: string, named: Fact, risks: readonly string[]]>([
    ['the receiver resembles a known one', { ...unlisted, to: imitation }, ['look-alike']],
    ['nothing but a symbol', { ...unlisted, figure: { ...unlisted.figure, asset: asset } }, []],
  ])('%s › shown before the wallet request, for a click of its own', async (_name, named, risks) => {
    const names = createDeferred<Description>()
    const { store, sendRequest, requested, settle, decideReview, stage } = await world({
      readRequest: async () => described(unlisted),
      readTokenMetadata: () => names.promise,
      simulate: async () => runs(0n),
    })
    store.set(knownRecipientsAtom, [recipientKey(described(nativeTransfer).chain, known)])
    const pendingResult = sendRequest()
    await settle()
    await decideReview('approve')
    expect(stage()).toEqual({ is: 'checking' })
    names.resolve(described(named))
    await settle()
    expect(stage()).toEqual({ is: 'deciding', changed: true })
    expect(store.get(reviewsAtom)[0]?.risks).toEqual(risks)
    expect(requested).toEqual([])
    await decideReview('approve')
    expect(await pendingResult).toBe('signed')
  })

  it('network does not return them › shown, for a click of its own', async () => {
    const names = createDeferred<Description>()
    const { store, sendRequest, requested, settle, decideReview } = await world({
      readRequest: async () => described(unlisted),
      readTokenMetadata: () => names.promise,
    })
    void sendRequest()
    await settle()
    expect(store.get(reviewsAtom)[0]?.risks).toEqual([])
    await decideReview('approve')
    names.reject(new Error('The node is away'))
    await settle()
    expect(store.get(reviewsAtom)[0]).toMatchObject({
      risks: ['unchecked'],
      stage: { is: 'deciding', changed: true },
    })
    expect(requested).toEqual([])
  })
})

describe('a message', () => {
  it.each<Fact>([
    { is: 'message', text: 'Two coffees', isDisguised: false },
    { is: 'sign-in', domain: 'shop.example', text: 'Sign in', isDisguised: false },
    { is: 'blind', why: 'unreadable', bytes: '0x00' },
  ])('$is › network does not respond › the first click approves', async (message) => {
    const { sendRequest, settle, decideReview } = await world(
      {
        readRequest: async () => described(message),
        readTokenMetadata: () => new Promise(() => {}),
      },
      { review: 'always' },
    )
    const pendingResult = sendRequest()
    await settle()
    await decideReview('approve')
    expect(await pendingResult).toBe('signed')
  })
})

describe('transfer of a bundled token', () => {
  const holder = { owner: known, isAssociated: false }

  it.each<[name: string, names: () => Promise<Description>, risks: readonly string[] | undefined]>([
    ['goes to an account of its owner', async () => described(plain), undefined],
    // On Solana only the network knows the account's owner (an attacker may close the account and open it again).
    [
      'goes to an account that may change hands',
      async () => described({ ...plain, tokenAccount: holder }),
      ['token-account'],
    ],
    [
      'goes to the account of an address like a known one',
      async () => described({ ...plain, to: imitation }),
      ['look-alike'],
    ],
    [
      'goes to an account that the network says nothing of',
      () => Promise.reject(new Error('Away')),
      ['unchecked'],
    ],
  ])('%s › reviewed if that is a risk', async (_name, readTokenMetadata, risks) => {
    const { store, sendRequest, settle, clock } = await world(
      {
        readRequest: async () => described(plain),
        readTokenMetadata: readTokenMetadata,
        simulate: async () => runs(0n),
      },
      { bundledTokens: { 'eip155:1': [[bob, 'ONE', 6, 'One']] } },
    )
    store.set(knownRecipientsAtom, [recipientKey(described(nativeTransfer).chain, known)])
    const pendingResult = sendRequest()
    await settle()
    await clock.advance(1_000)
    expect(store.get(reviewsAtom)[0]?.risks).toEqual(risks)
    if (risks === undefined) expect(await pendingResult).toBe('signed')
  })
})

it('native transfers to receivers that may be contracts › shown', async () => {
  const { store, sendRequest, settle } = await world({
    readRequest: async () =>
      described({ is: 'batch', facts: [nativeTransfer, { ...nativeTransfer, to: known }] }),
    filterContracts: () => Promise.reject(new Error('The answer is too large')),
  })
  void sendRequest()
  await settle()
  expect(store.get(reviewsAtom)[0]?.risks).toEqual(['unchecked'])
})
