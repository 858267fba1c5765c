import { describe, expect, it } from 'vitest'
import { nextRevoke, type RevokeEvent, type RevokeState } from './model.ts'

const failure = { is: 'rejected' } as const
const idle: RevokeState = { is: 'idle' }
const failed: RevokeState = { is: 'idle', failure }
const signing: RevokeState = { is: 'signing' }
const revoking: RevokeState = { is: 'revoking' }
const revoked: RevokeState = { is: 'revoked' }
const states = [idle, failed, signing, revoking, revoked]
const setBack: RevokeEvent = { is: 'failed', failure }

describe('revoking a session', () => {
  it.each<[RevokeEvent, readonly [RevokeState, RevokeState][]]>([
    [
      { is: 'asked' },
      [
        [idle, signing],
        [failed, signing],
      ],
    ],
    [{ is: 'signed' }, [[signing, revoking]]],
    [{ is: 'revoked' }, [[revoking, revoked]]],
    [
      setBack,
      [
        [signing, failed],
        [revoking, failed],
      ],
    ],
  ])('revoking › %o › changes only the states that it applies to', (event, transitions) => {
    const changes = new Map(transitions)
    for (const state of states) expect(nextRevoke(state, event)).toStrictEqual(changes.get(state) ?? state)
  })

  it.each(states)('revoking › left in state %o › idle, without a failure', (state) => {
    expect(nextRevoke(state, { is: 'left' })).toStrictEqual(idle)
  })
})
