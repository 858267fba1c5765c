import { describe, expect, it } from 'vitest'
import { parseChainId } from '#shared/caip/chain-id.ts'
import type { SignInMessage } from '#shared/channel/records/sign-in-session.ts'
import { next, type SignInEvent, type SignInState } from './model.ts'

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
const failed: SignInEvent = { is: 'set-back', failure: rejected, message: fresh, risks }

describe('next', () => {
  it.each<[string, SignInState, SignInEvent, SignInState]>([
    ['a session is there already', preparing, { is: 'found' }, signedIn],
    ['a nonce has come', preparing, { is: 'prepared', message, risks: [] }, ready],
    ['Sign is pressed', ready, { is: 'asked' }, signing],
    ['Sign is pressed twice', signing, { is: 'asked' }, signing],
    ['the wallet signed', signing, { is: 'signed' }, verifying],
    ['it holds', verifying, { is: 'found' }, signedIn],
    [
      'the wallet refused: read again, with a new nonce',
      signing,
      failed,
      { is: 'ready', message: fresh, risks, failure: rejected },
    ],
    ['it does not hold', verifying, failed, { is: 'ready', message: fresh, risks, failure: rejected }],
    [
      'signing again forgets the setback',
      { is: 'ready', message: fresh, risks, failure: rejected },
      { is: 'asked' },
      { is: 'signing', message: fresh, risks },
    ],
    ['left while the wallet asks', signing, { is: 'left' }, over],
    ['an answer after that', over, { is: 'signed' }, over],
    ['a setback after that', over, failed, over],
    ['left when it is done', signedIn, { is: 'left' }, signedIn],
    ['nothing holds that was not signed', ready, { is: 'found' }, ready],
  ])('%s', (_name, state, event, after) => {
    expect(next(state, event)).toEqual(after)
  })
})
