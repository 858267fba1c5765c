import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import { canSign, isBusy, next, type SignInEvent, type SignInState } from './model.ts'

const messageOf = (nonce: string): SignInMessage => ({
  accountAddress: '0x1111111111111111111111111111111111111111',
  chainId: parseChainId('eip155:1'),
  domain: 'shop.example',
  uri: 'https://shop.example',
  version: '1',
  nonce,
  issuedAt: '2026-01-02T03:04:05.678Z',
})
const message = messageOf('11111111')
const fresh = messageOf('22222222')
const preparing: SignInState = { is: 'preparing' }
const ready: SignInState = { is: 'ready', message, risks: [] }
const signing: SignInState = { is: 'signing', message, risks: [] }
const verifying: SignInState = { is: 'verifying', message, risks: [] }
const signedIn: SignInState = { is: 'signed-in' }
const over: SignInState = { is: 'over' }
const risks = ['sign-in-rights'] as const
const rejected = { is: 'rejected' } as const
const failed: SignInEvent = { is: 'failed', failure: rejected, message: fresh, risks }

describe('next', () => {
  it.each<[string, SignInState, SignInEvent, SignInState]>([
    ['a session is there already', preparing, { is: 'found' }, signedIn],
    ['a nonce has come', preparing, { is: 'prepared', message, risks: [] }, ready],
    ['Sign is pressed', ready, { is: 'asked' }, signing],
    ['Sign is pressed twice', signing, { is: 'asked' }, signing],
    ['the wallet signed', signing, { is: 'signed' }, verifying],
    ['it holds', verifying, { is: 'found' }, signedIn],
    [
      'the wallet rejected: read again, with a new nonce',
      signing,
      failed,
      { is: 'ready', message: fresh, risks, failure: rejected },
    ],
    ['it does not hold', verifying, failed, { is: 'ready', message: fresh, risks, failure: rejected }],
    [
      'signing again removes the failure',
      { is: 'ready', message: fresh, risks, failure: rejected },
      { is: 'asked' },
      { is: 'signing', message: fresh, risks },
    ],
    ['left while the wallet asks', signing, { is: 'left' }, over],
    ['an answer after that', over, { is: 'signed' }, over],
    ['a failure after that', over, failed, over],
    ['left when it is done', signedIn, { is: 'left' }, signedIn],
    ['nothing holds that was not signed', ready, { is: 'found' }, ready],
  ])('%s', (_name, state, event, after) => {
    expect(next(state, event)).toEqual(after)
  })
})

const states = [preparing, ready, signing, verifying, signedIn, over]
const events: readonly SignInEvent[] = [
  { is: 'prepared', message, risks: [] },
  { is: 'asked' },
  { is: 'signed' },
  failed,
  { is: 'found' },
]

describe('sign-in', () => {
  it.each<{ state: SignInState; applicable: readonly SignInEvent['is'][] }>([
    { state: preparing, applicable: ['prepared', 'found'] },
    { state: ready, applicable: ['asked'] },
    { state: signing, applicable: ['signed', 'failed'] },
    { state: verifying, applicable: ['found', 'failed'] },
    { state: signedIn, applicable: [] },
    { state: over, applicable: [] },
  ])('sign-in › $state.is › changes only for $applicable', ({ state, applicable }) => {
    const changing = events.filter((event) => next(state, event) !== state)
    expect(changing.map(({ is }) => is).toSorted()).toEqual(applicable.toSorted())
  })

  it('sign-in › prepared without a failure › ready, without the member', () => {
    expect(next(preparing, { is: 'prepared', message, risks: [] })).toStrictEqual(ready)
  })

  it('sign-in › One-Click Auth failed before › ready, with its failure', () => {
    const prepared: SignInEvent = { is: 'prepared', message, risks, failure: rejected }
    expect(next(preparing, prepared)).toEqual({ is: 'ready', message, risks, failure: rejected })
  })

  it('Sign button › each state › enabled if ready, busy while a response is pending', () => {
    expect(states.filter(canSign)).toEqual([ready])
    expect(states.filter(isBusy)).toEqual([signing, verifying])
  })

  it.each([preparing, ready, signing, verifying, over])('sign-in › left in state $is › over', (state) => {
    expect(next(state, { is: 'left' })).toEqual(over)
  })
})
